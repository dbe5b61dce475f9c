package org.polyphony.workload.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.PrivateFolder;
import org.polyphony.input.Sha256;

/**
 * The packed form of each text trace that was used, in one folder.
 *
 * <p>An entry's name holds a hash of the trace's path, length, time of last change and the format
 * version: a trace that changed is packed again, and so is one whose entry was damaged. Several
 * processes may use the folder at once.
 */
final class TraceCache {
  private static final int HASH_DIGITS = 16;
  private static final int PACKER_REVISION = 2; // raise when the same text packs differently

  private final TraceOptions options;

  TraceCache(TraceOptions options) {
    PrivateFolder.require(options.cache(), "cache of traces");
    this.options = options;
  }

  /**
   * Returns the packed form of a trace, made if needed.
   *
   * @param trace text or packed; a packed one is returned as it is
   * @throws UncheckedIOException the folder cannot be written
   */
  Path packed(Path trace) {
    TraceSource.checkExists(trace);
    if (PackedFile.isPacked(trace)) {
      return trace;
    }
    Path entry = options.cache().resolve(entryName(trace));
    if (!isWhole(entry)) {
      options.notices().accept("packing " + trace);
      try {
        PrivateFolder.create(options.cache());
        KernelTraceReader.pack(trace, entry);
      } catch (IOException e) {
        throw new UncheckedIOException(entry + ": cannot be written: " + e.getMessage(), e);
      }
    }
    return entry;
  }

  /**
   * An entry that was damaged is made again; of each the end is looked at, which holds the rest.
   */
  private static boolean isWhole(Path entry) {
    if (!Files.isRegularFile(entry)) {
      return false;
    }
    try (PackedFile file = PackedFile.open(entry)) {
      file.footer();
      return true;
    } catch (InvalidInputException e) {
      return false;
    }
  }

  private static String entryName(Path trace) {
    try {
      Path real = trace.toRealPath();
      String identity =
          String.join(
              "\n",
              real.toString(),
              Long.toString(Files.size(real)),
              Files.getLastModifiedTime(real).toString(),
              PackedFormat.VERSION + "." + PACKER_REVISION);
      String hash = Sha256.hex(identity).substring(0, HASH_DIGITS);
      String stem =
          trace.getFileName().toString().replaceFirst("\\.traceg.*|\\.([gx]z|ptrace)$", "");
      return stem + "-" + hash + PackedFormat.EXTENSION;
    } catch (IOException e) {
      throw new InvalidInputException(trace + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
