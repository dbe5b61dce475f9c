package org.polyphony.workload.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/** Writes the packed form of traces to keep: what {@code trace pack} does. */
public final class TracePacker {
  private final Consumer<String> notices;

  /**
   * Makes a packer.
   *
   * @param notices receives one line of text for each kernel about to be packed
   */
  public TracePacker(Consumer<String> notices) {
    this.notices = notices;
  }

  /**
   * Packs traces. The result appears whole or not at all; memory does not grow with the traces.
   *
   * @param path a {@code kernelslist.g} or a folder that has one: the target is a folder, which
   *     gets a {@code kernelslist.g} and the packed kernels; or the trace of one kernel: the target
   *     is the packed file, or an existing folder to put it in
   * @param target where to write; files of the same name are replaced
   * @return what {@link TraceWorkload#open} takes: the folder or the file
   * @throws InvalidInputException a trace is missing, truncated, corrupt or malformed, or the
   *     target cannot be written
   */
  public Path pack(Path path, Path target) {
    Path list = Files.isDirectory(path) ? path.resolve(KernelsList.FILE_NAME) : path;
    TraceSource.checkExists(list);
    try {
      if (KernelsList.isKernelsList(list)) {
        packList(list, target);
        return target;
      }
      return packKernel(list, target);
    } catch (IOException e) {
      throw new InvalidInputException(target + ": cannot be written: " + e, e);
    }
  }

  private Path packKernel(Path trace, Path target) throws IOException {
    Path file = Files.isDirectory(target) ? target.resolve(packedName(trace)) : target;
    requireOther(trace, file);
    packOrCopy(trace, file);
    return file;
  }

  private static void requireOther(Path input, Path output) throws IOException {
    if (Files.exists(output) && Files.isSameFile(input, output)) {
      throw new InvalidInputException(
          output + ": the trace that is packed; choose another file or folder with --out");
    }
  }

  private void packOrCopy(Path trace, Path target) throws IOException {
    if (PackedFile.isPacked(trace)) {
      Files.copy(trace, target, StandardCopyOption.REPLACE_EXISTING);
    } else {
      notices.accept("packing " + trace);
      KernelTraceReader.pack(trace, target);
    }
  }

  private static String packedName(Path trace) {
    String name = trace.getFileName().toString();
    return name.replaceFirst("(\\.traceg)?(\\.[gx]z)?(\\.ptrace)?$", "") + PackedFormat.EXTENSION;
  }

  private void packList(Path list, Path target) throws IOException {
    List<KernelsList.Command> commands = KernelsList.read(list);
    Path whole = target.toAbsolutePath().normalize();
    requireOther(list, whole.resolve(KernelsList.FILE_NAME));
    Files.createDirectories(whole.getParent());
    Path temporary = Files.createDirectory(whole.resolveSibling("packing-" + UUID.randomUUID()));
    try {
      Collection<String> kernels = writeFolder(commands, temporary);
      Files.createDirectories(whole);
      for (String kernel : kernels) {
        move(temporary.resolve(kernel), whole);
      }
      move(temporary.resolve(KernelsList.FILE_NAME), whole); // the last: it names the others
    } finally {
      deleteFolder(temporary);
    }
  }

  /** Packs the listed kernels and writes their list; returns the names of their files. */
  private Collection<String> writeFolder(List<KernelsList.Command> commands, Path folder)
      throws IOException {
    Map<Path, String> names = new HashMap<>();
    List<String> lines = new ArrayList<>();
    for (KernelsList.Command command : commands) {
      if (command.kernel() == null) {
        lines.add(String.format("MemcpyHtoD,0x%016x,%d", command.address(), command.bytes()));
        continue;
      }
      String known = names.get(command.kernel());
      if (known == null) {
        known = unusedName(packedName(command.kernel()), names);
        names.put(command.kernel(), known);
        packOrCopy(command.kernel(), folder.resolve(known));
      }
      lines.add(known);
    }
    Files.write(folder.resolve(KernelsList.FILE_NAME), lines);
    return names.values();
  }

  private static String unusedName(String wanted, Map<Path, String> names) {
    return names.containsValue(wanted) ? "kernel-" + names.size() + "-" + wanted : wanted;
  }

  private static void move(Path file, Path folder) throws IOException {
    Files.move(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
  }

  private static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
