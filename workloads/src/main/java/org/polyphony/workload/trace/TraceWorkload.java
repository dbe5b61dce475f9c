package org.polyphony.workload.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;

/**
 * An application's SASS traces: the kernels and copies to the device of its {@code kernelslist.g},
 * or a single kernel.
 *
 * <p>Kernels with the same CUDA stream id are in the same stream; streams are numbered from 0 in
 * the order of their first launches. As in Accel-Sim, the default stream does not wait for the
 * others.
 *
 * <p>Text is packed on first use into the cache folder and run from there.
 */
public final class TraceWorkload implements Workload {
  private final String name;
  private final List<Step> steps;
  private final List<TraceKernel> kernels;
  private final int streams;

  private TraceWorkload(String name, List<Step> steps, List<TraceKernel> kernels, int streams) {
    this.name = name;
    this.steps = List.copyOf(steps);
    this.kernels = List.copyOf(kernels);
    this.streams = streams;
  }

  /**
   * Opens traces; every kernel is checked (and packed) before this returns.
   *
   * @param path a {@code kernelslist.g}, a folder that has one, or the trace of one kernel: text,
   *     .gz, .xz or packed
   * @param options cache folder, strictness, where notices go
   * @return the workload, named after the folder (a single kernel: after its file)
   * @throws InvalidInputException something is missing, truncated, corrupt or malformed; or strict,
   *     and an opcode is unknown
   * @throws java.io.UncheckedIOException the cache folder cannot be written
   */
  public static TraceWorkload open(Path path, TraceOptions options) {
    return open(path, options, InstructionOrder.COMPILED);
  }

  /**
   * Opens traces in an order; source order is kept in the cache folder, too.
   *
   * @param path as for {@link #open(Path, TraceOptions)}, and so are options and errors
   * @param order of the instructions
   */
  public static TraceWorkload open(Path path, TraceOptions options, InstructionOrder order) {
    Path file = Files.isDirectory(path) ? path.resolve(KernelsList.FILE_NAME) : path;
    if (!Files.isRegularFile(file)) {
      String inFolder = file.equals(path) ? "" : " in this folder";
      throw new InvalidInputException(
          path
              + ": found no "
              + file.getFileName()
              + inFolder
              + ", allowed: a kernelslist.g, a folder with one, or a trace");
    }
    TraceWorkload workload =
        KernelsList.isKernelsList(file)
            ? openList(file, options, order)
            : openKernel(file, options, order);
    reportUnknown(path, workload, options);
    return workload;
  }

  private static TraceWorkload openKernel(Path file, TraceOptions options, InstructionOrder order) {
    TraceKernel kernel = TraceKernel.open(new TraceCache(options).packed(file, order));
    String stem = file.getFileName().toString().replaceFirst("\\.(traceg|ptrace|xz|gz).*", "");
    return new TraceWorkload(stem, List.of(new Launch(kernel)), List.of(kernel), 1);
  }

  private static TraceWorkload openList(Path list, TraceOptions options, InstructionOrder order) {
    TraceCache cache = new TraceCache(options);
    Map<Path, TraceKernel> byFile = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    List<TraceKernel> kernels = new ArrayList<>();
    Map<Long, Integer> streams = new HashMap<>();
    for (KernelsList.Command command : KernelsList.read(list).commands()) {
      if (command.kernel() == null) {
        steps.add(new HostCopy(command.address(), command.bytes()));
      } else {
        TraceKernel kernel =
            byFile.computeIfAbsent(command.kernel(), f -> TraceKernel.open(cache.packed(f, order)));
        kernels.add(kernel);
        int next = streams.size();
        int stream = streams.computeIfAbsent(kernel.header().cudaStream(), id -> next);
        steps.add(new Launch(kernel, stream));
      }
    }
    Path folder = list.toAbsolutePath().normalize().getParent();
    String name = folder.getFileName() == null ? "trace" : folder.getFileName().toString();
    return new TraceWorkload(name, steps, kernels, streams.size());
  }

  private static void reportUnknown(Path path, TraceWorkload workload, TraceOptions options) {
    Map<String, Long> unknown = workload.unknownOpcodes();
    if (unknown.isEmpty()) {
      return;
    }
    String what = path + ": found opcodes of unknown class (with warp executions): ";
    if (options.strict()) {
      throw new InvalidInputException(
          what + unknown + ", allowed: only opcodes of the SM version's instruction set (strict)");
    }
    options.notices().accept(what + unknown + "; treated as integer instructions");
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int steps() {
    return steps.size();
  }

  @Override
  public Step step(int index) {
    return steps.get(index);
  }

  @Override
  public int streams() {
    return streams;
  }

  /** Returns the kernels in launch order; a file listed twice is there twice. */
  public List<TraceKernel> kernels() {
    return kernels;
  }

  /** Returns the opcodes without a class, over all launches, and how often warps execute them. */
  public Map<String, Long> unknownOpcodes() {
    Map<String, Long> counts = new TreeMap<>();
    for (TraceKernel kernel : kernels) {
      kernel.unknownOpcodes().forEach((opcode, count) -> counts.merge(opcode, count, Long::sum));
    }
    return counts;
  }
}
