package org.polyphony.study.probe;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.config.ExperimentLoader;
import org.polyphony.input.Key;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.run.ResultFiles;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.simulation.RunResult;
import org.polyphony.study.Probe;
import org.polyphony.study.StudyContext;

/** Experiments whose IPC is recorded in windows of instructions; each writes all of its results. */
final class IpcWindows {
  static final Probe<Parameters> PROBE =
      new Probe<>(
          "ipc-windows",
          "experiments, with a row for each workload in each window of instructions of an SM",
          Parameters.class,
          (folder, parameters) -> planned(),
          IpcWindows::run);

  /** What runs. */
  public record Parameters(
      @Key("experiments, by the names of their folders") Map<String, Object> experiments,
      @Key(value = "length of a window", unit = "thread instructions of an SM", min = 1)
          int window) {}

  private IpcWindows() {}

  private static LongTable planned() {
    List<String> numbers =
        List.of(LongTable.NUMBER, "workload.window", "workload.ipcPerSm", "workload.speed");
    Columns columns = Columns.of(List.of("run", LongTable.WORKLOAD), numbers);
    return LongTable.planned(List.of("run"), List.of(), columns, Map.of());
  }

  private static Optional<LongTable> run(
      StudyContext context, String gpu, Path folder, Parameters of) {
    Map<String, List<Row>> rows =
        context
            .runs()
            .forEach(
                List.copyOf(of.experiments.keySet()),
                (name, progress) -> run(name, gpu, context, of, progress));
    return context.stop().isRequested()
        ? Optional.empty()
        : Optional.of(
            planned().ran(rows.values().stream().flatMap(List::stream).toList(), Map.of()));
  }

  private static Optional<List<Row>> run(
      String name, String gpu, StudyContext context, Parameters of, Progress progress) {
    ObjectNode root = (ObjectNode) Json.tree(of.experiments.get(name));
    root.put("gpu", gpu);
    root.put("instructionBudget", context.effort().scale().instructionBudget());
    Experiment experiment =
        new Experiments(context.device().library())
            .open(
                ExperimentLoader.of(name, root, Path.of(""), List.of()),
                new Experiments.Extras(false, of.window));
    Outcome outcome = context.device().runner().run(experiment, progress, context.stop());
    if (outcome.shared().partial() || context.stop().isRequested()) {
      return Optional.empty();
    }
    ResultFiles.write(
        OutputFolder.open(context.folder().path().resolve(name)), outcome, Provenance.current());
    return Optional.of(rows(name, outcome));
  }

  /** Returns the windows of an SM; speed is relative to the mean of the workload alone. */
  private static List<Row> rows(String name, Outcome outcome) {
    int sms = outcome.experiment().spec().gpu().sms();
    List<Row> rows = new ArrayList<>();
    for (RunResult.WindowRow window : outcome.shared().windowsOfSm()) {
      int workload = window.workload();
      double ipc = (double) window.threadInstructions() / (window.endCycle() - window.startCycle());
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put("run", name);
      cells.put(LongTable.WORKLOAD, outcome.experiment().inputs().get(workload).name());
      cells.put(LongTable.NUMBER, workload + 1);
      cells.put("workload.window", window.window());
      cells.put("workload.ipcPerSm", ipc);
      cells.put("workload.speed", ipc * sms / outcome.ipcAlone(workload));
      rows.add(new Row(cells));
    }
    return rows;
  }
}
