package org.polyphony.workload.trace;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;

/** An open packed kernel: reads and decompresses its frames, one at a time. */
final class PackedFile implements Closeable {
  private static final int MAX_FOOTER_BYTES = 1 << 28;
  private static final long MAX_FOOTER_RATIO = 1000; // raw to compressed; a footer has about 10

  private final Path path;
  private final RandomAccessFile file; // unlike a channel, an interrupt does not close it
  private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
  private byte[] compressed = new byte[1 << 14];

  private PackedFile(Path path) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "r");
  }

  /**
   * Opens a packed kernel.
   *
   * @throws InvalidInputException it cannot be read
   */
  static PackedFile open(Path path) {
    TraceSource.checkExists(path);
    try {
      return new PackedFile(path);
    } catch (IOException e) {
      throw new InvalidInputException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns whether a file starts as a packed kernel does. */
  static boolean isPacked(Path path) {
    try (var in = InputFile.open(path)) {
      return Arrays.equals(in.readNBytes(PackedFormat.MAGIC.length), PackedFormat.MAGIC);
    } catch (IOException e) {
      throw new InvalidInputException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the footer.
   *
   * @throws InvalidInputException the file is truncated, corrupt or of another format version
   */
  PackedFooter footer() {
    try {
      requireVersion();
      byte[] trailer = new byte[PackedFormat.TRAILER_BYTES];
      file.seek(Math.max(0, file.length() - trailer.length));
      file.readFully(trailer);
      byte[] magic = Arrays.copyOfRange(trailer, 16, trailer.length);
      if (!Arrays.equals(magic, PackedFormat.MAGIC)) {
        throw corrupt("its end is missing");
      }
      int rawBytes = PackedFormat.getInt(trailer, 12);
      long mostRaw = Math.min(MAX_FOOTER_BYTES, MAX_FOOTER_RATIO * file.length());
      if (rawBytes < 0 || rawBytes > mostRaw) {
        throw corrupt("its footer has an impossible length");
      }
      byte[] raw = new byte[rawBytes];
      frame(PackedFormat.getLong(trailer, 0), PackedFormat.getInt(trailer, 8), rawBytes, raw);
      try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(raw, 0, rawBytes))) {
        return PackedFooter.read(in, file.length());
      }
    } catch (IOException e) {
      throw corrupt("its footer cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private void requireVersion() throws IOException {
    byte[] head = new byte[PackedFormat.HEAD_BYTES];
    file.seek(0);
    file.readFully(head);
    int version = PackedFormat.getInt(head, PackedFormat.MAGIC.length);
    if (version != PackedFormat.VERSION) {
      throw new InvalidInputException(
          "%s: found packed trace version %s, allowed: %s (pack the trace again)"
              .formatted(path, version, PackedFormat.VERSION));
    }
  }

  /**
   * Reads a frame into {@code raw}, from 0.
   *
   * @throws InvalidInputException it is not there, or not {@code rawBytes} long
   */
  synchronized void frame(long offset, int bytes, int rawBytes, byte[] raw) {
    try {
      if (bytes < 0 || bytes > file.length() || rawBytes < 0 || rawBytes > raw.length) {
        throw corrupt("a frame has an impossible length");
      }
      if (compressed.length < bytes) {
        compressed = new byte[bytes + (bytes >> 1)];
      }
      file.seek(offset);
      file.readFully(compressed, 0, bytes);
      int found = zstd.decompressByteArray(raw, 0, rawBytes, compressed, 0, bytes);
      if (found != rawBytes) {
        throw corrupt("a frame has " + found + " bytes, not " + rawBytes);
      }
    } catch (IOException | ZstdException e) {
      throw corrupt("a frame cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Returns the error for a file that no packer writes. */
  InvalidInputException corrupt(String found) {
    return corrupt(found, null);
  }

  private InvalidInputException corrupt(String found, Exception cause) {
    return new InvalidInputException(
        path
            + ": truncated or corrupt packed trace: "
            + found
            + " (if the file is in the cache, delete it)",
        cause);
  }

  @Override
  public void close() {
    zstd.close();
    try {
      file.close();
    } catch (IOException e) {
      throw new InvalidInputException(path + ": cannot close: " + e.getMessage(), e);
    }
  }
}
