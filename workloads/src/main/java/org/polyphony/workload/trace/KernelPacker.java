package org.polyphony.workload.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
    try (TraceScanner in = TraceSource.open(trace)) {
      TraceHeader header = TraceHeaderReader.read(in);
      WholeFile.write(target, file -> write(in, header, file));
    }
  }

  private static void write(TraceScanner in, TraceHeader header, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18);
        PackedWriter writer = new PackedWriter(out, header.warpsPerBlock())) {
      writer.finish(new KernelTraceReader(in, header, writer).readAll());
    }
  }
}
