package org.polyphony.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Writer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.polyphony.input.KernelName;
import org.polyphony.results.CsvTable;
import org.polyphony.results.EventFile;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.results.RunRecord;
import org.polyphony.results.SmUse;
import org.polyphony.timeline.TraceFile.Slice;
import org.polyphony.timeline.TraceFile.Track;

/**
 * Writes the timeline of a run. A process of the trace is the device (kernels, requests, epochs,
 * decisions, IPC) or an SM (what it is used for, thread blocks on their slots and preemptions
 * within them, how many of each workload it holds); a core cycle is shown as a microsecond.
 *
 * <p>State per slot: its thread block and what has preempted it so far; per SM: resident thread
 * blocks by workload; the SMs whose counts have changed in the current cycle.
 */
final class RunTimeline {
  private static final int DEVICE = 1; // process
  private static final int FIRST_SM = 2; // process
  private static final Track EPOCHS = new Track(DEVICE, 1);
  private static final Track DECISIONS = new Track(DEVICE, 2);
  private static final int FIRST_KERNELS = 3; // thread
  private static final List<ResultColumn> REASONS =
      List.of(
          ResultColumn.OUTCOME,
          ResultColumn.ROLES,
          ResultColumn.PARTITIONS,
          ResultColumn.MEASURED,
          ResultColumn.SCORES,
          ResultColumn.MOVED,
          ResultColumn.SETTLE_CYCLES);

  private final TraceFile file;
  private final List<String> workloads;
  private final long end; // of what is shown
  private final Map<Track, List<Slice>> slots = new LinkedHashMap<>();
  private final Map<Integer, Map<String, Integer>> resident = new LinkedHashMap<>();
  private final Set<Integer> changed = new TreeSet<>();
  private long now;

  private RunTimeline(TraceFile file, List<String> workloads, long end) {
    this.file = file;
    this.workloads = workloads;
    this.end = end;
  }

  static void write(Results results, Span span, Writer out) {
    RunRecord run = results.runs().get(0);
    JsonNode config = results.json(ResultFile.RESOLVED).orElseThrow();
    long cycles = (long) run.number("/cycles");
    TraceFile file = new TraceFile(out, span, about(run, config));
    RunTimeline timeline = new RunTimeline(file, run.names(), Math.min(cycles, span.to()));
    timeline.nameTracks(config.at("/gpu/sms").asInt(), config.at("/gpu/sm/threadBlocks").asInt());
    results.table(ResultFile.KERNELS).ifPresent(timeline::addKernels);
    results.table(ResultFile.REQUESTS).ifPresent(timeline::addRequests);
    results.table(ResultFile.EPOCHS).ifPresent(timeline::addEpochs);
    results.table(ResultFile.IPC).ifPresent(timeline::addWindows);
    results.table(ResultFile.ROLES).ifPresent(roles -> timeline.addUses(roles, cycles));
    timeline.addThreadBlocks(results, Math.min(cycles, span.to() - 1));
    file.close();
  }

