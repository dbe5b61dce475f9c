package org.polyphony.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.KernelName;
import org.polyphony.results.table.Formats;

/** The launches of one round of a workload, in order, and how they change from one to the next. */
final class LaunchSequence {
  private static final int LONGEST_PATTERN = 8; // launches
  private static final int MOST_PARTS = 12;
  private static final int MOST_GRIDS = 6;

  private final Map<String, List<Kernel>> launches = new LinkedHashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Set<Integer> streams = new HashSet<>();
  private long copies;
  private long copiedBytes;

  /** Walks the steps of a workload. */
  LaunchSequence(Workload workload) {
    for (int i = 0; i < workload.steps(); i++) {
      Workload.Step step = workload.step(i);
      if (step instanceof Workload.Launch launch) {
        streams.add(launch.streamId());
        names.add(KernelName.shown(launch.kernel().name()));
        launches
            .computeIfAbsent(launch.kernel().name(), name -> new ArrayList<>())
            .add(launch.kernel());
      } else if (step instanceof Workload.HostCopy copy) {
        copies++;
        copiedBytes += copy.bytes();
      }
    }
  }

  /** Returns the launches of each kernel, in the order of their first launches. */
  Map<String, List<Kernel>> launches() {
    return launches;
  }

  /** Returns the numbers of launches, streams and copies, and the order of the launches. */
  String text() {
    return counted(names.size(), "launch", "launches")
        + (streams.size() == 1 ? "" : " in " + counted(streams.size(), "stream", "streams"))
        + ", "
        + counted(copies, "copy", "copies")
        + Formats.text(" to the device of %,d bytes: ", copiedBytes)
        + order();
  }

  /** Returns the thread blocks of a kernel's launches: all the same, or the first few and last. */
  String grids(String kernel) {
    List<Long> blocks = launches.get(kernel).stream().map(Kernel::threadBlocks).toList();
    if (blocks.stream().distinct().count() == 1) {
      String each = counted(blocks.get(0), "thread block", "thread blocks");
      return blocks.size() == 1 ? "1, " + each : written(blocks.size()) + ", each " + each;
    }
    int shown = Math.min(blocks.size(), MOST_GRIDS);
    String first =
        blocks.subList(0, shown).stream()
            .map(LaunchSequence::written)
            .collect(Collectors.joining(", "));
    String rest = blocks.size() > shown ? ", ... " + written(blocks.get(blocks.size() - 1)) : "";
    return written(blocks.size()) + ", of " + first + rest + " thread blocks";
  }

  private static String counted(long number, String one, String more) {
    return written(number) + " " + (number == 1 ? one : more);
  }

  private static String written(long number) {
    return Formats.text("%,d", number);
  }

  private String order() {
    List<String> parts = new ArrayList<>();
    int at = 0;
    while (at < names.size() && parts.size() < MOST_PARTS) {
      int length = 1;
      int times = times(at, 1);
      for (int pattern = 2; pattern <= LONGEST_PATTERN; pattern++) {
        int found = times(at, pattern);
        if (found > 1 && found * pattern > times * length) {
          length = pattern;
          times = found;
        }
      }
      parts.add(part(at, length, times));
      at += length * times;
    }
    return String.join(", then ", parts) + (at < names.size() ? ", ..." : "");
  }

  private int times(int at, int length) {
    int end = at + length;
    while (end + length <= names.size()
        && names.subList(end, end + length).equals(names.subList(at, at + length))) {
      end += length;
    }
    return (end - at) / length;
  }

  private String part(int at, int length, int times) {
    if (at + length > names.size()) {
      return String.join(", ", names.subList(at, names.size()));
    }
    String text = String.join(", ", names.subList(at, at + length));
    return times == 1 ? text : written(times) + " x " + (length == 1 ? text : "(" + text + ")");
  }
}
