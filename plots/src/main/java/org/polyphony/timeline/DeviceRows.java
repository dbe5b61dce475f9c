package org.polyphony.timeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.input.KernelName;
import org.polyphony.plot.CsvTable;

/** Kernels, epochs, decisions and IPC of the whole device. */
final class DeviceRows {
  private static final int EPOCHS = 1;
  private static final int DECISIONS = 2;
  private static final int FIRST_KERNELS = 3;
  private static final List<String> REASONS =
      List.of("outcome", "roles", "partitions", "measured", "scores", "moved", "settleCycles");

  private final List<String> benchmarks;

  DeviceRows(List<String> benchmarks) {
    this.benchmarks = benchmarks;
  }

  void name(TraceFile file) {
    file.nameProcess(Track.device(0).process(), "Device");
    file.nameTrack(Track.device(EPOCHS), "epochs");
    file.nameTrack(Track.device(DECISIONS), "decisions");
    for (int i = 0; i < benchmarks.size(); i++) {
      file.nameTrack(Track.device(FIRST_KERNELS + i), "kernels of " + benchmarks.get(i));
    }
  }

  /** Adds the launches of {@code kernels.csv}: those of the first rounds. */
  void addKernels(Schedule schedule, CsvTable kernels) {
    for (int row = 0; row < kernels.rows(); row++) {
      Track track =
          Track.device(FIRST_KERNELS + benchmarks.indexOf(kernels.text(row, "benchmark")));
      String name = KernelName.shown(kernels.text(row, "kernel"));
      long start = (long) kernels.number(row, "startCycle");
      Map<String, Object> args = args(kernels, row, List.of("launch", "threadBlocks", "ipc"));
      schedule.at(start, (tracks, now) -> tracks.begin(now, track, name, args));
      schedule.at(
          start + (long) kernels.number(row, "cycles"),
          (tracks, now) -> tracks.end(now, track, Map.of()));
    }
  }

  /** Adds epochs, IPC and decisions of {@code epochs.csv}. */
  void addEpochs(Schedule schedule, CsvTable epochs) {
    int count = benchmarks.size();
    long start = 0;
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      String name = "epoch " + epochs.text(row, "epoch");
      Map<String, Double> ipc = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        ipc.put(epochs.text(row + i, "benchmark"), epochs.number(row + i, "ipc"));
        addDecision(schedule, epochs, row + i);
      }
      schedule.at(
          start,
          (tracks, now) -> {
            tracks.endAll(now, Track.device(EPOCHS));
            tracks.begin(now, Track.device(EPOCHS), name, Map.of());
            tracks.counter(now, Track.device(0).process(), "IPC", ipc);
          });
      start = (long) epochs.number(row, "endCycle");
    }
  }

  private static void addDecision(Schedule schedule, CsvTable epochs, int row) {
    Optional<String> cycle = epochs.find(row, "decisionCycle").filter(text -> !text.isEmpty());
    if (cycle.isPresent()) {
      String name = epochs.text(row, "benchmark") + ": " + epochs.text(row, "decision");
      Map<String, Object> args = args(epochs, row, REASONS);
      schedule.at(
          (long) epochs.number(row, "decisionCycle"),
          (tracks, now) -> tracks.instant(now, Track.device(DECISIONS), name, args));
    }
  }

  /** Adds the IPC of {@code ipc.csv}: of all SMs on average, and of one. */
  void addWindows(Schedule schedule, CsvTable windows) {
    Map<Long, Map<String, Double>> ofAll = new TreeMap<>();
    Map<Long, Map<String, Double>> ofSm = new TreeMap<>();
    for (int row = 0; row < windows.rows(); row++) {
      (windows.text(row, "sm").equals("all") ? ofAll : ofSm)
          .computeIfAbsent((long) windows.number(row, "startCycle"), c -> new LinkedHashMap<>())
          .put(windows.text(row, "benchmark"), windows.number(row, "ipcPerSm"));
    }
    addCounter(schedule, Track.device(0).process(), "IPC of an SM, mean", ofAll);
    addCounter(schedule, Track.role(0).process(), "IPC", ofSm);
  }

  private static void addCounter(
      Schedule schedule, int process, String name, Map<Long, Map<String, Double>> values) {
    values.forEach(
        (cycle, ipc) ->
            schedule.at(cycle, (tracks, now) -> tracks.counter(now, process, name, ipc)));
  }

  private static Map<String, Object> args(CsvTable table, int row, List<String> columns) {
    Map<String, Object> args = new LinkedHashMap<>();
    columns.forEach(column -> args.put(column, table.text(row, column)));
    return args;
  }
}
