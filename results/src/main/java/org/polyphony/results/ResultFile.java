package org.polyphony.results;

import java.util.Arrays;
import java.util.Optional;

/** Files of a folder of results that are read as well as written; metrics.csv defines them. */
public enum ResultFile {
  CONFIG("config.json", "the experiment, to rerun it"),
  RESOLVED("resolved.json", "the experiment with all values"),
  SUMMARY("summary.json", "all totals"),
  EPOCHS("epochs.csv", "each workload in each epoch, decisions of the policy"),
  DECISIONS("decisions.csv", "candidates, measurements and choices of the policy"),
  KERNELS("kernels.csv", "each kernel launch"),
  REQUESTS("requests.csv", "arrival, start and end of each request"),
  IPC("ipc.csv", "IPC over windows of instructions"),
  ROLES("roles.csv", "role of each SM under the policy"),
  TIMELINE("timeline.csv", "launches, preemptions and ends of thread blocks"),
  TRACE("trace.json", "timeline for Perfetto"),
  FAILURE("failure.txt", "why the run failed and what each warp was waiting for"),
  SWEEP("sweep.json", "identity of the sweep"),
  LINES("results.jsonl", "one summary per run"),
  TABLE("results.csv", "the same as CSV"),
  REPEATS("repeats.csv", "means over seeds"),
  SEARCH("search.csv", "value found for each point of the axes"),
  EXPLANATION("explanation.csv", "what slows each workload down, by resource"),
  HOST_SUMMARY("host-summary.json", "all totals"),
  JOBS("jobs.csv", "outcome of each job"),
  ACTIVITIES("activities.csv", "activities of each job over time"),
  UTILISATION("utilisation.csv", "utilization of cores and GPUs over time"),
  AGREEMENT("agreement.csv", "simulated and measured values"),
  FRAGMENTATION("fragmentation.csv", "register fragmentation by the registers of two kernels"),
  INSTANCES("instances.csv", "speedup by number of instances"),
  MEANS("means.csv", "means of the figure"),
  RATIOS("ratios.csv", "paired ratios of each two policies"),
  PAIRS("pairs.csv", "STP and ANTT of each pair under each variant"),
  NOISE("noise.csv", "spread of STP over seeds"),
  SPEEDUPS("table3.csv", "speedup by number of SMs");

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

  /** Returns the file with a name; empty for any other. */
  public static Optional<ResultFile> of(String name) {
    return Arrays.stream(values()).filter(of -> of.file.equals(name)).findFirst();
  }

  /** Returns the content of a result file by its name; empty for any other file. */
  public static Optional<String> meaning(String name) {
    return of(name).map(of -> of.meaning);
  }
}
