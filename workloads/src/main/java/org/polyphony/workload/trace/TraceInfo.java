package org.polyphony.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.gpu.kernel.Fidelity.Treatment;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.kernel.Workload.HostCopy;
import org.polyphony.gpu.kernel.Workload.Launch;
import org.polyphony.input.KernelName;
import org.polyphony.workload.fidelity.InstructionCount;

/**
 * What {@code trace info} tells of a trace: its launches in order, and the copies between them.
 *
 * @param name of the workload
 * @param kernels one for each launch
 * @param launchStreams stream of each launch, from 0
 * @param copies copies to the device
 * @param copiedBytes their length together
 */
public record TraceInfo(
    String name,
    List<TraceKernel> kernels,
    List<Integer> launchStreams,
    int copies,
    long copiedBytes) {
  /** Collects the facts of an opened trace without reading it again. */
  public static TraceInfo of(TraceWorkload workload) {
    int copies = 0;
    long bytes = 0;
    List<Integer> streams = new ArrayList<>();
    for (int i = 0; i < workload.steps(); i++) {
      if (workload.step(i) instanceof HostCopy copy) {
        copies++;
        bytes += copy.bytes();
      } else if (workload.step(i) instanceof Launch launch) {
        streams.add(launch.streamId());
      }
    }
    return new TraceInfo(workload.name(), workload.kernels(), streams, copies, bytes);
  }

  /** Returns all as text: a line per launch, the instruction mix, and inexact instructions. */
  public String table() {
    StringBuilder text = new StringBuilder();
    long streams = launchStreams.stream().distinct().count();
    text.append(
        format(
            "%s: %d %s%s, %d %s to the device (%,d bytes)%n",
            name,
            kernels.size(),
            kernels.size() == 1 ? "launch" : "launches",
            streams == 1 ? "" : " in " + streams + " streams",
            copies,
            copies == 1 ? "copy" : "copies",
            copiedBytes));
    text.append(
        format(
            "%4s  %-40s %14s %14s %14s %5s %7s %4s %2s %14s %16s%s%n",
            "id",
            "kernel",
            "grid",
            "block",
            "blocks traced",
            "regs",
            "shared",
            "SM",
            "v",
            "warp instr",
            "thread instr",
            streams == 1 ? "" : "  stream"));
    for (int i = 0; i < kernels.size(); i++) {
      String stream = streams == 1 ? "" : format("%8d", launchStreams.get(i));
      text.append(line(kernels.get(i), stream));
    }
    appendMix(text);
    return text.toString();
  }

  private static String line(TraceKernel kernel, String stream) {
    TraceHeader h = kernel.header();
    return format(
        "%4d  %-40s %14s %14s %14s %5d %7d %4d %2d %,14d %,16d%s%n",
        h.kernelId(),
        KernelName.shown(h.kernelName()),
        h.grid(),
        h.block(),
        kernel.threadBlocks() + "/" + h.grid().count(),
        h.registersPerThread(),
        h.sharedMemoryBytes(),
        h.binaryVersion(),
        h.tracerVersion(),
        kernel.warpInstructions(),
        kernel.threadInstructions(),
        stream);
  }

  private void appendMix(StringBuilder text) {
    long total = kernels.stream().mapToLong(TraceKernel::warpInstructions).sum();
    for (OpClass opClass : OpClass.values()) {
      long count = kernels.stream().mapToLong(k -> k.mix().getOrDefault(opClass, 0L)).sum();
      if (count > 0) {
        text.append(format("  %-10s %,14d %6.2f%%%n", opClass, count, 100.0 * count / total));
      }
    }
    appendInexact(text);
  }

  private void appendInexact(StringBuilder text) {
    List<InstructionCount> counts =
        InstructionCount.merged(kernels.stream().flatMap(k -> k.inexact().stream()).toList());
    for (Treatment treatment : Treatment.values()) {
      for (InstructionCount count : counts) {
        if (count.fidelity().treatment() == treatment) {
          text.append(
              format(
                  "  %-13s  %-24s %,14d  %s%n",
                  treatment.words(),
                  count.mnemonic(),
                  count.warpInstructions(),
                  count.fidelity().how()));
        }
      }
    }
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
