package org.polyphony.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.text.Sentences;
import org.polyphony.workload.trace.TraceKernel;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/** What the warps of a kernel do, counted in a sample of its thread blocks. */
final class KernelDescription {
  private static final int BLOCKS = 8; // of each sampled launch
  private static final long ENOUGH = 2_000_000; // warp instructions
  private static final int WIDTH = 100;
  private static final String INDENT = " ".repeat(18);

  private final List<Kernel> launches;
  private final Kernel first;
  private final TraceProfile profile;

  /** Samples the first, the middle and the last launch of a kernel. */
  KernelDescription(List<Kernel> launches) {
    this.launches = launches;
    this.first = launches.get(0);
    this.profile = TraceProfiler.sample(List.copyOf(sampled()), BLOCKS, ENOUGH);
  }

  private List<Kernel> sampled() {
    int last = launches.size() - 1;
    return List.of(0, last / 2, last).stream().distinct().map(launches::get).toList();
  }

  /** Returns one line for each kind of behaviour. */
  String text() {
    StringBuilder text = new StringBuilder();
    append(text, "instructions", instructions());
    append(text, "mix", mix());
    append(text, "global memory", global());
    if (profile.shared().accesses() > 0) {
      append(text, "shared memory", shared());
    }
    if (profile.localAccesses() > 0) {
      append(text, "local memory", perWarp(profile.localAccesses()) + " accesses per warp");
    }
    if (profile.constantReads() > 0) {
      append(text, "constants", perWarp(profile.constantReads()) + " indexed reads per warp");
    }
    append(text, "barriers", perWarp(profile.barriers()) + " per warp");
    append(text, "idempotent", idempotence());
    append(text, "counted in", sample());
    return text.toString();
  }

  /** Appends a line of a description: what, then how. */
  static void append(StringBuilder text, String what, String how) {
    String wrapped = Sentences.wrapped(how, INDENT, WIDTH);
    text.append(String.format(Locale.ROOT, "  %-16s%s", what, wrapped.stripLeading()));
  }

  private String instructions() {
    return perWarp(profile.warpInstructions())
        + " per warp, "
        + format("%.2f", profile.meanActiveLanes())
        + " of 32 lanes active; "
        + format("%,.0f", first.instructions().size())
        + " in the program";
  }

  private String mix() {
    List<String> shares = new ArrayList<>();
    for (OpClass opClass : OpClass.values()) {
      if (profile.share(opClass) > 0) {
        shares.add(opClass + " " + format("%.1f%%", 100 * profile.share(opClass)));
      }
    }
    return String.join(", ", shares);
  }

  private String global() {
    TraceProfile.GlobalTraffic global = profile.global();
    if (global.accesses() == 0) {
      return "not accessed";
    }
    return perWarp(global.reads())
        + " reads and "
        + perWarp(global.writes())
        + " writes per warp; "
        + format("%.2f", global.sectorsPerAccess())
        + " sectors of 32 bytes and "
        + format("%.2f", global.linesPerAccess())
        + " lines of 128 bytes per access; "
        + perThread(global.readBytes())
        + " bytes read and "
        + perThread(global.writtenBytes())
        + " written per thread";
  }

  private String shared() {
    return perWarp(profile.shared().accesses())
        + " accesses per warp, bank conflicts make them "
        + format("%.2f", profile.shared().bankConflictDegree())
        + " times as long";
  }

  private String idempotence() {
    if (first instanceof TraceKernel) {
      return "not known: a trace does not say";
    }
    InstructionTable table = first.instructions();
    for (int i = 0; i < table.size(); i++) {
      if ((table.flags(i) & InstructionTable.NON_IDEMPOTENT) != 0) {
        return "no: overwrites what it read, from "
            + format("%.0f%%", 100.0 * i / table.size())
            + " of its program on";
      }
    }
    return "yes: a thread block can be dropped and run again at any time";
  }

  private String sample() {
    long all = launches.stream().mapToLong(Kernel::threadBlocks).sum();
    return String.format(Locale.ROOT, "%,d of %,d thread blocks", profile.threadBlocks(), all)
        + (launches.size() > 1 ? ", of the first, the middle and the last launch" : "");
  }

  private String perWarp(long count) {
    double each = (double) count / (profile.threadBlocks() * first.warpsPerBlock());
    return format(each < 100 ? "%,.1f" : "%,.0f", each);
  }

  private String perThread(long bytes) {
    return format("%,.1f", (double) bytes / (profile.threadBlocks() * first.threadsPerBlock()));
  }

  private static String format(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
