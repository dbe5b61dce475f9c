package org.polyphony.run;

import java.util.ArrayList;
import java.util.List;

/** Every value of the result files: unit and definition. {@code METRICS.md} is made of this. */
public final class Metrics {
  private static final List<Metric> ALL = new ArrayList<>();

  static {
    summary("schemaVersion", "number", "version of this format, 1");
    summary("partial", "boolean", "true: the run was stopped early; absent otherwise");
    summary("experiment", "name", "`name` of the experiment");
    summary("gpu", "name", "device");
    summary("policy", "name", "partition policy");
    summary("warpScheduler", "name", "warp scheduler within a kernel");
    summary("kernelScheduler", "name", "warp scheduler between the kernels of an SM");
    summary("preemption", "name", "preemption technique");
    summary("objective", "name", "what the policy optimizes; null when it optimizes nothing");
    summary("seed", "number", "seed of everything random");
    summary("cycles", "core cycles", "length of the run: until the last first round ended");
    summary("warpInstructions", "warp instructions", "issued in the run, later rounds included");
    summary("threadInstructions", "thread instructions", "active lanes summed over these");
    summary("stp", "1", "system throughput: sum of normalizedProgress; higher is better");
    summary("antt", "1", "mean of 1 / normalizedProgress; lower is better");
    benchmark("name", "name", "workload");
    benchmark("type", "name", "COM or MEM as in GPU Maestro Table 3; null when not known");
    benchmark(
        "warpInstructions",
        "warp instructions",
        "of the first round, without those of flushed thread blocks that were issued again");
    benchmark("threadInstructions", "thread instructions", "active lanes summed over these");
    benchmark("cycles", "core cycles", "to the end of the first round");
    benchmark("ipc", "thread instructions / cycle", "threadInstructions / cycles");
    benchmark(
        "ipcAlone", "thread instructions / cycle", "the same with the whole device to itself");
    benchmark("normalizedProgress", "1", "ipc / ipcAlone");
    benchmark("launches", "kernel launches", "of the first round; null with policy oracle");
    benchmark("restarts", "rounds", "begun after the first, to keep up the load");
    benchmark(
        "finished", "boolean", "false: the run was stopped before the end of the first round");
    part("partition", "name", "under which a run of its own was made; only with policy oracle");
    part("windows", "1", "share of the oracle's instruction windows that were taken from that run");
    part("stp", "1", "of that run as it was");
    part("antt", "1", "of that run as it was");
    device(
        "l1HitRate",
        "1",
        "sectors that loads and stores found in L1D / looked up there; null without any");
    device("l2HitRate", "1", "sectors found in L2 / looked up there; null without any");
    device("dramBytes", "bytes", "read from and written to DRAM");
    device("dramUtilization", "1", "dramBytes / bytes that DRAM could have moved in the run");
    device("issueUtilization", "1", "issue slots that issued / (warp schedulers x cycles)");
    device("stalls.*", "issue slots", "that issued nothing, by cause; with the issued: all slots");
    partitioning(
        "decisions.*",
        "1",
        "share of the policy's decisions with this outcome; smkOtherByOne is part of smkOther");
    partitioning("preemptions.*", "thread blocks", "preempted by this technique");
    partitioning(
        "preemptionCycles.*",
        "core cycles",
        "mean from the decision until the place is free, by technique");
    partitioning(
        "flushedInstructions", "warp instructions", "of flushed thread blocks, issued again");
    partitioning(
        "overhead",
        "1",
        "SM cycles lost to preemption / all SM cycles: contexts on their way out and back, and flushed work,"
            + " each thread block with the largest of its shares of an SM");
    partitioning(
        "fragmentation.smCycles",
        "1",
        "share of SM cycles in which a thread block wanted there had room by amount, but no place");
    partitioning(
        "fragmentation.registers",
        "1",
        "share of the registers that was of no use then, mean over these cycles; null without");
    partitioning("fragmentation.sharedMemory", "1", "likewise for shared memory");
    partitioning("fragmentation.periods", "number", "how often an SM became fragmented");
    partitioning("fragmentation.meanCycles", "core cycles", "mean length of such a period");
    partitioning("fragmentation.meanMillis", "ms", "the same as time");
    host("wallSeconds", "s", "time of all simulation; cached alone runs take none");
    host("warpInstructionsPerSecond", "1/s", "warp instructions simulated per wall second");
    host("peakMemoryBytes", "bytes", "largest resident set of the process");
    provenance("version", "of Polyphony");
    provenance(
        "gitCommit",
        "that the program was built from, with -dirty when files had changed; null without one");
    provenance("configHash", "SHA-256 of the experiment, its device and its workloads' files");
    provenance("java", "version of the Java runtime");

    epochs("epoch", "number", "from 0");
    epochs("endCycle", "core cycles", "end of the epoch");
    epochs("benchmark", "name", "workload; one row for each in each epoch");
    epochs("kernel", "name", "that ran at the end of the epoch; empty when none did");
    epochs("warpInstructions", "warp instructions", "issued in the epoch");
    epochs("threadInstructions", "thread instructions", "active lanes summed over these");
    epochs("ipc", "thread instructions / cycle", "threadInstructions / cycles of the epoch");
    epochs("quota", "thread blocks", "that the policy wants resident, summed over SMs");
    epochs("resident", "thread blocks", "resident at the end of the epoch");
    epochs(
        "decisionCycle",
        "core cycles",
        "when the policy decided, in these cycles; this and what follows is empty without");
    epochs("decision", "name", "the best of what the policy compared");
    epochs("outcome", "name", "what it counts as in partitioning.decisions");
    epochs(
        "roles",
        "text",
        "what each SM was for: maestro: a process of its own, F follower, + and - trials");
    epochs("partitions", "thread blocks", "of the benchmark on an SM, by what the SM was for");
    epochs(
        "measured",
        "thread instructions / cycle",
        "of the benchmark on an SM, likewise; warped-slicer: by thread blocks");
    epochs("scores", "1", "of what was compared: antt lower, stp higher is better");
    epochs(
        "moved", "thread blocks", "of all benchmarks that had to leave before this was measured");
    epochs("settleCycles", "core cycles", "that this took, outside of what was measured");

    decisions("epoch", "number", "of epochs.csv in whose cycles the policy decided");
    decisions("cycle", "core cycles", "when it decided: the end of what it measured");
    decisions("pair", "names", "benchmarks that it decided about together, a slash between them");
    decisions(
        "candidate",
        "name",
        "what was compared: maestro: follower, more, fewer (one thread block), spatial; oracle: each"
            + " partition; warped-slicer: smkOther, spatial, and sample: a point of a scaling"
            + " curve");
    decisions("benchmark", "name", "workload; one row for each that the candidate concerns");
    decisions(
        "threadBlocks",
        "thread blocks",
        "of the benchmark on an SM under the candidate; empty where it was not tried");
    decisions(
        "ipc",
        "thread instructions / cycle",
        "of the benchmark on such an SM; empty where it was not measured");
    decisions(
        "score",
        "1",
        "of the candidate: antt lower, stp higher is better; warped-slicer: least normalized"
            + " performance, of spatial the least that smkOther must reach; empty when not known");
    decisions("chosen", "boolean", "true: the policy chose the candidate");

    kernels("benchmark", "name", "workload");
    kernels("launch", "number", "from 0, within the first round of the workload");
    kernels("kernel", "name", "kernel");
    kernels("startCycle", "core cycles", "when the host launched it");
    kernels("cycles", "core cycles", "from then to the end of its last thread block");
    kernels("warpInstructions", "warp instructions", "issued by it");
    kernels("threadInstructions", "thread instructions", "active lanes summed over these");
    kernels("ipc", "thread instructions / cycle", "threadInstructions / cycles");
    kernels("threadBlocks", "thread blocks", "that ended");

    windows("sm", "name", "all: rows about the mean over SMs; 0: rows about SM 0 alone");
    windows(
        "window", "number", "from 0; each N thread instructions per SM long (`--ipc-window N`)");
    windows("startCycle", "core cycles", "start of the window: the end of the one before");
    windows("endCycle", "core cycles", "first after which N x (window + 1) were issued per SM");
    windows(
        "issuedPerSm", "thread instructions", "of all benchmarks to the window's end / these SMs");
    windows("benchmark", "name", "workload; one row for each in each window");
    windows("kernel", "name", "that ran at the end of the window; empty when none did");
    windows(
        "warpInstructions",
        "warp instructions",
        "issued in the window, by all these SMs; empty for SM 0");
    windows("threadInstructions", "thread instructions", "active lanes summed over these");
    windows("ipc", "thread instructions / cycle", "threadInstructions / cycles of the window");
    windows("ipcPerSm", "thread instructions / cycle", "ipc / these SMs: of an SM on average");

    roles("cycle", "core cycles", "from when on, until the next row about this SM");
    roles("sm", "number", "SM, from 0");
    roles(
        "role",
        "name",
        "what the policy uses it for: maestro: dedicated, follower, more or fewer (trials);"
            + " warped-slicer: sampling; else empty");
    roles("benchmark", "name", "workload; one row for each");
    roles(
        "quota",
        "thread blocks",
        "of the benchmark that the policy wants there, of those that fit");

    timeline("cycle", "core cycles", "when");
    timeline(
        "event",
        "name",
        "of a thread block: launch or resume; end, or drop (it leaves before its end); the decision"
            + " that it is to leave: drain, suspend (its context moves) or flush; keep: it drained"
            + " and may stay");
    timeline("sm", "number", "SM, from 0");
    timeline("slot", "number", "thread-block slot of the SM, from 0");
    timeline("benchmark", "name", "workload");
    timeline("launch", "number", "kernel launch, from 0, rounds counted through");
    timeline("threadBlock", "number", "index in the grid");

    results("run", "name", "id of the run: what its axes say");
    results("error", "text", "why the run failed; then all that follows is missing");
    results("axes.*", "name or number", "value of the axis; lists and objects as JSON");
    results("benchmarks.0.*", "", "of the first workload: `benchmarks[].*` of summary.json");
    results("*", "", "the value of summary.json with this path; `host` is left out");
  }

