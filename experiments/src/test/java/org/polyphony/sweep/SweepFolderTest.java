package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;

class SweepFolderTest {
  @TempDir private Path path;

  @BeforeEach
  void makeASweep() throws IOException {
    Files.createDirectory(path.resolve("runs"));
    Files.writeString(path.resolve("sweep.json"), "{\"digest\": \"a\"}");
    String sweep = "{'base': {'workloads': ['BS', 'LC']}, 'axes': {'seed': [1, 2]}}";
    Files.writeString(path.resolve("config.json"), sweep.replace('\'', '"'));
  }

  @Test
  void isHeldByOneAtATime() throws IOException {
    SweepFolder folder = SweepFolder.existing(path);
    try (FileChannel held = folder.hold(Shard.ALL)) {
      assertTrue(held.isOpen());
      String message =
          assertThrows(InvalidInputException.class, () -> folder.hold(Shard.ALL)).getMessage();
      assertTrue(message.startsWith(path + ": another process runs this sweep"), message);
    }
    folder.hold(Shard.ALL).close();
  }

  @Test
  void isHeldPartByPart() throws IOException {
    SweepFolder folder = SweepFolder.existing(path);
    try (FileChannel first = folder.hold(new Shard(1, 2));
        FileChannel second = folder.hold(new Shard(2, 2))) {
      assertTrue(first.isOpen() && second.isOpen());
    }
  }

  @Test
  void isHeldByTheWholeOrByPartsOfOneDivision() throws IOException {
    SweepFolder folder = SweepFolder.existing(path);
    try (FileChannel part = folder.hold(new Shard(2, 2))) {
      assertTrue(part.isOpen());
      assertThrows(InvalidInputException.class, () -> folder.hold(Shard.ALL));
      assertThrows(InvalidInputException.class, () -> folder.hold(new Shard(1, 3)));
    }
    try (FileChannel whole = folder.hold(Shard.ALL)) {
      assertTrue(whole.isOpen());
      assertThrows(InvalidInputException.class, () -> folder.hold(new Shard(2, 2)));
    }
    folder.hold(new Shard(1, 3)).close();
  }
}
