package org.polyphony.config;

import java.util.Map;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A sweep as its file states it. */
record SweepConfig(
    @Key(
            value = "version of this format",
            oneOf = {"1"},
            absent = "1")
        int schemaVersion,
    @Key(value = "name of the sweep in results", pattern = Key.FOLDER_NAME, absent = Key.NONE)
        String name,
    @Key(value = "base of relative paths; default: the folder of this file", absent = Key.NONE)
        String folder,
    @Key("what all runs share") Map<String, Object> base,
    @Key(value = "values to vary, a list by path, such as \"gpu.l2.bytes\": [1048576, 2097152]")
        Map<String, Object> axes,
    @Key(
            value = "seeds of each run, starting at that of the base; results have their mean",
            min = 1)
        Integer repeats)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    checks.require(!axes.isEmpty(), "axes", "no axis", "one axis or more");
    boolean isAxis = repeats != null && axes.containsKey(Seeds.KEY);
    checks.require(!isAxis, "repeats", "both repeats and an axis seed", "one of the two");
    boolean isOfHosts = repeats != null && isOfHosts();
    checks.require(!isOfHosts, "repeats", "a host experiment", "experiments on one device");
  }

  /** Returns whether base or axes name a machine or a job stream. */
  boolean isOfHosts() {
    return has("machine") || has("jobStream");
  }

  private boolean has(String key) {
    return base.containsKey(key) || axes.containsKey(key);
  }
}
