package org.polyphony.cli;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.polyphony.gpu.Occupancy;
import org.polyphony.gpu.ThreadBlockNeed;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.DistinctKernels;
import org.polyphony.workload.kernel.ModelDescription;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceKernel;

/** A workload in words: what it models, its kernels, and how many of their TBs an SM holds. */
final class WorkloadDescription {
  private WorkloadDescription() {}

  /** Returns the description on a device. */
  static String of(String name, Workload workload, GpuConfig gpu) {
    StringBuilder text = new StringBuilder(name).append('\n');
    if (workload instanceof ModelWorkload model) {
      appendModel(text, model.description());
    } else if (BundledTraces.contains(name)) {
      text.append(Sentences.wrapped(BundledTraces.about(name), "  ", 100));
    }
    text.append("\nkernels on ").append(gpu.name()).append('\n').append(kernels(workload, gpu));
    for (Kernel kernel : DistinctKernels.of(workload)) {
      text.append("\n").append(kernel.name()).append(": ").append(mixName(kernel));
      text.append('\n').append(mix(kernel));
    }
    return text.toString();
  }

  private static void appendModel(StringBuilder text, ModelDescription model) {
    text.append(Sentences.wrapped(model.about(), "  ", 100));
    text.append(
        String.format(
            Locale.ROOT,
            "  suite %s, type %s, %d launches, %,d bytes of arrays%n  source: %s%n",
            model.suite(),
            model.type(),
            model.launches(),
            model.arrayBytes(),
            model.source()));
  }

  private static TextTable kernels(Workload workload, GpuConfig gpu) {
    TextTable table =
        new TextTable(
            "kernel",
            "TBs",
            "threads/TB",
            "regs/thread",
            "shared/TB",
            "TBs/SM",
            "warps/SM",
            "limited by");
    for (Kernel kernel : DistinctKernels.of(workload)) {
      Occupancy occupancy = Occupancy.of(gpu.sm(), ThreadBlockNeed.of(gpu.sm(), kernel));
      table.row(
          kernel.name(),
          Long.toString(kernel.threadBlocks()),
          Integer.toString(kernel.threadsPerBlock()),
          Integer.toString(kernel.registersPerThread()),
          Integer.toString(kernel.sharedMemoryBytes()),
          Integer.toString(occupancy.threadBlocks()),
          Integer.toString(occupancy.threadBlocks() * kernel.warpsPerBlock()),
          occupancy.limits().stream()
              .sorted()
              .map(WorkloadDescription::words)
              .collect(Collectors.joining(", ")));
    }
    return table;
  }

  private static String words(Occupancy.Limit limit) {
    return switch (limit) {
      case REGISTERS -> "registers";
      case SHARED_MEMORY -> "shared memory";
      case THREADS -> "threads";
      case WARPS -> "warps";
      case TB_SLOTS -> "TB slots";
    };
  }

  private static String mixName(Kernel kernel) {
    return kernel instanceof TraceKernel ? "warp instructions" : "static instructions";
  }

  private static String mix(Kernel kernel) {
    InstructionTable table = kernel.instructions();
    Map<OpClass, Long> counts = new EnumMap<>(OpClass.class);
    long total = 0;
    for (int i = 0; i < table.size(); i++) {
      long count = kernel instanceof TraceKernel trace ? trace.warpInstructions(i) : 1;
      counts.merge(table.opClass(i), count, Long::sum);
      total += count;
    }
    StringBuilder text = new StringBuilder();
    for (Map.Entry<OpClass, Long> entry : counts.entrySet()) {
      text.append(
          String.format(
              Locale.ROOT,
              "  %-8s %,12d %6.1f%%%n",
              entry.getKey(),
              entry.getValue(),
              100.0 * entry.getValue() / total));
    }
    return text.toString();
  }
}
