package org.polyphony.workload.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.fidelity.NotModelledException;

/**
 * An application's SASS traces: the kernels and copies to the device of its {@code kernelslist.g},
 * or a single kernel.
 *
 * <p>Kernels with the same CUDA stream id are in the same stream; streams are numbered from 0 in
 * the order of their first launches. As in Accel-Sim, the default stream does not wait for the
 * others.
 *
 * <p>Text is packed on first use into the cache folder and run from there.
 *
 * @param name of its folder; of a single kernel, of its file
 * @param list what the host does, in order
 * @param kernels in launch order; a file listed twice is there twice
 * @param streams at least 1
 */
public record TraceWorkload(String name, List<Step> list, List<TraceKernel> kernels, int streams)
    implements Workload {
  /** Copies the lists. */
  public TraceWorkload {
    list = List.copyOf(list);
    kernels = List.copyOf(kernels);
  }

  /**
   * Opens traces; every kernel is checked (and packed) before this returns.
   *
   * @param path a {@code kernelslist.g}, a folder that has one, or the trace of one kernel: text,
   *     .gz, .xz or packed
   * @param options cache folder, whether to approximate, where notices go
   * @return the workload, named after the folder (a single kernel: after its file)
   * @throws InvalidInputException something is missing, truncated, corrupt or malformed; or an
   *     instruction is not modeled, and the options do not approximate
   * @throws java.io.UncheckedIOException the cache folder cannot be written
   */
  public static TraceWorkload open(Path path, TraceOptions options) {
    Path file = Files.isDirectory(path) ? path.resolve(KernelsList.FILE_NAME) : path;
    if (!Files.isRegularFile(file)) {
      String what =
          file.equals(path) ? "no such file" : "no " + file.getFileName() + " in this folder";
      throw new InvalidInputException(
          path + ": " + what + "; give a kernelslist.g, a folder with one, or a trace");
    }
    return KernelsList.isKernelsList(file) ? openList(file, options) : openSingle(file, options);
  }

  /** Returns whether a file lists kernels, by its name. */
  public static boolean isList(Path file) {
    return KernelsList.isKernelsList(file);
  }

  private static TraceKernel openKernel(Path file, TraceOptions options) {
    TraceKernel kernel = TraceKernel.open(new TraceCache(options).packed(file));
    if (!options.approximate()) {
      NotModelledException.refuse(file.toString(), kernel);
    }
    return kernel;
  }

  private static TraceWorkload openSingle(Path file, TraceOptions options) {
    TraceKernel kernel = openKernel(file, options);
    String stem = file.getFileName().toString().replaceFirst("\\.(traceg|ptrace|xz|gz).*", "");
    return new TraceWorkload(stem, List.of(new Launch(kernel)), List.of(kernel), 1);
  }

  private static TraceWorkload openList(Path list, TraceOptions options) {
    Map<Path, TraceKernel> byFile = new HashMap<>();
    List<Step> steps = new ArrayList<>();
    List<TraceKernel> kernels = new ArrayList<>();
    Map<Long, Integer> streams = new HashMap<>();
    for (KernelsList.Command command : KernelsList.read(list)) {
      if (command.kernel() == null) {
        steps.add(new HostCopy(command.address(), command.bytes()));
      } else {
        TraceKernel kernel = byFile.computeIfAbsent(command.kernel(), f -> openKernel(f, options));
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

  @Override
  public int steps() {
    return list.size();
  }

  @Override
  public Step step(int index) {
    return list.get(index);
  }
}
