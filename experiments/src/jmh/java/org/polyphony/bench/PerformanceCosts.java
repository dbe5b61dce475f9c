package org.polyphony.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a warp instruction and an SM cycle take, by group of workloads and by part of the simulator.
 */
final class PerformanceCosts {
  private final Map<String, Group> groups = new LinkedHashMap<>(); // traces, then categories
  private StringBuilder text;

  /** Adds up the runs of each group: one run of each workload. */
  PerformanceCosts(List<MeasuredRow> rows, StackSamples samples) {
    for (MeasuredRow row : rows) {
      groups.computeIfAbsent(row.group(), name -> new Group()).add(row.speed(), samples);
    }
  }

  private static final class Group {
    private DeviceWork work = DeviceWork.NONE;
    private double nanos;
    private final double[] nanosOfPart = new double[DevicePart.values().length];

    private void add(MeasuredSpeed speed, StackSamples samples) {
      double nanosOfRun = speed.nanosPerWarpInstruction() * speed.work().warpInstructions();
      long[] counts = samples.count(speed.from(), speed.to());
      long all = 0;
      for (long count : counts) {
        all += count;
      }
      for (int part = 0; part < counts.length; part++) {
        nanosOfPart[part] += nanosOfRun * counts[part] / Math.max(1, all);
      }
      work = work.plus(speed.work());
      nanos += nanosOfRun;
    }

    private double countPerInstruction(long count) {
      return (double) count / work.warpInstructions();
    }

    private double nanosPerInstruction(double ofAll) {
      return ofAll / work.warpInstructions();
    }
  }

  /** Writes the section. */
  void addTo(StringBuilder page) {
    text = page;
    text.append(
        """

        ## What a warp instruction costs

        One run of each workload above, added up by group.

        """);
    addHead("for each warp instruction");
    addRow("SM cycles", "%.2f", g -> g.countPerInstruction(g.work.smCycles()));
    addRow("L1 look-ups, sectors", "%.3f", g -> g.countPerInstruction(g.work.l1Lookups()));
    addRow("packets of the network", "%.3f", g -> g.countPerInstruction(g.work.packets()));
    addRow("L2 look-ups", "%.3f", g -> g.countPerInstruction(g.work.l2Lookups()));
    addRow("DRAM requests", "%.3f", g -> g.countPerInstruction(g.work.dramRequests()));
    addRow("**time, ns**", "**%.0f**", g -> g.nanosPerInstruction(g.nanos));
    text.append(
        """

        In cycles of the device; one is passed over when no part of it has work.

        """);
    addHead("");
    addRow("cycles with work", "%.1f%%", g -> 100.0 * g.work.visitedCycles() / g.work.cycles());
    addRow("time of an SM cycle, ns", "%.1f", g -> g.nanos / g.work.smCycles());
    addParts();
  }

  private void addParts() {
    text.append(
        """

        Where the time goes, in ns for each warp instruction: from the thread's stack every 10 ms, charged to the innermost call
        that belongs to a part. Compiled code makes the borders of parts a little unsharp.

        """);
    addHead("part");
    for (DevicePart part : DevicePart.values()) {
      addRow(part.label(), "%.1f", g -> g.nanosPerInstruction(g.nanosOfPart[part.ordinal()]));
    }
  }

  private void addHead(String first) {
    text.append("| ").append(first).append(" |");
    groups.keySet().forEach(name -> text.append(' ').append(name).append(" |"));
    text.append("\n|---|").append("--:|".repeat(groups.size())).append('\n');
  }

  private void addRow(String label, String format, ToDoubleFunction<Group> value) {
    text.append("| ").append(label).append(" |");
    for (Group group : groups.values()) {
      String cell = String.format(Locale.ROOT, format, value.applyAsDouble(group));
      text.append(' ').append(cell).append(" |");
    }
    text.append('\n');
  }
}
