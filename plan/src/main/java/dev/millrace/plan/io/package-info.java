/** Where a plan's IO nodes read: Redis, and the store in this process that stands in for it. */
@CheckReturnValue
@NullMarked
package dev.millrace.plan.io;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
