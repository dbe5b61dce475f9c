package org.polyphony.config;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    @Key(
            value = "values to vary, a list by path, such as \"gpu.l2.bytes\": [1048576, 2097152]",
            absent = "{}")
        Map<String, Object> axes,
    @Key(
            value = "named groups of values that belong together, as one axis",
            max = 100,
            absent = "[]")
        List<Variant> variants,
    @Key(
            value = "seeds of each run, starting at that of the base; results have their mean",
            min = 1,
            max = SweepConfig.MOST_RUNS)
        Integer repeats,
    @Key(
            value =
                "whether each point also runs with copies of families of resources for its workloads:"
                    + " results have the share of each in their slowdowns",
            absent = "false")
        boolean explain,
    @Key(
            value =
                "value of a key up to which a metric keeps a bound, for each point of the axes, by"
                    + " bisection",
            absent = Key.NONE)
        SearchConfig search,
    @Key(
            value =
                "device whose solo runs are the denominators of progress, STP and ANTT: own, that of"
                    + " each point, or base, that of the base or, if it has none, of the first"
                    + " point",
            oneOf = {"own", SweepConfig.BASE},
            absent = "own")
        String progressOver)
    implements Keys.Related {
  /** Most runs of a sweep. */
  static final int MOST_RUNS = 1_000_000;

  /** Value of {@code progressOver}. */
  static final String BASE = "base";

  /** Key of the resources of which workloads have copies. */
  static final String COPIES = "copies";

  /** Name of the axis of variants in results. */
  static final String VARIANT = "variant";

  /** A named group of values that belong together. */
  record Variant(
      @Key(value = "name in results", pattern = Key.FOLDER_NAME) String name,
      @Key(value = "values by path", absent = "{}") Map<String, Object> set) {}

  @Override
  public void check(Violation.Checks checks) {
    boolean varies = !axes.isEmpty() || !variants.isEmpty() || search != null || explain;
    checks.require(varies, "axes", "", "one axis or more, variants, explain or a search");
    Set<String> names = new HashSet<>();
    for (int i = 0; i < variants.size(); i++) {
      Variant variant = variants.get(i);
      String path = "variants[" + i + "]";
      boolean isNew = names.add(variant.name());
      checks.require(isNew, path + ".name", "'" + variant.name() + "' again", "each name once");
      for (String set : variant.set().keySet()) {
        checks.require(JsonPath.isValid(set), path + ".set", set, "paths in an experiment");
        boolean isAxis = axes.containsKey(set) || (repeats != null && set.equals(Seeds.KEY));
        checks.require(!isAxis, path + ".set", set + ", which is an axis", "paths of no axis");
      }
    }
    boolean isNamed = axes.containsKey(VARIANT);
    checks.require(!isNamed, "axes." + VARIANT, "an axis", "the key variants");
    boolean isAxis = repeats != null && axes.containsKey(Seeds.KEY);
    checks.require(!isAxis, "repeats", "repeats the axis seed; remove one of the two");
    boolean isOfHosts = repeats != null && isOfHosts();
    checks.require(!isOfHosts, "repeats", "a host experiment", "experiments on one device");
    boolean isOverBase = progressOver.equals(BASE);
    checks.require(!isOverBase || !isOfHosts(), "progressOver", BASE, "own for host experiments");
    if (search != null) {
      checkSearch(checks);
    }
    if (explain) {
      checks
          .require(!isOverBase, "explain", "true", "false with progressOver base")
          .require(!isOfHosts(), "explain", "true", "false for host experiments")
          .require(search == null, "explain", "true", "false with a search")
          .require(!has(COPIES), "explain", "true", "false where " + COPIES + " are set");
    }
  }

  private void checkSearch(Violation.Checks checks) {
    String sentence = "experiments on one device are searched; remove machine and jobStream";
    checks.require(!isOfHosts(), "search", sentence);
    String key = search.key();
    boolean isAxis =
        axes.containsKey(key)
            || variants.stream().anyMatch(variant -> variant.set().containsKey(key));
    checks.require(!isAxis, "search.key", "'" + key + "', which is an axis", "a key of no axis");
  }

  /** Returns whether base or axes name a machine or a job stream. */
  boolean isOfHosts() {
    return has("machine") || has("jobStream");
  }

  private boolean has(String key) {
    return base.containsKey(key)
        || axes.containsKey(key)
        || variants.stream().anyMatch(variant -> variant.set().containsKey(key));
  }
}
