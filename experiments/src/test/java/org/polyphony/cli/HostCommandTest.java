package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.mgb.Placement;
import org.polyphony.input.Sha256;
import org.polyphony.results.store.Json;
import org.polyphony.text.MetricDefinitions;

class HostCommandTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  private CommandRun host(String config, String... more) {
    return folder.refused("host " + config + " --out ./out", more);
  }

  private JsonNode summary() throws IOException {
    return folder.tree("out/host-summary.json");
  }

  @Test
  void compilesAPlacementThatTheConfigNames() throws IOException {
    Path file =
        folder.write(
            "FirstDevice.java",
            """
            import org.polyphony.host.HostMachine;
            import org.polyphony.host.app.TaskNeed;
            import org.polyphony.host.mgb.Placement;

            public class FirstDevice implements Placement {
              private boolean busy;

              public FirstDevice(HostMachine machine) {}

              public int place(int task, TaskNeed need) {
                int device = busy ? NONE : 0;
                busy = true;
                return device;
              }

              public void release(int task) {
                busy = false;
              }

              public boolean canEverPlace(TaskNeed need) {
                return true;
              }
            }
            """);
    String set = "schedulers=[{\"name\":\"mgb\",\"policy\":\"FirstDevice\"}]";

    CommandRun run = host("mgb-call-lists", "--set", set, "--policy", file.toString(), "--quiet");

    run.shows();
    assertEquals(8, summary().at("/runs/0/outcomes/finished").asInt());
    assertEquals(Sha256.hexOf(file), summary().at("/provenance/ownCode").asText());
    assertEquals(Files.readString(file), folder.read("out/policy.java"));
    host("mgb-call-lists", "--set", set).assertBadInput("the full name of your class");
  }

  @Test
  void runsEverySchedulerAndWritesWhatCameOfIt() throws IOException {
    CommandRun run = host("schedgpu-table3");

    assertEquals(0, run.exitCode());
    assertTrue(run.out().contains("schedgpu-priority-mmu"));
    JsonNode runs = summary().path("runs");
    assertEquals(5, runs.size());
    assertEquals(12, runs.get(1).path("applications").size());
    assertEquals(12, runs.get(1).at("/outcomes/finished").asInt());
    double sequential = runs.get(0).path("makespanSeconds").asDouble();
    assertEquals(4 * (226.847 + 322.799 + 69.144), sequential, 0.1); // one after another
  }

  @Test
  void holdsExactlyTheMetricsThatTheReferenceDefines() throws IOException {
    host("schedgpu-table3");
    ObjectNode summary = (ObjectNode) summary();
    summary.put("partial", true); // of an interrupted one
    summary.withObject("/provenance").put("ownCode", "ab"); // with a policy of one's own

    Set<String> defined = new TreeSet<>(MetricDefinitions.names("host-summary.json"));
    assertEquals(defined, MetricDefinitions.paths(summary, Set.of("runs[].outcomes")));
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    for (String out : List.of("one", "two")) {
      folder.refused("host schedgpu-gpu-blast --out ./" + out).shows();
    }

    for (String file : List.of("/host-summary.json", "/utilisation.csv", "/activities.csv")) {
      assertEquals(folder.read("one" + file), folder.read("two" + file));
    }
  }

  @Test
  void reportsJobsThatHangOnAnAbandonedMutex() throws IOException {
    assertEquals(0, host("schedgpu-crash-mutex").exitCode());

    JsonNode run = summary().at("/runs/0");
    assertTrue(run.at("/outcomes/hung").asInt() > 0);
    assertTrue(run.at("/broker/lockAbandoned").asBoolean());
  }

  @Test
  void sweepsOverAMachineJobsAndSchedulers() throws IOException {
    folder.json(
        "s.json",
        """
        { 'base': { 'machine': 'k20m-server', 'jobs': [ { 'application': 'gpu-blast' } ] },
          'axes': { 'jobs[0].count': [1, 2], 'schedulers': [['sequential'], ['packed']] } }
        """);

    folder.refused("sweep ./s.json --jobs 1 --out ./one").shows();
    folder.refused("sweep ./s.json --jobs 2 --out ./two").shows();

    String lines = folder.read("one/results.jsonl");
    assertEquals(lines, folder.read("two/results.jsonl"));
    List<String> rows = folder.lines("one/results.csv");
    assertEquals(5, rows.size());
    assertTrue(rows.get(1).startsWith("job0.count=1_sequential,,1,\"[\"\"sequential\"\"]\""));
    JsonNode alone = Json.parse(lines.lines().findFirst().orElseThrow());
    assertEquals(69.144, alone.at("/runs/0/makespanSeconds").asDouble(), 0.01);
  }

  /**
   * MGB section V-D: schedGPU looks at memory only, so that one of several devices has all jobs.
   */
  @Test
  void placesJobsUnderSchedgpuOnTheFirstDeviceOrWhereMostIsFree() throws IOException {
    host(
        "schedgpu-ara",
        "--set",
        "machine=2xp100",
        "--set",
        "jobs[0].count=4",
        "--set",
        "schedulers=[{\"name\":\"schedgpu\",\"placement\":\"first\"},"
            + "{\"name\":\"schedgpu\",\"placement\":\"most-free\",\"id\":\"spread\"}]");

    List<List<Integer>> devices = new ArrayList<>();
    for (JsonNode run : summary().path("runs")) {
      List<Integer> ofRun = new ArrayList<>();
      run.path("applications").forEach(job -> ofRun.add(job.path("device").asInt()));
      devices.add(ofRun);
    }
    assertEquals(List.of(List.of(0, 0, 0, 0), List.of(0, 1, 0, 1)), devices);
  }

  @Test
  void refusesAWrongValueOrLineOfAJobStreamAndWritesNothing() throws IOException {
    Path stream =
        folder.write(
            "jobs.csv",
            """
            id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s
            a,5,1,1000,0.5,1
            b,4,1,1000,0.5,1
            """);

    CommandRun run = host("job-stream", "--set", "jobStream=" + stream);

    host("schedgpu-table3", "--set", "jobs[0].count=0")
        .assertBadInput("jobs[0].count: found 0, allowed: an integer from 1");
    run.assertBadInput(stream + ":3: arrival_s: found 4, allowed: not before the line above, 5.0");
    assertFalse(folder.has("out"));
  }

  @Test
  void writesIdsWithCommasAndTimesToTheNanosecond() throws IOException {
    Path stream =
        folder.write(
            "jobs.csv",
            """
            id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s
            "a,b",1000.5,1,1000,0.5,0.000000001
            """);

    host("job-stream", "--set", "jobStream=" + stream, "--set", "schedulers=[\"packed\"]");

    assertEquals(
        "packed,\"a,b\",gpu,kernel,1000.5,1000.500000001",
        folder.lines("out/activities.csv").get(1));
    assertEquals(
        "packed,\"a,b\",gpu,finished,0,1000.5,1000.5,1000.500000001,0.0,0.000000001",
        folder.lines("out/jobs.csv").get(1));
  }

  /** A user's placement: all tasks go to the last device; one that it does not have is chosen. */
  public static final class LastDevice implements Placement {
    private final int last;

    /** Makes one for a machine. */
    public LastDevice(HostMachine machine) {
      last = machine.devices() - 1;
    }

    @Override
    public int place(int process, TaskNeed need) {
      return need.memoryBytes() > 1_000_000_000L ? last + 1 : last;
    }

    @Override
    public void release(int process) {}

    @Override
    public boolean canEverPlace(TaskNeed need) {
      return true;
    }
  }

  private CommandRun placed(String application) {
    return host(
        "mgb-w1",
        "--set",
        "jobs=[{\"application\":\"" + application + "\"}]",
        "--set",
        "schedulers=[{\"name\":\"mgb\",\"policy\":\"" + LastDevice.class.getName() + "\"}]");
  }

  @Test
  void placesTasksByAClassOfTheUser() throws IOException {
    CommandRun run = placed("ara");

    run.shows();
    assertEquals(1, summary().at("/runs/0/applications/0/device").asInt());
  }

  @Test
  void saysWhenAClassOfTheUserChoosesADeviceThatIsNotThere() {
    CommandRun run = placed("gpu-blast");

    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("LastDevice: place() chose device 2, of 0 to 1"), run.err());
  }

  /** MGB Figure 1: the kernels of a process take turns on its device, or run on two at once. */
  @Test
  void runsAProgramWithTasksOnSeveralDevices() throws IOException {
    CommandRun run = host("mgb-figure1");

    run.shows();
    assertEquals(30 + 40, summary().at("/runs/0/makespanSeconds").asDouble(), 1e-5);
    assertEquals(40, summary().at("/runs/1/makespanSeconds").asDouble(), 1e-5);
    assertEquals("[0,1]", summary().at("/runs/1/applications/0/devices").toString());
  }

  @Test
  void namesApplicationsThatSchedgpuDoesNotManage() throws IOException {
    CommandRun run = host("schedgpu-implicit");

    run.shows();
    String warning =
        "polyphony: warning: off does not manage the memory of unmodified, which allocates"
            + " without reserving";
    assertEquals(1, run.err().lines().filter(warning::equals).count(), run.err());
    assertEquals(4, summary().at("/runs/2/outcomes/finished").asInt());
    assertTrue(summary().at("/runs/3/outcomes/out-of-memory").asInt() > 0);
  }

  @Test
  void describesAndCountsTheTasksThatWereFoundInAProgram() {
    folder
        .refused("describe lazy-vector-addition")
        .shows(
            "lazy, at launch  calls[2].calls[0].calls[0]",
            "268,435,456",
            "calls[2].calls[0].calls[0], 10 times  launch VecAdd(dA, dB, dC)");
    folder.refused("describe mgb-figure1").shows("2 GPU tasks, 2 static, 0 lazy");
  }

  @Test
  void showsTimesBelowASecondWithThreeDigits() {
    assertEquals("2475.20", HostCommand.seconds(2475.2));
    assertEquals("0.000426", HostCommand.seconds(0.00042649));
    assertEquals("0.00", HostCommand.seconds(0));
    assertEquals("-", HostCommand.seconds(Double.NaN));
  }
}
