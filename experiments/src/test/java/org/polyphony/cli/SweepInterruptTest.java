package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Sweeps in a process of their own, which is killed. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("slow")
class SweepInterruptTest {
  private static final String SWEEP = "sweep ./s.json --quiet --out ./";
  private static final int KILLED = 137;
  private static final int INTERRUPTED = 130;

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @BeforeEach
  void writeASweepOfSixtyRuns() throws IOException {
    folder.write(
        "s.json",
        """
        { "base": { "gpu": { "extends": "gtx980", "sms": 2 }, "instructionBudget": 60000 },
          "axes": { "workloads": {"pairs-of": ["sample-saxpy", "sample-gather", "sample-sgemm"]},
                    "policy": ["smk-even", "spatial-even"],
                    "seed": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }
        """);
  }

  @Test
  @Timeout(240)
  void givesTheSameBytesHoweverOftenItIsKilled() throws IOException, InterruptedException {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);

    assertEquals(KILLED, endAfter(10, random.nextInt(20), true));
    assertEquals(KILLED, endAfter(10, random.nextInt(20), true, "--resume"));
    assertEquals(INTERRUPTED, endAfter(10, 0, false, "--resume"));
    assertEquals(endedRuns(), lines("killed").size());
    CommandRun rest = sweep("killed", "--jobs", "1", "--resume");
    CommandRun whole = sweep("whole", "--jobs", "2");

    assertEquals(0, rest.exitCode(), rest.err());
    assertEquals(0, whole.exitCode(), whole.err());
    assertEquals(60, lines("whole").size());
    assertEquals(lines("whole"), lines("killed"));
    assertEquals(folder.read("whole/results.csv"), folder.read("killed/results.csv"));
  }

  /**
   * Starts a sweep and ends it once it has itself ended so many runs, and a little later; returns
   * its exit code. Runs that an earlier process ended do not count: they would let this one be
   * ended before it listens to signals.
   */
  private int endAfter(int runs, int millis, boolean kill, String... more)
      throws IOException, InterruptedException {
    int before = endedRuns();
    ProcessBuilder builder = folder.process(SWEEP + "killed --jobs 2", more);
    builder.redirectErrorStream(true).redirectOutput(folder.at("said.txt").toFile());
    Process process = builder.start();
    while (endedRuns() < before + runs) {
      assertTrue(process.isAlive(), () -> said());
      Thread.sleep(5);
    }
    Thread.sleep(millis);
    if (kill) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    return process.waitFor();
  }

  private String said() {
    try {
      return folder.read("said.txt");
    } catch (IOException e) {
      return e.toString();
    }
  }

  private int endedRuns() throws IOException {
    String log = "killed/runs/1-of-1.jsonl";
    return folder.has(log) ? folder.lines(log).size() : 0;
  }

  private CommandRun sweep(String out, String... more) {
    return folder.simulated(SWEEP + out, more);
  }

  private List<String> lines(String out) throws IOException {
    return folder.lines(out + "/results.jsonl");
  }
}
