package org.polyphony.run.host;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;

/** Writes an application as a file of {@code polyphony host}: a phase a line, repeats found. */
final class PhaseText {
  private static final int LONGEST_REPEAT = 16; // phases

  private PhaseText() {}

  static String of(Application application, String about, String source) {
    return "{\n  \"schemaVersion\": 1,\n  \"name\": \""
        + application.name()
        + "\",\n  \"about\": \""
        + about
        + "\",\n  \"source\": \""
        + source
        + "\",\n  \"phases\": [\n    "
        + String.join(",\n    ", repeats(lines(merged(application.phases()))))
        + "\n  ]\n}\n";
  }

  /** Makes one phase of launches of one kernel that only differ in size: their mean. */
  private static List<Phase> merged(List<Phase> phases) {
    List<Phase> merged = new ArrayList<>();
    List<HostKernel> same = new ArrayList<>();
    for (Phase phase : phases) {
      HostKernel kernel = phase instanceof Phase.Launch launch ? launch.kernel() : null;
      if (!same.isEmpty() && (kernel == null || !kernel.name().equals(same.get(0).name()))) {
        merged.add(mean(same));
        same.clear();
      }
      if (kernel == null) {
        merged.add(phase);
      } else {
        same.add(kernel);
      }
    }
    return merged;
  }

  private static Phase mean(List<HostKernel> kernels) {
    double nanos = kernels.stream().mapToLong(HostKernel::aloneNanos).average().orElseThrow();
    double blocks = kernels.stream().mapToInt(HostKernel::threadBlocks).average().orElseThrow();
    HostKernel first = kernels.get(0);
    HostKernel mean =
        new HostKernel(
            first.name(), Math.round(nanos), (int) Math.ceil(blocks), first.warpsPerThreadBlock());
    return new Phase.Launch(mean, kernels.size(), 0);
  }

  private static List<String> lines(List<Phase> phases) {
    return new ArrayList<>(phases.stream().map(phase -> "{ " + text(phase) + " }").toList());
  }

  private static String text(Phase phase) {
    if (phase instanceof Phase.Cpu cpu) {
      return "\"cpu\": " + seconds(cpu.nanos());
    } else if (phase instanceof Phase.Reserve reserve) {
      return "\"reserve\": "
          + reserve.task().memoryBytes()
          + blocks(reserve.task().threadBlocks(), reserve.task().warpsPerThreadBlock());
    } else if (phase instanceof Phase.Allocate allocate) {
      return "\"allocate\": " + allocate.bytes();
    } else if (phase instanceof Phase.Copy copy) {
      String direction = copy.toDevice() ? "to-device" : "to-host";
      return "\"copy\": " + copy.bytes() + ", \"direction\": \"" + direction + '"';
    } else if (phase instanceof Phase.Launch launch) {
      HostKernel kernel = launch.kernel();
      return "\"kernel\": \""
          + kernel.name()
          + "\", \"seconds\": "
          + seconds(kernel.aloneNanos())
          + (launch.launches() > 1 ? ", \"launches\": " + launch.launches() : "")
          + blocks(kernel.threadBlocks(), kernel.warpsPerThreadBlock());
    } else if (phase instanceof Phase.Free free) {
      return "\"free\": " + (free.bytes() == Phase.ALL ? "\"all\"" : free.bytes());
    }
    throw new IllegalArgumentException(phase.toString());
  }

  private static String blocks(int threadBlocks, int warps) {
    return ", \"threadBlocks\": " + threadBlocks + ", \"warpsPerThreadBlock\": " + warps;
  }

  private static String seconds(long nanos) {
    return nanos == 0 ? "0" : BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
  }

  private static List<String> repeats(List<String> lines) {
    List<String> out = new ArrayList<>();
    for (int at = 0; at < lines.size(); ) {
      int length = 1;
      while (length < LONGEST_REPEAT && times(lines, at, length) == 1) {
        length++;
      }
      int times = times(lines, at, length);
      if (times == 1) {
        out.add(lines.get(at++));
        continue;
      }
      out.add(
          "{ \"repeat\": "
              + times
              + ", \"phases\": [\n        "
              + String.join(",\n        ", lines.subList(at, at + length))
              + "\n    ] }");
      at += times * length;
    }
    return out;
  }

  /** Returns how often a run of lines stands there, one after another. */
  private static int times(List<String> lines, int at, int length) {
    int times = 1;
    while (at + (times + 1) * length <= lines.size()
        && lines
            .subList(at, at + length)
            .equals(lines.subList(at + times * length, at + (times + 1) * length))) {
      times++;
    }
    return times;
  }
}
