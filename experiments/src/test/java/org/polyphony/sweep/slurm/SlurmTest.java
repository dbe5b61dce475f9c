package org.polyphony.sweep.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
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
    assertTrue(refusal(() -> new Slurm("")).contains("found no 'sbatch' on the PATH"));
  }

  @Test
  void givesOptionsThenScriptThenArguments() throws IOException {
    String job = slurm().submit(List.of("--a b"), Path.of("/x/task.sh"), List.of("runs"));

    assertEquals("42", job);
    assertEquals(
        List.of("--parsable", "--a b", "/x/task.sh", "runs"),
        Files.readAllLines(folder.resolve("sbatch.args")));
  }

  @Test
  void saysInOneLineWhyTheClusterRefuses() throws IOException {
    FakeCommand.write(
        folder, "sbatch", "echo 'sbatch: error: no partition x' >&2; echo 'b' >&2; exit 1");

    String message = refusal(() -> slurm().submit(List.of(), Path.of("s"), List.of()));

    assertTrue(message.contains("refused the array: sbatch: error: no partition x; b;"), message);
  }

  @Test
  void readsTasksAndLeavesOutWhatIsNoArray() throws IOException {
    FakeCommand.write(
        folder,
        "squeue",
        "echo \"$4\" > $0.args; printf '%s\\n' '42|1|PENDING|(a|b)' '43|N/A|RUNNING|None'");

    assertEquals(
        Optional.of(List.of(new QueuedTask("42", 1, "PENDING", "(a|b)"))),
        slurm().tasks(List.of("42", "43")));
    assertEquals("--jobs=42,43\n", Files.readString(folder.resolve("squeue.args")));
  }

  @Test
  void takesAForgottenJobAsEnded() throws IOException {
    FakeCommand.write(
        folder, "squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");

    assertEquals(Optional.of(List.of()), slurm().tasks(List.of("42")));
  }

  @Test
  void doesNotTakeSilenceForTheEndOfJobs() throws IOException {
    FakeCommand.write(folder, "squeue", "echo 'Unable to contact slurm controller' >&2; exit 1");

    assertEquals(Optional.empty(), slurm().tasks(List.of("42")));
  }

  @Test
  void knowsHowLargeAnArrayCanBe() throws IOException {
    assertEquals(64, slurm().maxTasks());
    Files.delete(folder.resolve("scontrol"));
    assertEquals(1000, slurm().maxTasks());
  }

  @Test
  void tellsTasksThatEndedFromThoseThatCanGoOn() {
    for (String state : List.of("PENDING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED")) {
      assertTrue(new QueuedTask("1", 1, state, "").isLive(), state);
    }
    for (String state : List.of("COMPLETED", "CANCELLED", "NODE_FAIL", "TIMEOUT", "PREEMPTED")) {
      assertFalse(new QueuedTask("1", 1, state, "").isLive(), state);
    }
  }

  @Test
  void refusesOptionsThatTieTasksToTheirFolder() {
    Submission.check(List.of("--partition=main", "-pmain", "--arbitrary"));
    for (String option : List.of("--array=1-2", "-a1", "--output=x", "-ox", "main")) {
      String message = refusal(() -> Submission.check(List.of(option)));
      assertTrue(message.startsWith("--slurm-option: found '" + option + "'"), message);
    }
  }

  private Slurm slurm() {
    return new Slurm("/nowhere:" + folder);
  }

  private static String refusal(Runnable action) {
    return assertThrows(InvalidInputException.class, action::run).getMessage();
  }
}
