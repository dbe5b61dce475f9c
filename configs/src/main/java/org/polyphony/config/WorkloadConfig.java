package org.polyphony.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.input.Key;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;
import org.polyphony.simulation.Tenant;

/**
 * One of the workloads of an experiment.
 *
 * @param kind what it is
 * @param reference the name of a bundled benchmark, or the path of a trace or a model, made
 *     absolute from the folder of the experiment
 */
public record WorkloadConfig(
    Kind kind,
    String reference,
    @Key(
            value =
                "name in results; default: that of the benchmark, the trace's folder or the"
                    + " model's file",
            min = 1,
            absent = Key.NONE)
        String name,
    @Key(
            value = "problem size relative to the workload's own",
            aboveMin = true,
            max = 1,
            absent = "1")
        double scale,
    @Key(value = "integers in place of parameters of its kernel model, by name", absent = "{}")
        Map<String, Object> parameters,
    @Key(
            value = "instructions after which it finishes early; default: the experiment's",
            unit = "thread instructions",
            min = 1,
            max = Key.LONGEST,
            absent = Key.NONE)
        long instructionBudget,
    @Key(
            value = "consecutive executions of its host program before it finishes",
            min = 1,
            max = 1_000_000,
            absent = "1")
        int repeat,
    @Key(
            value = "whether instructions that are not modeled run approximated; else an error",
            absent = "false")
        boolean approximate,
    @Key(
            value = "when it starts, or when its first request can arrive; also in cycles",
            unit = "us",
            max = ArrivalsConfig.LONGEST_MICROS,
            absent = "0")
        double start,
    @Key(
            value =
                "requests, each one run of its host program; default: it runs at its start, and"
                    + " again as restart says",
            absent = Key.NONE)
        ArrivalsConfig arrivals,
    @Key(
            value = "time from arrival to end of a request beyond which it misses its deadline",
            unit = "us",
            aboveMin = true,
            max = ArrivalsConfig.LONGEST_MICROS)
        Double deadline,
    @Key(
            value = "priority of its kernels; higher is more important",
            min = -1000,
            max = 1000,
            absent = "0")
        int priority,
    @Key(
            value =
                "share of the SMs on which it may have thread blocks at a time, rounded down to"
                    + " pairs of SMs (active thread percentage of MPS)",
            unit = "%",
            min = 1,
            max = 100,
            absent = "100")
        int activeThreadPercentage) {
  /** Keys that say what a workload is; it has one of them. */
  record FileKeys(
      @Key(value = "name of a bundled benchmark or sample", choice = true) String benchmark,
      @Key(value = "SASS trace (kernelslist.g), relative to this file", choice = true) String trace,
      @Key(value = "kernel model, relative to this file", choice = true) String model) {}

  /** The workload has no budget of its own. */
  public static final long BUDGET_OF_EXPERIMENT = 0;

  private static final double KHZ_PER_MHZ = 1000;

  /** What a workload can be; the key that names it in a config is its name in lower case. */
  public enum Kind {
    /** A bundled benchmark or sample, by name. */
    BENCHMARK,
    /** A SASS trace, by path. */
    TRACE,
    /** A kernel model, by path. */
    MODEL
  }

  /** Returns what replaces parameters of a model. */
  public Map<String, Long> integers() {
    Map<String, Long> integers = new TreeMap<>();
    parameters.forEach((name, value) -> integers.put(name, ((Number) value).longValue()));
    return integers;
  }

  /** Returns the error for a name that no bundled workload has. */
  Optional<Violation> unknown(List<String> bundled) {
    String allowed = NearestName.oneOf(reference, bundled) + ", or an object with trace or model";
    return kind == Kind.BENCHMARK && !bundled.contains(reference)
        ? Optional.of(new Violation("", '"' + reference + '"', allowed))
        : Optional.empty();
  }

  /** Checks rules that the keys do not state. */
  void check(Violation.Checks checks) {
    checks.require(
        kind != Kind.TRACE || parameters.isEmpty(),
        "parameters",
        "values for a trace",
        "those of a kernel model");
    parameters.forEach(
        (name, value) ->
            checks.require(
                value instanceof Integer || value instanceof Long,
                "parameters." + name,
                value,
                "an integer"));
  }

  /**
   * Returns how it comes to a device.
   *
   * @param coreKhz core clock of the device
   * @param seed of random arrivals
   */
  public Tenant tenant(int coreKhz, long seed) {
    double cyclesPerMicro = coreKhz / KHZ_PER_MHZ;
    return new Tenant(
        Math.round(start * cyclesPerMicro),
        Optional.ofNullable(arrivals).map(config -> config.on(coreKhz, seed)),
        deadline == null ? Tenant.NONE : Math.max(1, Math.round(deadline * cyclesPerMicro)),
        priority,
        activeThreadPercentage);
  }

  /** Returns whether it has a budget of its own. */
  public boolean hasBudget() {
    return instructionBudget != BUDGET_OF_EXPERIMENT;
  }

  /**
   * Returns the path of a trace or model.
   *
   * @throws IllegalStateException when it is a bundled benchmark
   */
  public Path path() {
    if (kind == Kind.BENCHMARK) {
      throw new IllegalStateException("no path: " + this);
    }
    return Path.of(reference);
  }
}
