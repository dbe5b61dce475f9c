package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.polyphony.input.Home;

/** Job arrays on a real Slurm, where there is one. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
class SlurmSweepTest {
  private static final String NO_SLURM = "skipped: no Slurm answers here; .ci/slurm starts one";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeASweepOfSixRunsAndTheProgram() throws IOException, InterruptedException {
    boolean hasSlurm =
        Files.isExecutable(Path.of("/usr/bin/sinfo")) && !command("sinfo").out().isBlank();
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
    Files.copy(Home.find().resolve("slurm-sweep"), folder.at("slurm-sweep"));
    folder.write(
        "polyphony",
        "#!/bin/sh\nexec '%s/bin/java' -Dpolyphony.home='%s' -cp '%s' %s \"$@\"\n"
            .formatted(
                System.getProperty("java.home"), Home.find(), classPath(), Main.class.getName()));
    assertTrue(folder.at("polyphony").toFile().setExecutable(true));
  }

  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  @Timeout(300)
  void givesTheSameBytesWhenATaskIsCancelledAndTheSweepSubmittedAgain() throws Exception {
    String job = submitted("3", "--hold", "--", "s.json", "--out", "out");
    assertEquals("", command("scancel", job + "_2").err());
    assertEquals("", command("scontrol", "release", job).err());
    await(job);
    String partial = folder.read("out/results.jsonl");
    await(submitted("3", "--", "s.json", "--out", "out"));

    CommandRun local = folder.simulated("sweep ./s.json --out ./local");

    assertEquals(0, local.exitCode(), local.err());
    assertEquals(4, partial.lines().count());
    for (String file : List.of("results.jsonl", "results.csv")) {
      assertEquals(folder.read("local/" + file), folder.read("out/" + file));
    }
  }

  @Test
  void queuesNothingWhenTheSweepOrTheNumberOfTasksIsWrong() throws Exception {
    folder.write("bad.json", folder.read("s.json").replace("20000", "0"));

    Said sweep = command("./slurm-sweep", "2", "--", "bad.json", "--out", "out");
    Said tasks = command("./slurm-sweep", "none", "--", "s.json", "--out", "out");

    assertEquals(List.of(2, 2), List.of(sweep.exitCode(), tasks.exitCode()));
    assertEquals("", sweep.out() + tasks.out());
    assertTrue(sweep.err().contains("instructionBudget: found 0"), sweep.err());
    assertTrue(tasks.err().contains("found 'none', allowed: a number"), tasks.err());
  }

  private String submitted(String... words) throws IOException, InterruptedException {
    Said said =
        command(Stream.concat(Stream.of("./slurm-sweep"), Stream.of(words)).toArray(String[]::new));
    assertEquals(0, said.exitCode(), said.err());
    return said.out().strip().replaceFirst("Submitted batch job ", "");
  }

  private void await(String job) throws IOException, InterruptedException {
    while (!command("squeue", "--noheader", "--jobs=" + job).out().isBlank()) {
      Thread.sleep(500);
    }
  }

  private record Said(int exitCode, String out, String err) {}

  private Said command(String... words) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(List.of(words)));
    builder.environment().put("POLYPHONY_CACHE", folder.at("cache").toString());
    Process process = builder.directory(folder.at(".").toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Said(process.waitFor(), out, err);
  }
}
