/**
 * The signalling protocol as a model without threads: every interleaving of its atomic steps is
 * tried, with store buffers, and each mutant of the protocol must be found out.
 */
@CheckReturnValue
package dev.millrace.stress.model;

import com.google.errorprone.annotations.CheckReturnValue;
