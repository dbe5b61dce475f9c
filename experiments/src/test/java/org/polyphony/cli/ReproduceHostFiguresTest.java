package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceHostFiguresTest {
  @TempDir private Path folder;

  @Test
  void figuresInOneFolderKeepTheirOwnResults() throws IOException {
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"),
            "reproduce",
            "schedgpu-fig9",
            "schedgpu-table2",
            "--out",
            folder.toString());

    assertEquals(0, run.exitCode(), run.err());
    assertTrue(run.out().contains("(DEVIATIONS.md 36)"), run.out()); // why numbers differ
    assertTrue(summary("schedgpu-fig9").contains("\"mutex\""));
    assertTrue(summary("schedgpu-table2").contains("\"GPU-BLAST\""));
    assertTrue(Files.exists(folder.resolve("schedgpu-table2/SCHEDGPU-TABLE2.md")));
  }

  private String summary(String figure) throws IOException {
    return Files.readString(folder.resolve(figure).resolve("host-summary.json"));
  }
}
