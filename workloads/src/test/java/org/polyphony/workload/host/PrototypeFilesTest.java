package org.polyphony.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;

class PrototypeFilesTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeFolders() throws IOException {
    Files.createDirectories(folder.resolve("Tools/plotting/inputs"));
    Files.createDirectories(folder.resolve("src/runtime/driver/workloads/a"));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private String refused(Runnable read) {
    return assertThrows(InvalidInputException.class, read::run).getMessage();
  }

  @Test
  void readsATableWithoutItsMean() throws IOException {
    write("Tools/plotting/inputs/t.in", "16-job\t1 1.25 2\n32-job 1\t1.5\t3\naverage 1 1.4 2.5\n");

    assertEquals(
        List.of(
            new PrototypeFiles.Measured("16-job", 1.25, 2),
            new PrototypeFiles.Measured("32-job", 1.5, 3)),
        new PrototypeFiles(folder).results("t.in"));
  }

  @Test
  void cutsFoldersFromCommandsButTellsTheVersionsOfSradApart() throws IOException {
    write(
        "src/runtime/driver/workloads/a/l.wl",
        """
        /x/cuda/srad/srad_v1/srad 100 0.5 11000 11000
        /x/cuda/bfs/bfs /x/data/bfs/inputGen/graph32M.txt
        /x/cuda/lavaMD/lavaMD -boxes1d 100
        """);

    assertEquals(
        List.of("srad_v1 100 0.5 11000 11000", "bfs graph32M.txt", "lavaMD -boxes1d 100"),
        new PrototypeFiles(folder).list("a/l"));
  }

  @Test
  void refusesAFolderThatIsNoRepository() {
    Path other = folder.resolve("src");

    assertTrue(
        refused(() -> new PrototypeFiles(other)).contains("found no folder Tools/plotting/inputs"));
  }

  @Test
  void refusesAJobThatIsNotOfThePoolWithItsLine() throws IOException {
    write("src/runtime/driver/workloads/a/l.wl", "/x/lavaMD -boxes1d 100\n/x/myocyte.out 1 2\n");

    assertTrue(
        refused(() -> new PrototypeFiles(folder).list("a/l"))
            .endsWith(
                "l.wl:2: job: found \"myocyte.out 1 2\", allowed: a Rodinia job of MGB's pool"));
  }

  @Test
  void refusesWhatIsNoNumberAndWhatIsNoTable() throws IOException {
    write("Tools/plotting/inputs/t.in", "16-job 1 x 2\n");
    write("Tools/plotting/inputs/u.in", "16-job 1\n");
    PrototypeFiles files = new PrototypeFiles(folder);

    assertTrue(refused(() -> files.results("t.in")).contains("t.in:1: columns: found \"x\""));
    assertTrue(refused(() -> files.results("u.in")).contains("u.in:1: columns: found 2 words"));
    assertTrue(refused(() -> files.results("v.in")).contains("v.in: found no such file"));
  }
}
