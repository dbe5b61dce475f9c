package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Home;

/** Every command knows a file of ours that is not for it, and says which command it is for. */
class GivenFileTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  private static String bundled(String path) {
    return Home.find().resolve(path).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "run, configs/sweeps/policies.json, a sweep, sweep",
    "run, configs/host/co-run.json, a host experiment, host",
    "run, configs/gpus/gtx980.json, a GPU, describe",
    "run, configs/host/applications/ara.json, a host application, describe",
    "run, configs/host/machines/4xv100.json, a machine, describe",
    "run, configs/host/job-stream.csv, a job stream, describe",
    "sweep, configs/experiments/maestro.json, an experiment, run",
    "host, workloads/samples/sgemm, a trace, trace info",
    "plot, configs/sweeps/policies.json, a sweep, sweep",
    "report, configs/experiments/maestro.json, an experiment, run",
    "timeline, workloads/samples/sgemm, a trace, trace info",
    "reproduce, configs/sweeps/policies.json, a sweep, sweep",
    "trace info, configs/experiments/maestro.json, an experiment, run",
    "trace profile, configs/gpus/gtx980.json, a GPU, describe",
  })
  void aCommandKnowsAFileOfAnotherKind(String command, String path, String kind, String its) {
    folder
        .refused(command + " " + bundled(path))
        .assertBadInput(path, "found " + kind, "polyphony " + its + " ", "allowed: ");
  }

  @Test
  void runKnowsAFolderOfResultsAndPlotAFileWithinIt() throws IOException {
    folder.write("summary.json", "{}");

    folder
        .refused("run ./")
        .assertBadInput("the results of a run", "polyphony report", "an experiment or a trace");
    folder.refused("plot ./summary.json").assertBadInput("found a file", "a results folder");
  }

  @ParameterizedTest
  @CsvSource({
    "run, quikstart, quickstart",
    "sweep, policy, policies",
    "host, co-rum, co-run",
    "describe, gtx98, gtx980"
  })
  void anUnknownNameHasTheNearestOne(String command, String name, String nearest) {
    folder.refused(command + " " + name).assertBadInput("'" + name + "'", "nearest: " + nearest);
  }

  @Test
  void theNameOfAnotherKindSaysWhichCommandItIsFor() {
    folder
        .refused("run policies")
        .assertBadInput("'policies', a sweep", "polyphony sweep policies", "an experiment");
    folder.refused("host quickstart").assertBadInput("an experiment", "polyphony run quickstart");
    folder.refused("sweep policies --dry-run").shows("12 runs");
  }

  @ParameterizedTest
  @CsvSource({
    "configs/experiments/maestro.json, 'an experiment, gpu gtx980'",
    "configs/sweeps/policies.json, 'a sweep, runs 12'",
    "configs/host/schedgpu-table3.json, 'a host experiment, nodes 1'",
    "configs/host/machines/k20m-server.json, 'a machine, nodes 1'",
    "configs/host/applications/gpu-blast.json, 'a host application, phases'",
    "configs/gpus/gtx980.json, 'a GPU, SMs 16'",
    "workloads/models/BS.json, 'a kernel model, launches, copies 5'",
    "workloads/samples/sgemm, 'a trace, gpu gtx980'",
    "configs/host/job-stream.csv, 'a job stream, jobs 60'",
  })
  void validateAndDescribeTakeAFileOfAnyKind(String path, String expected) {
    folder.refused("validate " + bundled(path)).shows(path + ": valid: " + expected);
    CommandRun described = folder.refused("describe " + bundled(path)).shows();
    assertTrue(described.out().lines().count() > 3, described.out());
  }

  @Test
  void validateAndDescribeRefuseWhatCannotBeSimulatedOrChanged() throws IOException {
    folder.json("m.json", "{ 'cpu': { 'sockets': 0 }, 'pcie': {}, 'gpus': [] }");
    folder.json("gpu.json", "{ 'extends': 'gtx980', 'sms': 'many' }");

    folder.refused("validate ./m.json").assertBadInput("m.json:1: cpu.sockets: found 0");
    folder.refused("describe ./gpu.json").assertBadInput("gpu.json:1", "sms", "many", "allowed: ");
    folder
        .refused("validate " + bundled("configs/gpus/gtx980.json") + " --set sms=8")
        .assertBadInput("--set", "not a GPU");
    folder.refused("schema sweeps").assertBadInput("KIND", "'sweeps'", "nearest: sweep");
  }

  @Test
  void describeSaysThatADeviceWasNotComparedWithABoard() {
    String words = "not validated: no time or bandwidth was compared with a board";

    assertTrue(folder.refused("describe gtx980").out().contains(words));
    assertTrue(folder.refused("describe volta-v100").out().contains(words));
    assertFalse(folder.refused("describe hopper-h200").out().contains(words));
  }

  @Test
  void validateAndDescribeTakeAllFilesOfAName() {
    folder
        .refused("validate maestro")
        .shows("configs/experiments/maestro.json: valid: ", "configs/sweeps/maestro.json: valid: ");
    CommandRun run =
        folder
            .refused("describe maestro")
            .shows("to run it: polyphony run maestro", "to run it: polyphony sweep maestro");
    assertTrue(run.out().startsWith("maestro (policy)"), run.out());
  }

  @Test
  void printsASchemaThatStandsByItself() {
    CommandRun run = folder.refused("schema experiment").shows("\"instructionBudget\"");

    assertFalse(run.out().contains(".schema.json\""), run.out());
    folder.refused("schema model").shows("\"launches\"");
  }

  @ParameterizedTest
  @CsvSource({"sample-saxpy, using the bundled", "./sample-saxpy, no kernelslist.g"})
  void saysThatANameMeansWhatIsBundledAndNotTheFolderBesideIt(String given, String said)
      throws Exception {
    Files.createDirectory(folder.at("sample-saxpy"));
    Process run = folder.process("run --dry-run", given).directory(folder.at("").toFile()).start();

    String err = run.errorReader().lines().collect(Collectors.joining("\n"));
    assertTrue(err.contains(said), err);
    assertEquals(said.startsWith("using") ? 0 : 2, run.waitFor());
  }
}
