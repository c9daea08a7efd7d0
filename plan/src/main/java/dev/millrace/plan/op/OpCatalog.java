package dev.millrace.plan.op;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/** The ops that plans may use, by name. Immutable. */
public final class OpCatalog {
  private static final String SERVICES = "META-INF/services/" + Op.class.getName();

  private final Map<String, Op> ops;

  private OpCatalog(Map<String, Op> ops) {
    this.ops = Collections.unmodifiableMap(ops);
  }

  /**
   * The built-in ops and those that other jars name in {@code
   * META-INF/services/dev.millrace.plan.op.Op}.
   *
   * @throws IllegalArgumentException if two have the same name, one has a wrong spec, or one cannot
   *     be loaded
   */
  public static OpCatalog installed() {
    return installed(Op.class.getClassLoader());
  }

  static OpCatalog installed(ClassLoader loader) {
    try {
      return of(ServiceLoader.load(Op.class, loader));
    } catch (Throwable e) { // foreign code
      throw new IllegalArgumentException("an installed op cannot be used: " + reason(e), e);
    }
  }

  /** These ops and no others. */
  public static OpCatalog of(Iterable<? extends Op> ops) {
    Map<String, Op> byName = new TreeMap<>();
    for (Op op : ops) {
      add(byName, op);
    }
    return new OpCatalog(byName);
  }

  public static OpCatalog of(Op... ops) {
    return of(List.of(ops));
  }

  /** This catalog and one op more. */
  public OpCatalog with(Op op) {
    Map<String, Op> more = new TreeMap<>(ops);
    add(more, op);
    return new OpCatalog(more);
  }

  /**
   * This catalog and the ops of a jar, or of a folder of jars and classes, which need not be on the
   * class path. They are named as those that are {@link #installed}; what else they need is in the
   * same folder.
   *
   * @throws IllegalArgumentException if there is none, if a name is taken, or if one has a wrong
   *     spec or cannot be loaded
   */
  public OpCatalog withJar(Path path) {
    OpJar jar = OpJar.open(path);
    Map<String, Op> more = new TreeMap<>(ops);
    try {
      jar.ops().forEach(op -> add(more, op));
    } catch (Throwable e) { // foreign code
      throw new IllegalArgumentException(
          "%s has an op that cannot be used: %s%s".formatted(path, reason(e), advice(e)), e);
    }
    if (more.size() == ops.size()) {
      throw new IllegalArgumentException(
          "%s has no op; the file %s in it must name their classes, one in each line"
              .formatted(path, SERVICES));
    }
    return new OpCatalog(more);
  }

  /** What went wrong in the code of an op, and what that comes from. */
  private static String reason(Throwable failure) {
    // The message of a linkage error is often no more than the name of a class.
    String message = failure instanceof LinkageError ? null : failure.getMessage();
    String reason = message == null ? failure.toString() : message;
    Throwable cause = failure.getCause();
    return cause == null ? reason : "%s: %s".formatted(reason, reason(cause));
  }

  private static String advice(Throwable failure) {
    Throwable cause = failure.getCause();
    if (failure instanceof LinkageError || cause instanceof LinkageError) {
      return "; put all that it needs into its folder, built for this version";
    }
    return failure instanceof ServiceConfigurationError && cause == null
        ? "; %s must name public classes that are there".formatted(SERVICES)
        : "";
  }

  private static void add(Map<String, Op> ops, Op op) {
    OpSpec spec = requireNonNull(op.spec(), () -> op.getClass().getName() + " has no spec");
    check(spec);
    Op other = ops.put(spec.name(), op);
    if (other != null) {
      throw new IllegalArgumentException(
          "op '%s' is there twice: %s and %s; one of them needs another name"
              .formatted(spec.name(), other.getClass().getName(), op.getClass().getName()));
    }
  }

  private static void check(OpSpec spec) {
    Set<String> names = new HashSet<>();
    for (OpParam param : spec.params()) {
      if (!names.add(param.name())) {
        throw wrong(spec, "param '%s' is there twice".formatted(param.name()));
      }
    }
    if (spec.writes() instanceof Writes.FromParam(String param)
        && !has(spec, param, OpParam.Type.KEY)) {
      throw wrong(spec, "it writes the key of '%s', which is no key param".formatted(param));
    }
    if (spec.contract() == OutputContract.PREFIX_OF_INPUT
        && !has(spec, "count", OpParam.Type.INT)) {
      throw wrong(spec, "whoever takes a prefix needs an int param 'count'");
    }
    boolean alone = spec.inputs() != 1;
    switch (spec.contract()) {
      case VARIABLE_DENSE, CONCAT_DENSE -> {}
      case UNARY_PRESERVE_VIEW, STABLE_FILTER, PREFIX_OF_INPUT, PERMUTATION_OF_INPUT -> {
        if (alone) {
          throw wrong(spec, "the contract %s needs 1 input".formatted(spec.contract()));
        }
      }
    }
  }

  private static boolean has(OpSpec spec, String param, OpParam.Type type) {
    return spec.params().stream()
        .anyMatch(each -> each.name().equals(param) && each.type() == type);
  }

  private static IllegalArgumentException wrong(OpSpec spec, String reason) {
    return new IllegalArgumentException("op '%s': %s".formatted(spec.name(), reason));
  }

  public Optional<Op> find(String name) {
    return Optional.ofNullable(ops.get(name));
  }

  /** All names, sorted. */
  public Collection<String> names() {
    return ops.keySet();
  }

  /** All specs, sorted by name. */
  public List<OpSpec> specs() {
    return ops.values().stream().map(Op::spec).toList();
  }

  @Override
  public String toString() {
    return ops.keySet().toString();
  }
}
