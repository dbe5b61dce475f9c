package org.polyphony.imported;

import static java.util.stream.Collectors.joining;
import static org.polyphony.results.table.Formats.text;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Runs;
import org.polyphony.sweep.Sweep;
import org.polyphony.workload.profile.ModelImport.Imported;

/**
 * How near a model comes to what the profiler counted: a part of the launch runs alone.
 *
 * @param failure why it does not run; empty if it does
 * @param table report and model side by side, lines
 * @param differing the quantities that differ, one phrase each; a model has them in its about
 * @param far those of which a user must be warned
 */
public record ImportCheck(String failure, String table, List<String> differing, List<String> far) {
  /**
   * Runs models, several at a time.
   *
   * @return a check for each, in order; fewer after a stop
   */
  public static List<ImportCheck> all(
      List<Imported> models, Sweep.Device device, int jobs, Progress progress, StopFlag stop) {
    List<Runs.Item<ImportCheck>> items = new ArrayList<>();
    for (Imported model : models) {
      items.add(
          new Runs.Item<>("check of " + model.name(), shown -> check(model, device, shown, stop)));
    }
    return new Runs(device, jobs, Instant.MAX, progress, stop)
        .all(items).stream()
            .flatMap(ended -> ended.failure().map(ImportCheck::failed).or(ended::value).stream())
            .toList();
  }

  private static Optional<ImportCheck> check(
      Imported model, Sweep.Device device, Progress progress, StopFlag stop) {
    PartRun run = PartRun.of(model, device.simulation(), progress, stop);
    return stop.isRequested() ? Optional.empty() : Optional.of(of(model, run));
  }

  private static ImportCheck failed(RuntimeException why) {
    return new ImportCheck(why.getMessage(), "", List.of(), List.of());
  }

  private static ImportCheck of(Imported model, PartRun run) {
    if (run.result().partial()) {
      return failed(
          new InvalidInputException("its model executes far more instructions than the launch"));
    }
    List<Quantity> all = Quantity.of(model.counts(), run);
    StringBuilder table = new StringBuilder();
    table.append(
        text(
            "  check: %.0f%% of its thread blocks on %d SMs, counts for all of them\n",
            100 * run.share(), run.sms()));
    table.append(text("    %-24s %16s %16s %11s\n", "", "report", "model", "difference"));
    all.forEach(quantity -> table.append(quantity.row()).append('\n'));
    all.stream()
        .filter(Quantity::differs)
        .map(q -> "  differs: " + q.brief() + "; likely cause: " + q.cause() + "\n")
        .forEach(table::append);
    return new ImportCheck(
        "",
        table.toString(),
        all.stream().filter(Quantity::differs).map(Quantity::brief).toList(),
        all.stream().filter(Quantity::isFar).map(Quantity::brief).toList());
  }

  /** Returns what a model says of itself; empty if nothing differs. */
  public String about() {
    return differing.isEmpty()
        ? ""
        : " Differs from the report: " + differing.stream().collect(joining(", ")) + ".";
  }
}
