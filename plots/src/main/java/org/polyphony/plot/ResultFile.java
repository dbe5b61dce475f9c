package org.polyphony.plot;

import java.util.Arrays;
import java.util.Optional;

/** Files of a folder of results that are read as well as written; METRICS.md defines them. */
public enum ResultFile {
  CONFIG("config.json", "what was run, as a file that runs it again"),
  RESOLVED("resolved.json", "the experiment with every value"),
  SUMMARY("summary.json", "all totals"),
  EPOCHS("epochs.csv", "each workload in each epoch, decisions of the policy"),
  DECISIONS("decisions.csv", "what the policy compared, measured and chose"),
  KERNELS("kernels.csv", "each kernel launch"),
  IPC("ipc.csv", "IPC over windows of instructions"),
  ROLES("roles.csv", "what the policy used each SM for"),
  TIMELINE("timeline.csv", "each thread block that came or went"),
  TRACE("trace.json", "timeline for Perfetto"),
  FAILURE("failure.txt", "what every warp waited for"),
  SWEEP("sweep.json", "which sweep this is"),
  LINES("results.jsonl", "a summary for each run"),
  TABLE("results.csv", "the same as a table"),
  REPEATS("repeats.csv", "means over seeds"),
  HOST_SUMMARY("host-summary.json", "all totals"),
  JOBS("jobs.csv", "how each job ended"),
  ACTIVITIES("activities.csv", "what each job did when"),
  UTILISATION("utilisation.csv", "use of cores and GPUs over time"),
  CLUSTER_RUNS("cluster-runs.csv", "each replay: waits, use and fragments of the nodes"),
  CLUSTER("cluster.csv", "use and fragments of the nodes over time"),
  CLUSTER_JOBS("cluster-jobs.csv", "where each job ran, of the first seed"),
  FILLING("filling.csv", "a cluster as it fills up"),
  AGREEMENT("agreement.csv", "simulated and measured values"),
  FRAGMENTATION("fragmentation.csv", "register fragmentation by registers of two kernels"),
  INSTANCES("instances.csv", "speed-up by number of instances"),
  MEANS("means.csv", "means of the figure"),
  NOISE("noise.csv", "spread of STP over seeds"),
  ORACLE("oracle.csv", "windows of an oracle"),
  SPEEDUPS("table3.csv", "speed-up by number of SMs");

  private final String file;
  private final String meaning;

  ResultFile(String file, String meaning) {
    this.file = file;
    this.meaning = meaning;
  }

  /** Returns its name in the folder. */
  public String file() {
    return file;
  }

  /** Returns what the file with a name holds; empty for any other file. */
  public static Optional<String> meaning(String name) {
    return Arrays.stream(values())
        .filter(of -> of.file.equals(name))
        .map(of -> of.meaning)
        .findFirst();
  }
}
