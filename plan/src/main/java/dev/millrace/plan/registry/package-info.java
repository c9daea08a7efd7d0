/** What plans may name: keys, params, features, endpoints, capabilities. */
@CheckReturnValue
@NullMarked
package dev.millrace.plan.registry;

import com.google.errorprone.annotations.CheckReturnValue;
import org.jspecify.annotations.NullMarked;
