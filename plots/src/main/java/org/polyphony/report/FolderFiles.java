package org.polyphony.report;

import java.util.Map;
import java.util.Optional;

/** Links to the files of the folder, and the config of a run. */
final class FolderFiles implements Part {
  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("config.json", "the experiment with every value"),
          Map.entry("summary.json", "all totals"),
          Map.entry("epochs.csv", "each workload in each epoch, decisions of the policy"),
          Map.entry("decisions.csv", "what the policy compared, measured and chose"),
          Map.entry("kernels.csv", "each kernel launch"),
          Map.entry("ipc.csv", "IPC over windows of instructions"),
          Map.entry("roles.csv", "what the policy used each SM for"),
          Map.entry("timeline.csv", "each thread block that came or went"),
          Map.entry("trace.json", "timeline for Perfetto"),
          Map.entry("failure.txt", "what every warp waited for"),
          Map.entry("sweep.json", "which sweep this is"),
          Map.entry("results.jsonl", "a summary for each run"),
          Map.entry("host-summary.json", "all totals"),
          Map.entry("utilisation.csv", "use of cores and GPUs over time"),
          Map.entry("activities.csv", "what each job did when"),
          Map.entry("results.csv", "the same as a table"));

  @Override
  public Optional<Section> section(Source source) {
    Section section = new Section("files", "Files");
    for (String file : source.results().files()) {
      section.link(MEANINGS.getOrDefault(file, "result"), file, source.links().to(file));
    }
    source
        .results()
        .json("config.json")
        .ifPresent(config -> section.code("Config", config.toPrettyString()));
    return section.hasFacts() ? Optional.of(section) : Optional.empty();
  }
}
