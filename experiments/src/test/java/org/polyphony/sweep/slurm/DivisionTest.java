package org.polyphony.sweep.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DivisionTest {
  private static final Division DIVISION =
      new Division(
          new Division.Origin(Path.of("/s.json"), List.of("seed=2"), "abc"),
          3,
          List.of(),
          Division.divide(List.of("a", "b", "c", "d", "e"), 2));

  @TempDir private Path folder;

  @Test
  void givesEachTaskAboutTheSameNumberOfRuns() {
    assertEquals(List.of(List.of("a", "c", "e"), List.of("b", "d")), DIVISION.runs());
    assertEquals(5, DIVISION.runCount());
  }

  @Test
  void isTheSameInItsFolder() {
    ArrayFolder array = ArrayFolder.next(folder.resolve("slurm"), DIVISION);

    assertEquals(DIVISION, ArrayFolder.existing(array.path()).division());
    assertEquals(folder.toAbsolutePath(), array.sweep());
  }

  @Test
  void isFoundAgainOnceAJobWasSubmitted() {
    Path parent = folder.resolve("slurm");
    ArrayFolder.next(parent, DIVISION).add(TaskKind.RUNS, "7");
    ArrayFolder second = ArrayFolder.next(parent, DIVISION);
    assertTrue(ArrayFolder.latest(parent).isEmpty());

    second.add(TaskKind.RUNS, "8");
    second.add(TaskKind.RUNS, "9");

    assertEquals(List.of("8", "9"), ArrayFolder.latest(parent).orElseThrow().jobs(TaskKind.RUNS));
  }

  @Test
  void leavesNothingBehindWhenItIsRemoved() {
    ArrayFolder.next(folder.resolve("slurm"), DIVISION).remove();

    assertTrue(!folder.resolve("slurm").toFile().exists());
  }
}
