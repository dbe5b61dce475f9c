package org.polyphony.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.gpu.kernel.Fidelity.Treatment;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.Sentences;
import org.polyphony.workload.trace.TraceKernel;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/** What the warps of a kernel do, counted in a sample of its thread blocks. */
final class KernelDescription {
  private static final int BLOCKS = 8; // of each sampled launch
  private static final long ENOUGH = 2_000_000; // warp instructions
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

  String text() {
    StringBuilder text = new StringBuilder();
    append(text, "instructions", instructions());
    append(text, "mix", mix());
    for (Treatment treatment : Treatment.values()) {
      String which = inexact(treatment);
      if (!which.isEmpty()) {
        append(text, treatment.words(), which);
      }
    }
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
    String wrapped = Sentences.wrapped(how, INDENT);
    text.append(Formats.text("  %-16s%s", what, wrapped.stripLeading()));
  }

  private String instructions() {
    return Formats.text(
        "%s per warp, %.2f of 32 lanes active; %,d in the program",
        perWarp(profile.warpInstructions()),
        profile.meanActiveLanes(),
        first.instructions().size());
  }

  private String mix() {
    List<String> shares = new ArrayList<>();
    for (OpClass opClass : OpClass.values()) {
      if (profile.share(opClass) > 0) {
        shares.add(opClass + " " + Formats.text("%.1f%%", 100 * profile.share(opClass)));
      }
    }
    return String.join(", ", shares);
  }

  /** Returns the instructions of a treatment with their replacement; none if exact. */
  private String inexact(Treatment treatment) {
    InstructionTable table = first.instructions();
    return IntStream.range(0, table.size())
        .filter(i -> !table.fidelity(i).isExact())
        .filter(i -> table.fidelity(i).treatment() == treatment)
        .mapToObj(i -> table.mnemonic(i) + " (" + table.fidelity(i).how() + ")")
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String global() {
    TraceProfile.GlobalTraffic global = profile.global();
    if (global.accesses() == 0) {
      return "not accessed";
    }
    return Formats.text(
        "%s reads and %s writes per warp; %.2f sectors of 32 bytes and %.2f lines of 128 bytes per"
            + " access; %s bytes read and %s written per thread",
        perWarp(global.reads()),
        perWarp(global.writes()),
        global.sectorsPerAccess(),
        global.linesPerAccess(),
        perThread(global.readBytes()),
        perThread(global.writtenBytes()));
  }

  private String shared() {
    return Formats.text(
        "%s accesses per warp, taking %.2f times as long because of bank conflicts",
        perWarp(profile.shared().accesses()), profile.shared().bankConflictDegree());
  }

  private String idempotence() {
    if (first instanceof TraceKernel) {
      return "unknown: traces do not tell";
    }
    InstructionTable table = first.instructions();
    for (int i = 0; i < table.size(); i++) {
      if ((table.flags(i) & InstructionTable.NON_IDEMPOTENT) != 0) {
        double part = 100.0 * i / table.size();
        return Formats.text(
            "no: overwrites data that it has read, from %.0f%% of its program on", part);
      }
    }
    return "yes: a thread block can be dropped and restarted at any time";
  }

  private String sample() {
    long all = launches.stream().mapToLong(Kernel::threadBlocks).sum();
    return Formats.text("%,d of %,d thread blocks", profile.threadBlocks(), all)
        + (launches.size() > 1 ? ", of the first, middle and last launch" : "");
  }

  private String perWarp(long count) {
    double each = (double) count / (profile.threadBlocks() * first.warpsPerBlock());
    return Formats.text(each < 100 ? "%,.1f" : "%,.0f", each);
  }

  private String perThread(long bytes) {
    return Formats.text(
        "%,.1f", (double) bytes / (profile.threadBlocks() * first.threadsPerBlock()));
  }
}
