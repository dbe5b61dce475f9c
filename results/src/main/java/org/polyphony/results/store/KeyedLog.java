package org.polyphony.results.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.polyphony.input.InputFile;

/**
 * A log of finished work: JSON objects, a line each, only ever appended to, by several threads and
 * processes at once. The owner of a log keys its lines by one of their values and says what two
 * lines of one key mean. A last line that a kill has cut is dropped by the next append.
 */
public final class KeyedLog {
  private static final int CHUNK = 1 << 16; // bytes read at a time

  private final Path file;
  private long position; // bytes that were read, whole lines
  private int number; // of the last line before

  /**
   * Opens a log.
   *
   * @param file may be absent; the first append makes it, and its folder
   */
  public KeyedLog(Path file) {
    this.file = file;
  }

  /**
   * A line.
   *
   * @param number in the file, from 1
   * @param offset of its first byte
   * @param bytes without the line feed
   * @param content empty when it is no JSON object
   */
  public record Line(int number, long offset, int bytes, Optional<ObjectNode> content) {}

  /** A line that has been read, in memory as long as there is room. */
  public final class Held {
    private final Line line;
    private SoftReference<ObjectNode> content;

    /** Holds a line of this log, which has content. */
    public Held(Line line) {
      this.line = new Line(line.number, line.offset, line.bytes, Optional.empty());
      this.content = new SoftReference<>(line.content.orElseThrow());
    }

    public int number() {
      return line.number;
    }

    /**
     * Returns the content.
     *
     * @throws UncheckedIOException when the log cannot be read any longer
     */
    public ObjectNode content() {
      ObjectNode known = content.get();
      if (known == null) {
        try {
          known = at(line.offset, line.bytes);
          content = new SoftReference<>(known);
        } catch (IOException e) {
          throw new UncheckedIOException(file + ": cannot be read: " + e.getMessage(), e);
        }
      }
      return known;
    }
  }

  public Path file() {
    return file;
  }

  /**
   * Returns the lines that have come since the last call, the first time all of them. A last line
   * without its line feed comes again.
   *
   * @throws IOException when the file cannot be read
   */
  public List<Line> read() throws IOException {
    List<Line> lines = new ArrayList<>();
    read(lines::add);
    return lines;
  }

  /** The same for a log that is larger than memory: each line is given away as it is read. */
  public synchronized void read(Consumer<Line> reader) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    try (InputStream in = InputFile.open(file)) {
      in.skipNBytes(Math.min(position, Files.size(file)));
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      byte[] chunk = new byte[CHUNK];
      for (int size = in.read(chunk); size > 0; size = in.read(chunk)) {
        split(chunk, size, line, reader);
      }
      give(line, number + 1, reader);
    }
  }

  /** Passes on the complete lines of a chunk and keeps the incomplete last one. */
  private void split(byte[] chunk, int size, ByteArrayOutputStream line, Consumer<Line> reader) {
    int begin = 0;
    for (int i = 0; i < size; i++) {
      if (chunk[i] == '\n') {
        line.write(chunk, begin, i - begin);
        begin = i + 1;
        number++;
        give(line, number, reader);
        position += line.size() + 1L;
        line.reset();
      }
    }
    line.write(chunk, begin, size - begin);
  }

  private void give(ByteArrayOutputStream line, int at, Consumer<Line> reader) {
    String text = line.toString(StandardCharsets.UTF_8);
    if (!text.isBlank()) {
      reader.accept(new Line(at, position, line.size(), parse(text)));
    }
  }

  private ObjectNode at(long offset, int bytes) throws IOException {
    InputFile.requireNoPipe(file);
    try (FileChannel channel = FileChannel.open(file)) {
      String text = new String(bytes(channel, offset, bytes), StandardCharsets.UTF_8);
      return parse(text).orElseThrow(() -> new IOException("changed at byte " + offset));
    }
  }

  private static byte[] bytes(FileChannel channel, long from, long size) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size));
    while (all.hasRemaining() && channel.read(all, from + all.position()) > 0) {}
    return Arrays.copyOf(all.array(), all.position());
  }

  private static Optional<ObjectNode> parse(String text) {
    try {
      return Json.parse(text) instanceof ObjectNode line ? Optional.of(line) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * Appends a line in one piece.
   *
   * @throws IOException when it cannot be written
   */
  public void append(ObjectNode line) throws IOException {
    synchronized (KeyedLog.class) { // a lock of the file is for other processes alone
      Files.createDirectories(file.toAbsolutePath().getParent());
      InputFile.requireNoPipe(file);
      try (FileChannel channel =
              FileChannel.open(
                  file,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        assert lock.isValid();
        String before = mend(channel);
        channel.position(channel.size());
        String text = before + Json.line(line) + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
    }
  }

  /** Returns where the last line feed is; -1 without one. */
  private static int indexOfFeed(byte[] bytes) {
    int i = bytes.length - 1;
    while (i >= 0 && bytes[i] != '\n') {
      i--;
    }
    return i;
  }

  /** Truncates an incomplete last line; returns a line feed if only that is missing. */
  private static String mend(FileChannel channel) throws IOException {
    long size = channel.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    if (size == 0 || (channel.read(last, size - 1) == 1 && last.get(0) == '\n')) {
      return "";
    }
    long begin = size;
    byte[] end = {};
    while (begin > 0 && indexOfFeed(end) < 0) {
      begin = Math.max(0, size - 2L * end.length - CHUNK);
      end = bytes(channel, begin, size - begin);
    }
    int feed = indexOfFeed(end); // -1 when the only line is cut
    String cut = new String(end, feed + 1, end.length - feed - 1, StandardCharsets.UTF_8);
    if (parse(cut).isPresent()) {
      return "\n";
    }
    channel.truncate(begin + feed + 1);
    return "";
  }
}
