package org.polyphony.run.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.host.JobResult;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;

/** Applications of kernel models on a GTX 980 of two SMs. */
class CoRunTableTest {
  @TempDir private Path folder;
  private final List<String> measured = new ArrayList<>();
  private final Progress stages =
      new Progress() {
        @Override
        public void begin(String stage) {
          measured.add(stage);
        }

        @Override
        public void update(double doneShare, long cycles, long warpInstructions) {}

        @Override
        public void close() {}
      };

  private void write(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void application(String name, String workload, int launches) {
    write(
        name + ".json",
        """
        { "name": "%s",
          "phases": [ { "allocate": 1000 }, { "copy": 100000 },
                      { "kernel": "%s", "workload": %s, "launches": %d, "thinkSeconds": 0.00001 },
                      { "free": "all" } ] }
        """
            .formatted(name, name, workload, launches));
  }

  private HostExperiment experiment(String device) {
    write("gpu.json", "{ \"extends\": \"gtx980\", \"sms\": 2 }");
    // long enough for refreshes of DRAM, one in 3.9 us, to average out
    application("options", "{ \"benchmark\": \"BS\", \"scale\": 0.002 }", 8);
    application("heat", "{ \"benchmark\": \"HS\", \"scale\": 0.04 }", 6);
    write(
        "host.json",
        """
        { "machine": { "cpu": { "sockets": 1, "coresPerSocket": 4 },
                       "pcie": { "bytesPerSecond": 12000000000 },
                       "gpus": [ { "gpu": "%s", "memoryBytes": 1000000,
                                   "sharing": "partitioned", "policy": "smk-even",
                                   "device": "%s" } ] },
          "jobs": [ { "application": "options.json" }, { "application": "heat.json" } ],
          "schedulers": [ "packed" ] }
        """
            .formatted(folder.resolve("gpu.json"), device));
    return HostExperimentLoader.load(folder.resolve("host.json"), List.of());
  }

  private HostOutcome run(String device) {
    HostExperiment experiment = experiment(device);
    HostTools tools = HostFixtures.tools(folder.resolve("cache")).showing(stages);
    return new HostRuns(experiment, tools).run(experiment.schedulers().get(0));
  }

  @Test
  void ratesAgreeWithTheCycleLevelDeviceWithinFivePercent() {
    HostOutcome cycle = run("cycle");
    HostOutcome rate = run("rate");

    assertEquals(cycle.makespanSeconds(), rate.makespanSeconds(), 0.05 * cycle.makespanSeconds());
    for (int i = 0; i < cycle.jobs().size(); i++) {
      JobResult expected = cycle.jobs().get(i);
      JobResult found = rate.jobs().get(i);
      double end = expected.endNanos();
      assertEquals(end, (double) found.endNanos(), 0.05 * end, expected.id());
      assertTrue(expected.kernelNanos() > 1.1 * expected.kernelAloneNanos(), "they share");
    }
  }

  @Test
  void measuresEachSetOnceAndKeepsItOnDisk() {
    HostOutcome first = run("rate");
    List<String> stagesOfFirst = List.copyOf(measured);
    measured.clear();
    HostOutcome again = run("rate");

    assertTrue(stagesOfFirst.contains("heat + options under smk-even"), stagesOfFirst.toString());
    assertEquals(List.of("packed: 2 jobs"), measured);
    assertEquals(first.jobs(), again.jobs());
  }

  @Test
  void refusesAWorkloadThatDoesNotExist() {
    experiment("rate");
    application("heat", "\"HSS\"", 1);
    HostExperiment experiment = HostExperimentLoader.load(folder.resolve("host.json"), List.of());
    HostTools tools = HostFixtures.tools(folder);

    String error =
        assertThrows(InvalidInputException.class, () -> new HostRuns(experiment, tools))
            .getMessage();
    assertTrue(error.contains("heat.json:3: phases[2].workload: found \"HSS\""), error);
    assertTrue(error.contains("HS"), error);
  }
}
