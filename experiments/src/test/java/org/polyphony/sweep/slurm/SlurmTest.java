package org.polyphony.sweep.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;

class SlurmTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeACluster() throws IOException {
    FakeCommand.write(folder, "sbatch", "for a; do echo \"$a\"; done > $0.args; echo '42;main'");
    FakeCommand.write(folder, "squeue", "echo '42|7|RUNNING|None'");
    FakeCommand.write(folder, "scontrol", "echo 'MaxArraySize            = 65'");
  }

  @Test
  void refusesAMachineWithoutSlurm() {
    assertTrue(refusal(() -> new Slurm("")).contains("no 'sbatch' on the PATH"));
  }

  @Test
  void givesOptionsThenScript() throws IOException {
    String job = slurm().submit(List.of("--a b"), Path.of("/x/task.sh"));

    assertEquals("42", job);
    assertEquals(
        List.of("--parsable", "--a b", "/x/task.sh"),
        Files.readAllLines(folder.resolve("sbatch.args")));
  }

  @Test
  void saysInOneLineWhyTheClusterRefuses() throws IOException {
    FakeCommand.write(
        folder, "sbatch", "echo 'sbatch: error: no partition x' >&2; echo 'b' >&2; exit 1");

    String message = refusal(() -> slurm().submit(List.of(), Path.of("s")));

    assertTrue(message.contains("refused the array: sbatch: error: no partition x; b;"), message);
  }

  @Test
  void asksForTheTasksOfAJob() throws IOException {
    assertTrue(slurm().isLive("42"));

    FakeCommand.write(folder, "squeue", "echo \"$2\" > $0.args");
    assertFalse(slurm().isLive("42"));
    assertEquals("--jobs=42\n", Files.readString(folder.resolve("squeue.args")));
  }

  @Test
  void takesAForgottenJobAsEnded() throws IOException {
    FakeCommand.write(
        folder, "squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");

    assertFalse(slurm().isLive("42"));
  }

  @Test
  void doesNotTakeSilenceForTheEndOfAJob() throws IOException {
    FakeCommand.write(folder, "squeue", "echo 'Unable to contact slurm controller' >&2; exit 1");

    assertThrows(UncheckedIOException.class, () -> slurm().isLive("42"));
  }

  @Test
  void knowsHowLargeAnArrayCanBe() throws IOException {
    assertEquals(64, slurm().maxTasks());
    Files.delete(folder.resolve("scontrol"));
    assertEquals(1000, slurm().maxTasks());
  }

  @Test
  void refusesOptionsThatTieTasksToTheirFolder() {
    options("--partition=main", "-pmain", "--arbitrary");
    for (String option : List.of("--array=1-2", "-a1", "--output=x", "-ox", "main")) {
      String message = refusal(() -> options(option));
      assertTrue(message.startsWith("--slurm-option: found '" + option + "'"), message);
    }
  }

  private static SlurmArray.Options options(String... sbatch) {
    return new SlurmArray.Options(List.of(sbatch), 0, 1);
  }

  @Test
  void namesTasksByRanges() {
    assertEquals("1-3,7,9-10", SlurmArray.ranges(List.of(1, 2, 3, 7, 9, 10)));
    assertEquals("4", SlurmArray.ranges(List.of(4)));
  }

  private Slurm slurm() {
    return new Slurm("/nowhere:" + folder);
  }

  private static String refusal(Runnable action) {
    return assertThrows(InvalidInputException.class, action::run).getMessage();
  }
}
