package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.simulation.GpuSimulation;

/** Sweeps on a real Slurm, where there is one. */
class SlurmSweepTest {
  private static final String NO_SLURM = "skipped: no Slurm answers here; .ci/slurm starts one";

  private final String name = "slurm-sweep-" + System.nanoTime();
  @TempDir private Path folder;

  @BeforeEach
  void writeASweepOfSixRuns() throws IOException, InterruptedException {
    boolean hasSlurm = Files.isExecutable(Path.of("/usr/bin/sinfo")) && command("sinfo").isUp();
    if (!hasSlurm) {
      System.out.println(NO_SLURM);
    }
    assumeTrue(hasSlurm, NO_SLURM);
    Files.writeString(
        folder.resolve("s.json"),
        """
        { "base": { "gpu": { "extends": "gtx980", "sms": 2 }, "instructionBudget": 20000 },
          "axes": { "workloads": {"pairs-of": ["sample-saxpy", "sample-gather", "sample-sgemm"]},
                    "policy": ["smk-even", "spatial-even"] } }
        """);
  }

  @AfterEach
  void leaveNoJobs() throws IOException, InterruptedException {
    if (Files.exists(folder.resolve("s.json"))) {
      command("scancel", "--name=polyphony-" + name);
    }
  }

  @Test
  @Timeout(180)
  void givesTheSameBytesWhenItIsLeftAndATaskIsCancelled() throws IOException, InterruptedException {
    String job = submitAndLeave();
    assertEquals("", command("scancel", job + "_2").err());

    CommandRun watch = sweep(name, "--resume", "--executor", "slurm");
    CommandRun local = sweep("local");

    assertEquals(0, watch.exitCode(), watch.err());
    assertTrue(watch.err().contains("watching job " + job), watch.err());
    assertTrue(watch.err().contains("lost: task 2; submitted again as job"), watch.err());
    assertEquals(0, local.exitCode(), local.err());
    for (String file : List.of("results.jsonl", "results.csv")) {
      assertEquals(
          Files.readString(folder.resolve("local").resolve(file)),
          Files.readString(folder.resolve(name).resolve(file)));
    }
  }

  @Test
  void leavesNothingBehindWhenTheClusterRefuses() {
    sweep(name, "--executor", "slurm", "--slurm-option=--partition=nowhere")
        .assertBadInput("sbatch refused the array", "nowhere", "--slurm-option");

    assertTrue(Files.notExists(folder.resolve(name).resolve("slurm")));
  }

  /** Returns the job that runs the sweep once the process that submitted it has ended. */
  private String submitAndLeave() throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    String[] options = {"--executor", "slurm", "--runs-per-task", "2"};
    command.addAll(List.of(arguments(name, options)));
    command.add("--slurm-option=--begin=now+6"); // so that they still wait when it has been left
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("POLYPHONY_CACHE", folder.resolve("cluster-cache").toString());
    Process process = builder.redirectOutput(folder.resolve("out.txt").toFile()).start();
    BufferedReader err = process.errorReader(StandardCharsets.UTF_8);
    String line = err.readLine();
    assertTrue(line != null && line.matches("submitted job \\d+: 6 runs in 3 tasks.*"), line);

    process.destroy(); // SIGTERM

    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    assertEquals(130, process.exitValue());
    String job = line.replaceAll("submitted job (\\d+).*", "$1");
    String out = Files.readString(folder.resolve("out.txt"));
    assertTrue(out.matches("(?s).*the jobs go on: \\d+ " + job + "\n.*"), out);
    return job;
  }

  private CommandRun sweep(String out, String... more) {
    return CommandRun.of(new GpuSimulation(), folder.resolve("cache"), arguments(out, more));
  }

  private String[] arguments(String out, String... more) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("sweep", folder.resolve("s.json").toString()));
    arguments.addAll(List.of("--out", folder.resolve(out).toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
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
