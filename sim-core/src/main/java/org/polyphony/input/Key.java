package org.polyphony.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;

/**
 * Describes a config key on its record component. The JSON schema, the key reference, defaults,
 * range checks and the canonical form are derived from it; see {@link Keys}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Key {
  /** The key has no default: a file must have it, unless it is a choice or a boxed number. */
  String REQUIRED = "required";

  /** The key is optional and null if absent. */
  String NONE = "absent";

  /** No upper bound, for a number that is not an integer. */
  long NO_LIMIT = Integer.MAX_VALUE;

  /** Maximum of a 64-bit key. */
  long LONGEST = 1_000_000_000_000_000_000L;

  /** Most seconds, where a key in s states no maximum. */
  long LONGEST_SECONDS = 1_000_000_000;

  /** Most bytes, where a 64-bit key in B states no maximum. */
  long MOST_BYTES = 1_000_000_000_000_000L;

  /** Pattern of a string usable as the name of a file or a folder. */
  String FOLDER_NAME = "^(?!\\.{1,2}$)[^/\\\\\\x00-\\x1f\\x7f]+$";

  /** The meaning, shown by the key reference and editors. */
  String value();

  /** The unit, such as {@code core cycles}; empty if the meaning says what is counted. */
  String unit() default "";

  /** Minimum of a number, length of a list, or length of a string. */
  long min() default 0;

  /** Maximum of a number or length of a list; seconds and bytes have one anyway. */
  long max() default NO_LIMIT;

  /** Whether a number must exceed {@link #min}. */
  boolean aboveMin() default false;

  /** Whether an integer must be a power of two. */
  boolean powerOfTwo() default false;

  /** Regular expression that a string must match; empty for any. */
  String pattern() default "";

  /** Allowed strings or constants; empty for all. */
  String[] oneOf() default {};

  /** The default, as a string; or {@link #REQUIRED} or {@link #NONE}. */
  String absent() default REQUIRED;

  /** Source of the number, if it does not depend on the device. */
  String source() default "";

  /** Allowed strings that a registry knows; the interface itself for none. */
  Class<? extends Names> from() default Names.class;

  /** Minimum of each number in a list. */
  long eachMin() default 0;

  /** Maximum of each number in a list. */
  long eachMax() default NO_LIMIT;

  /** Key that a string in place of the object, such as a name or a path, stands for. */
  String named() default "";

  /** Another type that a file may use for the value; the reader of the file converts it. */
  Class<?> or() default void.class;

  /** Whether a file must have exactly one of the keys of its object that are so marked. */
  boolean choice() default false;

  /** Keys of the same object, as {@code copy} or {@code access=mutex}, of which it needs one. */
  String[] with() default {};

  /** Lists strings that a key allows. An implementation has a constructor without parameters. */
  interface Names {
    /** Returns the strings, in the order in which messages list them. */
    List<String> names();
  }
}
