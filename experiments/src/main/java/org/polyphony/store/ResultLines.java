package org.polyphony.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.polyphony.input.InvalidInputException;

/**
 * A file of finished work that can be committed, put together with others and taken up on another
 * machine: JSON objects, a line each, only ever appended to. A line has the version of results that
 * it belongs to, an id that all that determines it has gone into, a few words for readers, and
 * under {@code made} what may differ between two that say the same.
 *
 * <p>Lines of another version do not count. The same line twice counts once; two that differ in
 * more than {@code made} are refused. A last line that a kill has cut is left out, and goes with
 * the next one that is added.
 */
public final class ResultLines {
  /** Key of the version of results. */
  public static final String VERSION = "results";

  /** Key of the id. */
  public static final String ID = "id";

  /** Key of the words that say what a line is about. */
  public static final String ABOUT = "about";

  /** Key of what made a line and how long that took. */
  public static final String MADE = "made";

  private final Path file;
  private final int version;
  private final Consumer<String> notices;
  private final Map<String, JsonNode> lines = new LinkedHashMap<>();
  private boolean isRefused; // the file, by the disk

  private ResultLines(Path file, int version, Consumer<String> notices) {
    this.file = file;
    this.version = version;
    this.notices = notices;
  }

  /**
   * Reads a file.
   *
   * @param file may be absent; it is then made when the first line is added
   * @param version of results that hold
   * @param notices hears of lines that do not count, and of a file that cannot be written
   * @throws InvalidInputException when it cannot be read, or contradicts itself
   */
  public static ResultLines read(Path file, int version, Consumer<String> notices) {
    LineReader reader = new LineReader(notices);
    reader.read(file);
    ResultLines results = new ResultLines(file, version, notices);
    int others = 0;
    for (LineReader.Line line : reader.lines()) {
      if (line.version() == version) {
        results.lines.put(line.id(), line.content());
      } else {
        others++;
      }
    }
    if (others > 0) {
      notices.accept(
          String.format(
              "%s: %d lines of other versions of results than %d, left out",
              file, others, version));
    }
    return results;
  }

  /** Returns where they are. */
  public Path file() {
    return file;
  }

  /**
   * Returns a line; empty when there is none.
   *
   * @param id of the line
   */
  public synchronized Optional<JsonNode> find(String id) {
    return Optional.ofNullable(lines.get(id));
  }

  /**
   * Adds a line, in the file too unless that cannot be written, which is said once.
   *
   * @param id of the line; one that is there already is left as it is
   * @param about what it is about, in words
   * @param content the rest of it
   */
  public synchronized void add(String id, String about, ObjectNode content) {
    ObjectNode line = Json.object();
    line.put(VERSION, version).put(ID, id).put(ABOUT, about);
    line.setAll(content);
    if (lines.putIfAbsent(id, line) != null || isRefused) {
      return;
    }
    try {
      append(Json.line(line) + "\n");
    } catch (IOException e) {
      isRefused = true;
      notices.accept(
          file + ": cannot be written (" + reason(e) + "); what ends now is not added to it");
    }
  }

  private static String reason(IOException e) {
    String known = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    return known == null ? e.getClass().getSimpleName() : known;
  }

  /** Others that add to the file wait; each line is written in one piece. */
  private void append(String line) throws IOException {
    synchronized (ResultLines.class) { // a lock of the file is for other processes alone
      appendLocked(line);
    }
  }

  private void appendLocked(String line) throws IOException {
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
      ByteBuffer bytes = ByteBuffer.wrap((before + line).getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
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
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(size));
    while (all.hasRemaining() && channel.read(all, all.position()) > 0) {}
    int begin = all.position();
    while (begin > 0 && all.get(begin - 1) != '\n') {
      begin--;
    }
    String text = new String(all.array(), begin, all.position() - begin, StandardCharsets.UTF_8);
    if (LineReader.parse(text).isPresent()) {
      return "\n";
    }
    channel.truncate(begin);
    return "";
  }

  /**
   * Puts files together: each line once, sorted by version, kind and what it is about, so that the
   * same lines give the same bytes whatever file they came from.
   *
   * @param files at least one
   * @param target for all of them; may be one of the files
   * @param notices hears of lines that cannot be read
   * @return how many lines there are now
   * @throws InvalidInputException when a file is missing or cannot be read, or two lines contradict
   *     each other
   */
  public static int merge(List<Path> files, Path target, Consumer<String> notices) {
    LineReader reader = new LineReader(notices);
    for (Path file : files) {
      if (!Files.isRegularFile(file)) {
        throw new InvalidInputException(
            file + ": found no such file, allowed: files that 'reproduce --results' has made");
      }
      reader.read(file);
    }
    List<LineReader.Line> sorted =
        reader.lines().stream()
            .sorted(
                Comparator.comparingInt(LineReader.Line::version)
                    .thenComparing(line -> line.id().replaceFirst(" .*", ""))
                    .thenComparing(LineReader.Line::about)
                    .thenComparing(LineReader.Line::id))
            .toList();
    AtomicFile.write(
        target,
        writer -> {
          for (LineReader.Line line : sorted) {
            writer.write(Json.line(line.content()) + "\n");
          }
        });
    return sorted.size();
  }
}
