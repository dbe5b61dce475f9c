package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceHostFiguresTest {
  @TempDir private Path folder;

  @Test
  void figuresInOneFolderKeepTheirOwnResultsAndShareAPage() throws IOException {
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
    assertTrue(text("schedgpu-fig9/claims.csv").contains("\"mutex, us\",586.7,"));
    assertTrue(text("schedgpu-table2/host-summary.json").contains("\"GPU-BLAST\""));
    for (String section : List.of("schedGPU Figure 9", "schedGPU Table 2")) {
      assertTrue(text("REPRODUCTION-HOST.md").contains("## " + section), section);
    }
  }

  private String text(String file) throws IOException {
    return Files.readString(folder.resolve(file));
  }
}
