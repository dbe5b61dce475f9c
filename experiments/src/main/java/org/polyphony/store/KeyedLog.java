package org.polyphony.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
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
import org.polyphony.input.InputFile;

/**
 * A log of finished work: JSON objects, a line each, only ever appended to, by several threads and
 * processes at once. The owner of a log keys its lines by one of their values and says what two
 * lines of one key mean. A last line that a kill has cut is dropped by the next append.
 */
public final class KeyedLog {
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
   * @param content empty when it is no JSON object
   */
  public record Line(int number, Optional<ObjectNode> content) {}

  public Path file() {
    return file;
  }

  /**
   * Returns the lines that have come since the last call, the first time all of them. A last line
   * without its line feed comes again.
   *
   * @throws IOException when the file cannot be read
   */
  public synchronized List<Line> read() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    InputFile.requireNoPipe(file);
    try (FileChannel channel = FileChannel.open(file)) {
      List<Line> lines = new ArrayList<>();
      byte[] bytes = bytes(channel, position);
      int begin = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          number++;
          add(lines, number, bytes, begin, i);
          begin = i + 1;
        }
      }
      position += begin;
      add(lines, number + 1, bytes, begin, bytes.length);
      return lines;
    }
  }

  private static void add(List<Line> lines, int number, byte[] bytes, int begin, int end) {
    String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    if (!text.isBlank()) {
      lines.add(new Line(number, parse(text)));
    }
  }

  private static byte[] bytes(FileChannel channel, long from) throws IOException {
    long size = Math.max(0, channel.size() - from);
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

  /** Cuts off a last line that is not whole; returns what a whole one lacks: its line feed. */
  private static String mend(FileChannel channel) throws IOException {
    long size = channel.size();
    ByteBuffer last = ByteBuffer.allocate(1);
    if (size == 0 || (channel.read(last, size - 1) == 1 && last.get(0) == '\n')) {
      return "";
    }
    byte[] all = bytes(channel, 0);
    int begin = all.length;
    while (begin > 0 && all[begin - 1] != '\n') {
      begin--;
    }
    if (parse(new String(all, begin, all.length - begin, StandardCharsets.UTF_8)).isPresent()) {
      return "\n";
    }
    channel.truncate(begin);
    return "";
  }
}