  private static Map<String, Object> about(RunRecord run, JsonNode config) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("experiment", run.experiment());
    about.put("workloads", run.workloads());
    about.put("policy", run.policy());
    about.put("gpu", run.summary().path("gpu").asText());
    about.put("time", "1 us is 1 core cycle");
    about.put("coreKhz", config.at("/gpu/coreKhz").asLong());
    about.put("configHash", run.summary().at("/provenance/configHash").asText());
    return about;
  }

  private static Track role(int sm) {
    return new Track(FIRST_SM + sm, 0);
  }

  private static Track slot(int sm, int slot) {
    return new Track(FIRST_SM + sm, 1 + slot);
  }

  private void nameTracks(int sms, int slots) {
    file.nameProcess(DEVICE, "Device");
    file.nameTrack(EPOCHS, "epochs");
    file.nameTrack(DECISIONS, "decisions");
    for (int i = 0; i < workloads.size(); i++) {
      file.nameTrack(new Track(DEVICE, FIRST_KERNELS + i), "kernels of " + workloads.get(i));
    }
    for (int sm = 0; sm < sms; sm++) {
      file.nameProcess(FIRST_SM + sm, "SM " + sm);
      file.nameTrack(role(sm), "role");
      for (int slot = 0; slot < slots; slot++) {
        file.nameTrack(slot(sm, slot), "slot " + slot);
      }
    }
  }

  /** Adds the launches of {@code kernels.csv}: those of the first rounds. */
  private void addKernels(CsvTable kernels) {
    Map<Track, Long> ends = new HashMap<>(); // of the last kernel on each track
    for (int row = 0; row < kernels.rows(); row++) {
      String name = KernelName.shown(kernels.text(row, ResultColumn.KERNEL));
      long start = (long) kernels.time(row, ResultColumn.START_CYCLE);
      long to = start + (long) kernels.time(row, ResultColumn.CYCLES);
      Track track = freeTrack(kernels.text(row, ResultColumn.BENCHMARK), start, ends);
      ends.put(track, to);
      Map<String, Object> args =
          args(
              kernels,
              row,
              List.of(ResultColumn.LAUNCH, ResultColumn.THREAD_BLOCKS, ResultColumn.IPC));
      file.slice(track, new Slice(name, start, to, args));
    }
  }

  /** Returns a workload's first track without a kernel; concurrent ones of streams need several. */
  private Track freeTrack(String workload, long start, Map<Track, Long> ends) {
    Track track = new Track(DEVICE, FIRST_KERNELS + workloads.indexOf(workload));
    while (ends.getOrDefault(track, 0L) > start) {
      track = new Track(DEVICE, track.thread() + Math.max(1, workloads.size()));
      if (!ends.containsKey(track)) {
        file.nameTrack(track, "kernels of " + workload + ", concurrent");
      }
    }
    return track;
  }

  /**
   * Adds the requests of {@code requests.csv}: each waits for its first thread block, then runs.
   */
  private void addRequests(CsvTable requests) {
    for (int row = 0; row < requests.rows(); row++) {
      String workload = requests.text(row, ResultColumn.BENCHMARK);
      Map<String, Object> args =
          args(
              requests,
              row,
              List.of(
                  ResultColumn.REQUEST,
                  ResultColumn.LATENCY_MICROS,
                  ResultColumn.SLOWDOWN,
                  ResultColumn.LATE));
      double arrival = requests.time(row, ResultColumn.ARRIVAL_CYCLE);
      double start = requests.time(row, ResultColumn.START_CYCLE, arrival);
      double earliest = Double.isFinite(start) ? start : arrival;
      long to = (long) requests.time(row, ResultColumn.END_CYCLE, earliest);
      List<Slice> parts = new ArrayList<>();
      long ran = Double.isFinite(start) ? (long) start : to;
      parts.add(new Slice("waiting", (long) arrival, ran, Map.of()));
      if (Double.isFinite(start)) {
        parts.add(new Slice("running", ran, to, Map.of()));
      }
      file.request(
          new Track(DEVICE, FIRST_KERNELS + workloads.indexOf(workload)),
          row, // whatever number the file gives the request
          new Slice("requests of " + workload, (long) arrival, to, args),
          parts);
    }
  }

  /** Adds epochs, IPC and decisions of {@code epochs.csv}. */
  private void addEpochs(CsvTable epochs) {
    int count = workloads.size();
    long start = 0;
    for (int row = 0; row + count <= epochs.rows(); row += count) {
      String name = "epoch " + epochs.text(row, ResultColumn.EPOCH);
      long to = (long) epochs.time(row, ResultColumn.END_CYCLE);
      Map<String, Double> ipc = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        ipc.put(
            epochs.text(row + i, ResultColumn.BENCHMARK), epochs.number(row + i, ResultColumn.IPC));
        addDecision(epochs, row + i);
      }
      file.slice(EPOCHS, new Slice(name, start, to, Map.of()));
      file.counter(DEVICE, "IPC", start, ipc);
      start = to;
    }
  }

  private void addDecision(CsvTable epochs, int row) {
    if (epochs.find(row, ResultColumn.DECISION_CYCLE).filter(text -> !text.isEmpty()).isPresent()) {
      String name =
          epochs.text(row, ResultColumn.BENCHMARK) + ": " + epochs.text(row, ResultColumn.DECISION);
      long cycle = (long) epochs.time(row, ResultColumn.DECISION_CYCLE);
      file.instant(DECISIONS, cycle, name, args(epochs, row, REASONS));
    }
  }

  private static Map<String, Object> args(CsvTable table, int row, List<ResultColumn> columns) {
    Map<String, Object> args = new LinkedHashMap<>();
    columns.forEach(column -> args.put(column.heading(), table.text(row, column)));
    return args;
  }

  /** Adds the IPC of {@code ipc.csv}: of all SMs on average, and of one. */
  private void addWindows(CsvTable windows) {
    Map<String, Map<Long, Map<String, Double>>> bySm = new TreeMap<>();
    for (int row = 0; row < windows.rows(); row++) {
      bySm.computeIfAbsent(windows.text(row, ResultColumn.SM), sm -> new TreeMap<>())
          .computeIfAbsent(
              (long) windows.time(row, ResultColumn.START_CYCLE), c -> new LinkedHashMap<>())
          .put(
              windows.text(row, ResultColumn.BENCHMARK),
              windows.number(row, ResultColumn.IPC_PER_SM));
    }
    bySm.getOrDefault("all", Map.of())
        .forEach((start, ipc) -> file.counter(DEVICE, "IPC of an SM, mean", start, ipc));
    bySm.getOrDefault("0", Map.of())
        .forEach((start, ipc) -> file.counter(FIRST_SM, "IPC", start, ipc));
  }

  private void addUses(CsvTable roles, long cycles) {
    for (SmUse.Until span : SmUse.spans(SmUse.read(roles), cycles)) {
      SmUse use = span.use();
      file.slice(role(use.sm()), new Slice(use.name(), use.cycle(), span.to(), use.quotas()));
    }
  }

  private void addThreadBlocks(Results results, long last) {
    EventFile.read(
        results.path(ResultFile.TIMELINE),
        event -> {
          boolean isShown = event.cycle() <= last;
          if (isShown) {
            if (event.cycle() > now) {
              addCounts();
              now = event.cycle();
            }
            add(event);
          }
          return isShown;
        });
    addCounts();
    slots.forEach((slot, slices) -> slices.forEach(slice -> file.slice(slot, slice)));
  }

  private void add(EventFile.Event event) {
    Track slot = slot(event.sm(), event.slot());
    List<Slice> slices = slots.computeIfAbsent(slot, s -> new ArrayList<>());
    switch (event.kind()) {
      case "launch", "resume" -> {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("launch", event.launch());
        args.put("threadBlock", event.threadBlock());
        if (event.kind().equals("resume")) {
          args.put("resumed", true);
        }
        begin(slices, event.benchmark(), args);
        count(event, 1);
      }
      case "end", "drop" -> {
        endPreemption(slices);
        slices.forEach(
            slice -> file.slice(slot, isOpen(slice) ? endNow(slice, slice.args()) : slice));
        slices.clear();
        count(event, -1);
      }
      case "keep" -> endPreemption(slices);
      case "suspend" -> begin(slices, "switch", Map.of());
      default -> begin(slices, event.kind(), Map.of()); // drain, flush
    }
  }

  private void begin(List<Slice> slices, String name, Map<String, ?> args) {
    slices.add(new Slice(name, now, end, args));
  }

  /** Ends the preemption that began last, if there is one under way. */
  private void endPreemption(List<Slice> slices) {
    int last = slices.size() - 1;
    if (last > 0 && isOpen(slices.get(last))) {
      Slice slice = slices.get(last);
      slices.set(last, endNow(slice, Map.of("latencyCycles", now - slice.from())));
    }
  }

  private boolean isOpen(Slice slice) {
    return slice.to() == end;
  }

  private Slice endNow(Slice slice, Map<String, ?> args) {
    return new Slice(slice.name(), slice.from(), now, args);
  }

  private void count(EventFile.Event event, int change) {
    resident
        .computeIfAbsent(event.sm(), sm -> new TreeMap<>())
        .merge(event.benchmark(), change, Integer::sum);
    changed.add(event.sm());
  }

  /** Adds the counts that have changed: an SM's once in a cycle. */
  private void addCounts() {
    for (int sm : changed) {
      Map<String, Integer> counts = new LinkedHashMap<>(resident.get(sm));
      file.counter(FIRST_SM + sm, "resident thread blocks", now, counts);
    }
    changed.clear();
  }
}
