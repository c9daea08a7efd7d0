package dev.millrace.server.engine;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The batches that are under way at the same time, and what they cannot see of each other: one puts
 * a task into a queue that the other has just found empty, and of neither the other knows before
 * its commit. Whoever is through last looks again. Thread-safe.
 */
final class Abreast {

  private final Set<Course> courses = new HashSet<>();

  /** One batch from before it looks at anything until it is committed or has failed. */
  static final class Course {

    /** What others stirred meanwhile. */
    private final Set<String> stirred = new HashSet<>();

    /** Queues in which others found nothing meanwhile. */
    private final Set<String> waited = new HashSet<>();

    /** Whether one of the others failed, and gave back whatever it had locked. */
    private boolean gaveBack;

    /** How often it was worked out: again after a conflict. */
    private int attempts;
  }

  synchronized Course begin() {
    var course = new Course();
    courses.add(course);
    return course;
  }

  /** A batch is worked out; if again, it has given back whatever it had locked before. */
  synchronized void work(Course course) {
    if (++course.attempts > 1) {
      giveBack(course);
    }
  }

  private void giveBack(Course course) {
    for (var other : courses) {
      other.gaveBack |= other != course;
    }
  }

  /**
   * A batch is committed, and those who wait because of it can be found.
   *
   * @param stirred queues in which others may find something now, and limits of which it freed some
   * @param waited queues in which it found nothing for somebody who waits
   * @return where to look again
   */
  synchronized Set<String> committed(Course course, Set<String> stirred, Set<String> waited) {
    courses.remove(course);
    for (var other : courses) {
      other.stirred.addAll(stirred);
      other.waited.addAll(waited);
    }
    var looks = new LinkedHashSet<String>();
    for (var name : stirred) {
      if (concernsAny(name, course.waited)) {
        looks.add(name);
      }
    }
    for (var name : course.stirred) {
      if (concernsAny(name, waited)) {
        looks.add(name);
      }
    }
    if (course.gaveBack) {
      looks.addAll(waited);
    }
    if (course.attempts > 1) {
      looks.addAll(course.waited);
    }
    return looks;
  }

  private static boolean concernsAny(String name, Set<String> queues) {
    return queues.stream().anyMatch(queue -> Queues.concerns(name, queue));
  }

  /**
   * A batch has failed: nothing has happened, but what it had locked was not to be had meanwhile.
   *
   * @return where to look again
   */
  synchronized Set<String> failed(Course course) {
    courses.remove(course);
    giveBack(course);
    return course.waited;
  }
}