  private Metrics() {}

  /** Returns every metric, file by file, in the order of the files' keys and columns. */
  public static List<Metric> all() {
    return List.copyOf(ALL);
  }

  /**
   * Returns the columns of a CSV result file, in order.
   *
   * @param file its name
   */
  public static List<String> columns(String file) {
    return ALL.stream().filter(m -> m.file().equals(file)).map(Metric::name).toList();
  }

  /** Returns the reference of all metrics as Markdown. */
  public static String markdown() {
    StringBuilder text =
        new StringBuilder("# Metrics\n\nWhat each value of the result files is. Made from the ")
            .append("table in `org.polyphony.run.Metrics`; `mvn verify` checks it.\n");
    String file = "";
    for (Metric metric : ALL) {
      if (!metric.file().equals(file)) {
        file = metric.file();
        text.append("\n## ").append(file).append("\n\n| value | unit | meaning |\n|---|---|---|\n");
      }
      text.append("| `%s` | %s | %s |%n".formatted(metric.name(), metric.unit(), metric.meaning()));
    }
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  private static void summary(String name, String unit, String meaning) {
    ALL.add(new Metric("summary.json", name, unit, meaning));
  }

  private static void benchmark(String name, String unit, String meaning) {
    summary("benchmarks[]." + name, unit, meaning);
  }

  private static void part(String name, String unit, String meaning) {
    summary("parts[]." + name, unit, meaning);
  }

  private static void device(String name, String unit, String meaning) {
    summary("device." + name, unit, meaning);
  }

  private static void partitioning(String name, String unit, String meaning) {
    summary("partitioning." + name, unit, meaning);
  }

  private static void host(String name, String unit, String meaning) {
    summary("host." + name, unit, meaning);
  }

  private static void provenance(String name, String meaning) {
    summary("provenance." + name, "text", meaning);
  }

  private static void epochs(String name, String unit, String meaning) {
    ALL.add(new Metric("epochs.csv", name, unit, meaning));
  }

  private static void decisions(String name, String unit, String meaning) {
    ALL.add(new Metric(ResultFiles.DECISIONS, name, unit, meaning));
  }

  private static void kernels(String name, String unit, String meaning) {
    ALL.add(new Metric("kernels.csv", name, unit, meaning));
  }

  private static void windows(String name, String unit, String meaning) {
    ALL.add(new Metric("ipc.csv", name, unit, meaning));
  }

  private static void results(String name, String unit, String meaning) {
    String given = unit.isEmpty() ? "as there" : unit;
    ALL.add(new Metric("results.csv", name, given, meaning));
  }

  private static void roles(String name, String unit, String meaning) {
    ALL.add(new Metric("roles.csv", name, unit, meaning));
  }

  private static void timeline(String name, String unit, String meaning) {
    ALL.add(new Metric("timeline.csv", name, unit, meaning));
  }
}
