package org.polyphony.workload.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.polyphony.input.InvalidInputException;

/** Turns the text of a kernel's trace into its packed form, in memory independent of its length. */
final class KernelPacker {
  private KernelPacker() {}

  /**
   * Packs one kernel. The target appears whole or not at all.
   *
   * @param trace text, plain, .gz or .xz
   * @param target the packed file, replaced when it exists
   * @throws InvalidInputException the trace is not one
   * @throws IOException the target cannot be written
   */
  static void pack(Path trace, Path target) throws IOException {
    Path temporary = null;
    try (TraceScanner in = TraceSource.open(trace)) {
      TraceHeader header = TraceHeaderReader.read(in);
      temporary = temporaryBeside(target);
      write(in, header, temporary);
      move(temporary, target);
    } finally {
      delete(temporary);
    }
  }

  private static Path temporaryBeside(Path target) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    Files.createDirectories(folder);
    // not createTempFile: the result gets the permissions of any new file
    return folder.resolve("packing-" + UUID.randomUUID() + ".tmp");
  }

  private static void write(TraceScanner in, TraceHeader header, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18);
        PackedWriter writer = new PackedWriter(out, header.warpsPerBlock())) {
      writer.finish(new KernelTraceReader(in, header, writer).readAll());
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void delete(Path temporary) {
    if (temporary != null) {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException ignored) {
        // What is left of a failed pack is only litter; the failure itself is reported.
      }
    }
  }
}
