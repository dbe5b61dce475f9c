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
 * @param model what was checked
 * @param failure why it does not run; empty if it does
 * @param table report and model side by side, lines
 * @param differing the quantities that differ, one phrase each; a model has them in its about
 * @param far those of which a user must be warned
 */
public record ImportCheck(
    Imported model, String failure, String table, List<String> differing, List<String> far) {
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
    List<ImportCheck> checks = new ArrayList<>();
    for (var ended : new Runs(device, jobs, Instant.MAX, progress, stop).all(items)) {
      Imported model = models.get(checks.size());
      ended.failure().map(e -> failed(model, e)).or(ended::value).ifPresent(checks::add);
    }
    return checks;
  }

  /** Takes a model as it is, without a run. */
  public static ImportCheck unchecked(Imported model) {
    return new ImportCheck(model, "", "", List.of(), List.of());
  }

  private static Optional<ImportCheck> check(
      Imported model, Sweep.Device device, Progress progress, StopFlag stop) {
    try {
      PartRun run = PartRun.of(model, device.simulation(), progress, stop);
      return stop.isRequested() ? Optional.empty() : Optional.of(of(model, run));
    } catch (InvalidInputException e) {
      return check(model.withoutWaits().orElseThrow(() -> e), device, progress, stop);
    }
  }

  private static ImportCheck failed(Imported model, RuntimeException why) {
    return new ImportCheck(model, why.getMessage(), "", List.of(), List.of());
  }

  private static ImportCheck of(Imported model, PartRun run) {
    if (run.result().partial()) {
      return failed(
          model,
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
        model,
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
