package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sweeps on a real Slurm, where there is one. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
class SlurmSweepTest {
  private static final String NO_SLURM = "skipped: no Slurm answers here; .ci/slurm starts one";

  private final String name = "slurm-sweep-" + System.nanoTime();
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeASweepOfSixRuns() throws IOException, InterruptedException {
    boolean hasSlurm = Files.isExecutable(Path.of("/usr/bin/sinfo")) && command("sinfo").isUp();
    if (!hasSlurm) {
      System.out.println(NO_SLURM);
    }
    assumeTrue(hasSlurm, NO_SLURM);
    folder.write(
        "s.json",
        """
        { "base": { "gpu": { "extends": "gtx980", "sms": 2 }, "instructionBudget": 20000 },
          "axes": { "workloads": {"pairs-of": ["sample-saxpy", "sample-gather", "sample-sgemm"]},
                    "policy": ["smk-even", "spatial-even"] } }
        """);
  }

  @AfterEach
  void leaveNoJobs() throws IOException, InterruptedException {
    if (folder.has("s.json")) {
      command("scancel", "--name=polyphony-" + name);
    }
  }

  @Test
  @Timeout(300)
  void givesTheSameBytesWhenATaskIsCancelledAndTheSweepResumed() throws Exception {
    CommandRun first = slurm("--runs-per-task", "2", "--slurm-option=--hold");
    assertEquals(0, first.exitCode(), first.err());
    assertTrue(first.out().matches("(?s)submitted job \\d+: 6 runs in 3 tasks.*"), first.out());
    String job = first.out().replaceAll("(?s)submitted job (\\d+).*", "$1");
    slurm("--resume").assertBadInput("job " + job + " is still queued", "scancel");
    assertEquals("", command("scancel", job + "_2").err());
    assertEquals("", command("scontrol", "release", job).err());
    await(job);

    CommandRun second = slurm("--resume", "--runs-per-task", "2");
    assertTrue(second.out().matches("(?s)submitted job \\d+: 2 runs in 1 tasks.*"), second.out());
    await(second.out().replaceAll("(?s)submitted job (\\d+).*", "$1"));
    CommandRun local = sweep("local", "");

    assertEquals(0, local.exitCode(), local.err());
    assertTrue(slurm("--resume").out().startsWith("6 of 6 runs done, 0 failed"));
    for (String file : List.of("results.jsonl", "results.csv")) {
      assertEquals(folder.read("local/" + file), folder.read(name + "/" + file));
    }
  }

  private static void await(String job) throws IOException, InterruptedException {
    while (!command("squeue", "--noheader", "--jobs=" + job).out().isBlank()) {
      Thread.sleep(500);
    }
  }

  private CommandRun slurm(String... more) {
    return sweep(name, "--executor slurm", more);
  }

  @Test
  void leavesNothingBehindWhenTheClusterRefuses() {
    slurm("--slurm-option=--partition=nowhere")
        .assertBadInput("sbatch refused the array", "nowhere", "--slurm-option");

    assertTrue(!folder.has(name + "/slurm"));
  }

  private CommandRun sweep(String out, String options, String... more) {
    return folder.simulated("sweep ./s.json --out ./" + out + " " + options, more);
  }

  /** What a command of Slurm has said. */
  private record Said(int exitCode, String out, String err) {
    boolean isUp() {
      return exitCode == 0 && !out.isBlank();
    }
  }

  private static Said command(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), out, err);
  }
}
