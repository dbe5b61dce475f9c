package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.KernelName;
import org.polyphony.results.table.Sentences;
import org.polyphony.results.table.Table;
import org.polyphony.run.DistinctKernels;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.kernel.KernelDefinition;
import org.polyphony.workload.kernel.ModelDefinition;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.BundledTraces;

/** A workload in words: what it models, its kernels, and how many of their TBs an SM holds. */
final class WorkloadDescription {
  private static final String LEFT_OUT = "Left out:";

  private WorkloadDescription() {}

  static String of(String name, Workload workload, GpuConfig gpu) {
    StringBuilder text = new StringBuilder(name).append('\n');
    Map<String, KernelDefinition> parts = Map.of();
    if (workload instanceof ModelWorkload model) {
      parts = model.definition().kernels();
      appendModel(text, model.definition());
    } else if (BundledTraces.contains(name)) {
      text.append(Sentences.wrapped(BundledTraces.about(name), "  "));
    }
    LaunchSequence sequence = new LaunchSequence(workload);
    text.append("\nphases\n").append(Sentences.wrapped(sequence.text(), "  "));
    text.append("\nresources on ").append(gpu.name()).append('\n').append(kernels(workload, gpu));
    for (Map.Entry<String, List<Kernel>> kernel : sequence.launches().entrySet()) {
      String shown = KernelName.shown(kernel.getKey());
      text.append("\n").append(shown).append('\n');
      if (!shown.equals(kernel.getKey())) {
        KernelDescription.append(text, "in results", kernel.getKey());
      }
      KernelDefinition part = parts.get(kernel.getKey());
      if (part != null) {
        appendPart(text, part);
      }
      KernelDescription.append(text, "launches", sequence.grids(kernel.getKey()));
      text.append(new KernelDescription(kernel.getValue()).text());
    }
    return text.toString();
  }

  private static void appendPart(StringBuilder text, KernelDefinition part) {
    if (!part.about().isEmpty()) {
      text.append(Sentences.wrapped(part.about(), "  "));
    }
    String block =
        IntStream.of(part.block()).mapToObj(String::valueOf).collect(Collectors.joining(", "));
    String grid = part.grid().isEmpty() ? "by launch" : String.join(", ", part.grid());
    KernelDescription.append(text, "geometry", "block (" + block + "), grid (" + grid + ")");
  }

  private static void appendModel(StringBuilder text, ModelDefinition model) {
    int leftOut = model.about().lastIndexOf(LEFT_OUT);
    String about = leftOut < 0 ? model.about() : model.about().substring(0, leftOut);
    text.append(Sentences.wrapped(about, "  "));
    if (leftOut >= 0) {
      text.append(Sentences.wrapped(model.about().substring(leftOut), "  "));
    }
    text.append(
        text(
            "  Suite %s, type %s; %,d bytes of arrays.%n%nsources%n",
            model.suite(), model.type(), model.arrayBytes()));
    for (String source : model.source().split("; ", -1)) {
      text.append(Sentences.wrapped(source, "  "));
    }
    text.append(
        BundledModels.names().contains(model.name())
            ? "  type: GPU Maestro, Table 3\n"
            : "  type: speedup from 1 to 16 SMs of a GTX 980, as GPU Maestro's Table 3\n");
    text.append(
        "  occupancy: computed from the resources; behavior: counted by walking the model\n");
  }

  /** A kernel, and how it fits on an SM. */
  private record OnSm(Kernel kernel, Occupancy occupancy) {
    String limits() {
      return occupancy.limits().stream()
          .sorted()
          .map(WorkloadDescription::words)
          .collect(Collectors.joining(", "));
    }
  }

  private static String kernels(Workload workload, GpuConfig gpu) {
    List<OnSm> rows = new ArrayList<>();
    for (Kernel kernel : DistinctKernels.of(workload)) {
      rows.add(new OnSm(kernel, Occupancy.of(gpu.sm(), ThreadBlockNeed.of(gpu.sm(), kernel))));
    }
    return new Table<OnSm>()
        .text("kernel", row -> KernelName.shown(row.kernel.name()))
        .number("TBs", row -> row.kernel.threadBlocks())
        .number("threads/TB", row -> row.kernel.threadsPerBlock())
        .number("regs/thread", row -> row.kernel.registersPerThread())
        .number("shared/TB", row -> row.kernel.sharedMemoryBytes())
        .number("TBs/SM", row -> row.occupancy.threadBlocks())
        .number("warps/SM", row -> row.occupancy.threadBlocks() * row.kernel.warpsPerBlock())
        .text("limited by", OnSm::limits)
        .lines(rows);
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
}
