package org.polyphony.workload.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.polyphony.input.InvalidInputException;

/**
 * The packed form of each text trace that was used, in one folder.
 *
 * <p>An entry's name holds a hash of the trace's path, length, time of last change and the format
 * version: a trace that changed is packed again. Several processes may use the folder at once.
 */
final class TraceCache {
  private static final int PACKER_REVISION = 1; // raise when the same text packs differently

  private final TraceOptions options;

  TraceCache(TraceOptions options) {
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
    if (!Files.exists(entry)) {
      options.notices().accept("packing " + trace);
      pack(trace, entry);
    }
    return entry;
  }

  private static void pack(Path trace, Path entry) {
    try {
      KernelPacker.pack(trace, entry);
    } catch (IOException e) {
      throw new UncheckedIOException(entry + ": cannot be written: " + e.getMessage(), e);
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
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
      String stem = trace.getFileName().toString().replaceFirst("\\.traceg.*|\\.[gx]z$", "");
      return stem + "-" + HexFormat.of().formatHex(hash, 0, 8) + PackedFormat.EXTENSION;
    } catch (IOException e) {
      throw new InvalidInputException(trace + ": cannot be read: " + e.getMessage(), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
