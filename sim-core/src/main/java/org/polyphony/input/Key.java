package org.polyphony.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A key of a config file, stated once, on the record component that holds it. The JSON schema, the
 * key reference, defaults, range checks and the canonical form are derived from it; see {@link
 * Keys}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** A key that has no default. */
  String REQUIRED = "required";

  /** A key that may be missing and then holds null. */
  String NONE = "none";

  /** No upper bound, for a number that is not an integer. */
  long NO_LIMIT = Integer.MAX_VALUE;

  /** The most that a 64-bit key can be. */
  long LONGEST = 1_000_000_000_000_000_000L;

  /** The pattern of a text that can name a folder. */
  String FOLDER_NAME = "^(?!\\.{1,2}$)[^/\\\\]+$";

  /** The meaning, as the key reference and editors show it. */
  String value();

  /** The unit, as {@code core cycles}; empty where the meaning says what is counted. */
  String unit() default "";

  /** The least value of a number, the fewest elements of a list, the fewest letters of a text. */
  long min() default 0;

  /** The greatest value of a number, or the most elements of a list. */
  long max() default NO_LIMIT;

  /** Whether a number has to be greater than {@link #min}. */
  boolean aboveMin() default false;

  /** Whether an integer has to be a power of two. */
  boolean powerOfTwo() default false;

  /** What a text has to match; empty for any. */
  String pattern() default "";

  /** The texts or constants allowed; empty for all. */
  String[] oneOf() default {};

  /** The value of a missing key, as text; else {@link #REQUIRED} or {@link #NONE}. */
  String absent() default REQUIRED;

  /** Where the number comes from, as far as it does not depend on the device. */
  String source() default "";

  /** Whether the name or the path of a file may stand for the object. */
  boolean named() default false;
}
