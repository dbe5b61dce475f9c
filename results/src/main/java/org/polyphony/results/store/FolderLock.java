package org.polyphony.results.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.polyphony.input.InputFile;

/**
 * A folder that one command writes to, or a part of it, by a lock of the operating system on a file
 * in it: the lock of a killed process is gone. A process locks one part of a folder at most, since
 * on POSIX systems closing any channel of a file ends all its locks of the process.
 */
public final class FolderLock implements AutoCloseable {
  private final Path file;
  private final FileChannel channel;
  private final boolean isWhole;

  private FolderLock(Path file, boolean isWhole) throws IOException {
    this.file = file;
    this.isWhole = isWhole;
    InputFile.requireNoPipe(file);
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Locks a whole folder.
   *
   * @param file in the folder; deleted when the lock ends
   * @return empty if another process or thread has it
   * @throws UncheckedIOException if the file cannot be written
   */
  public static Optional<FolderLock> ofWhole(Path file) {
    return taken(file, true, lock -> lock.has(0, Long.MAX_VALUE, false) && Files.exists(file));
  }

  /**
   * Locks one of several equal parts of what is in a folder, unless somebody has a part of another
   * division, which overlaps with it. Each part of each division is a byte of the file: those of
   * {@code n} parts come after those of fewer.
   *
   * @param file in the folder; stays
   * @param part from 1
   * @param parts of the division
   * @return empty if another process or thread has an overlapping part
   * @throws UncheckedIOException if the file cannot be written
   */
  public static Optional<FolderLock> ofPart(Path file, int part, int parts) {
    long first = parts * (parts - 1L) / 2;
    long end = first + parts;
    synchronized (FolderLock.class) { // within a process, even shared locks exclude each other
      return taken(
          file,
          false,
          lock ->
              lock.has(first + part - 1, 1, false)
                  && (first == 0 || lock.isFree(0, first))
                  && lock.isFree(end, Long.MAX_VALUE - end));
    }
  }

  private interface Attempt {
    boolean succeeds(FolderLock lock) throws IOException;
  }

  private static Optional<FolderLock> taken(Path file, boolean isWhole, Attempt attempt) {
    try {
      FolderLock lock = new FolderLock(file, isWhole);
      if (attempt.succeeds(lock)) {
        return Optional.of(lock);
      }
      lock.channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(file.getParent() + ": cannot be locked: " + e.getMessage(), e);
    }
  }

  private boolean has(long first, long bytes, boolean isShared) throws IOException {
    try {
      return channel.tryLock(first, bytes, isShared) != null;
    } catch (OverlappingFileLockException e) {
      return false; // another thread of this process has it
    }
  }

  /** Returns whether nobody has any of some bytes; others may look at the same time. */
  private boolean isFree(long first, long bytes) throws IOException {
    try (FileLock looked = channel.tryLock(first, bytes, true)) {
      return looked != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      if (isWhole) {
        Files.deleteIfExists(file);
      }
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
