package org.polyphony.config;

import java.util.Map;
import org.polyphony.input.Key;

/** A named group of values that belong together. */
public record SweepVariant(
    @Key(value = "name in results", pattern = Key.FOLDER_NAME) String name,
    @Key(value = "values by path", absent = "{}") Map<String, Object> set) {
  /** Name of the axis of variants in results. */
  static final String AXIS = "variant";
}
