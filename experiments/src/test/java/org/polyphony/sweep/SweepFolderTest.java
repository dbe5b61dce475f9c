package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.FolderLock;

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
  void isHeldByTheWholeOrByPartsOfOneDivision() {
    SweepFolder folder = SweepFolder.existing(path);
    FolderLock one = folder.hold(new Shard(1, 2));
    FolderLock two = folder.hold(new Shard(2, 2));
    one.close();
    String message =
        assertThrows(InvalidInputException.class, () -> folder.hold(Shard.ALL)).getMessage();
    assertTrue(message.startsWith(path + ": another process runs this sweep"), message);
    assertThrows(InvalidInputException.class, () -> folder.hold(new Shard(2, 2)));
    assertThrows(InvalidInputException.class, () -> folder.hold(new Shard(1, 3)));
    two.close();

    FolderLock whole = folder.hold(Shard.ALL);
    assertThrows(InvalidInputException.class, () -> folder.hold(Shard.ALL));
    assertThrows(InvalidInputException.class, () -> folder.hold(new Shard(2, 2)));
    whole.close();
    folder.hold(new Shard(1, 3)).close();
  }
}
