package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.mgb.Placement;
import org.polyphony.input.Home;
import org.polyphony.input.Sha256;
import org.polyphony.text.MetricsPage;

class HostCommandTest {
  private static final List<String> FILES =
      List.of("host-summary.json", "utilisation.csv", "activities.csv");

  @TempDir private Path folder;

  private CommandRun host(String config, String... more) {
    Path file = Home.find().resolve("configs/host").resolve(config);
    String[] arguments = new String[more.length + 4];
    arguments[0] = "host";
    arguments[1] = file.toString();
    arguments[2] = "--out";
    arguments[3] = folder.resolve("out").toString();
    System.arraycopy(more, 0, arguments, 4, more.length);
    return CommandRun.refused(folder.resolve("cache"), arguments);
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out/host-summary.json").toFile());
  }

  @Test
  void compilesAPlacementThatTheConfigNames() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("FirstDevice.java"),
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

    CommandRun run =
        host("mgb-call-lists.json", "--set", set, "--policy", file.toString(), "--quiet");

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(8, summary().at("/runs/0/outcomes/finished").asInt());
    assertEquals(Sha256.hexOf(file), summary().at("/provenance/ownCode").asText());
    assertEquals(Files.readString(file), Files.readString(folder.resolve("out/policy.java")));
    host("mgb-call-lists.json", "--set", set).assertBadInput("the full name of your class");
  }

  @Test
  void runsEverySchedulerAndWritesWhatCameOfIt() throws IOException {
    CommandRun run = host("schedgpu-table3.json");

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
    host("schedgpu-table3.json");
    ObjectNode summary = (ObjectNode) summary();
    summary.put("partial", true); // of an interrupted one
    summary.withObject("/provenance").put("ownCode", "ab"); // with a policy of one's own

    Set<String> defined = new TreeSet<>(MetricsPage.names("host-summary.json"));
    assertEquals(defined, MetricsPage.paths(summary, Set.of("runs[].outcomes")));
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    host("schedgpu-gpu-blast.json");
    byte[][] first = new byte[FILES.size()][];
    for (int i = 0; i < first.length; i++) {
      first[i] = Files.readAllBytes(folder.resolve("out").resolve(FILES.get(i)));
    }
    host("schedgpu-gpu-blast.json");

    for (int i = 0; i < first.length; i++) {
      assertArrayEquals(first[i], Files.readAllBytes(folder.resolve("out").resolve(FILES.get(i))));
    }
  }

  @Test
  void reportsJobsThatHangOnAnAbandonedMutex() throws IOException {
    assertEquals(0, host("schedgpu-crash-mutex.json").exitCode());

    JsonNode run = summary().at("/runs/0");
    assertTrue(run.at("/outcomes/hung").asInt() > 0);
    assertTrue(run.at("/broker/lockAbandoned").asBoolean());
  }

  @Test
  void sweepsOverAMachineJobsAndSchedulers() throws IOException {
    Path sweep = folder.resolve("s.json");
    Files.writeString(
        sweep,
        """
        { "base": { "machine": "k20m-server", "jobs": [ { "application": "gpu-blast" } ] },
          "axes": { "jobs[0].count": [1, 2], "schedulers": [["sequential"], ["packed"]] } }
        """);

    sweep(sweep, "one", "1");
    sweep(sweep, "two", "2");

    byte[] lines = Files.readAllBytes(folder.resolve("one/results.jsonl"));
    assertArrayEquals(lines, Files.readAllBytes(folder.resolve("two/results.jsonl")));
    List<String> rows = Files.readAllLines(folder.resolve("one/results.csv"));
    assertEquals(5, rows.size());
    assertTrue(rows.get(1).startsWith("job0.count=1_sequential,,1,\"[\"\"sequential\"\"]\""));
    JsonNode alone = new ObjectMapper().readTree(lines);
    assertEquals(69.144, alone.at("/runs/0/makespanSeconds").asDouble(), 0.01);
  }

  private void sweep(Path file, String out, String jobs) {
    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"),
            "sweep",
            file.toString(),
            "--jobs",
            jobs,
            "--out",
            folder.resolve(out).toString());
    assertEquals(0, run.exitCode(), run.err());
  }

  /**
   * MGB section V-D: schedGPU looks at memory only, so that one of several devices has all jobs.
   */
  @Test
  void placesJobsUnderSchedgpuOnTheFirstDeviceOrWhereMostIsFree() throws IOException {
    host(
        "schedgpu-ara.json",
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
  void refusesAWrongValueWithExitCode2AndWritesNothing() {
    CommandRun run = host("schedgpu-table3.json", "--set", "jobs[0].count=0");

    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("jobs[0].count: found 0, allowed: an integer from 1"));
    assertTrue(Files.notExists(folder.resolve("out")));
  }

  @Test
  void refusesAWrongLineOfAJobStreamWithExitCode2() throws IOException {
    Path stream =
        Files.writeString(
            folder.resolve("jobs.csv"),
            """
            id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s
            a,5,1,1000,0.5,1
            b,4,1,1000,0.5,1
            """);

    CommandRun run = host("job-stream.json", "--set", "jobStream=" + stream);

    run.assertBadInput(stream + ":3: arrival_s: found 4, allowed: not before the line above, 5.0");
    assertTrue(Files.notExists(folder.resolve("out")));
  }

  @Test
  void writesIdsWithCommasAndTimesToTheNanosecond() throws IOException {
    Path stream =
        Files.writeString(
            folder.resolve("jobs.csv"),
            """
            id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s
            "a,b",1000.5,1,1000,0.5,0.000000001
            """);

    host("job-stream.json", "--set", "jobStream=" + stream, "--set", "schedulers=[\"packed\"]");

    assertEquals(
        "packed,\"a,b\",gpu,kernel,1000.5,1000.500000001",
        Files.readAllLines(folder.resolve("out/activities.csv")).get(1));
    assertEquals(
        "packed,\"a,b\",gpu,finished,0,1000.5,1000.5,1000.500000001,0.0,0.000000001",
        Files.readAllLines(folder.resolve("out/jobs.csv")).get(1));
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
        "mgb-w1.json",
        "--set",
        "jobs=[{\"application\":\"" + application + "\"}]",
        "--set",
        "schedulers=[{\"name\":\"mgb\",\"policy\":\"" + LastDevice.class.getName() + "\"}]");
  }

  @Test
  void placesTasksByAClassOfTheUser() throws IOException {
    CommandRun run = placed("ara");

    assertEquals(0, run.exitCode(), run.err());
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
    CommandRun run = host("mgb-figure1.json");

    assertEquals(0, run.exitCode(), run.err());
    assertEquals(30 + 40, summary().at("/runs/0/makespanSeconds").asDouble(), 1e-5);
    assertEquals(40, summary().at("/runs/1/makespanSeconds").asDouble(), 1e-5);
    assertEquals("[0,1]", summary().at("/runs/1/applications/0/devices").toString());
  }

  @Test
  void namesApplicationsThatSchedgpuDoesNotManage() throws IOException {
    CommandRun run = host("schedgpu-implicit.json");

    assertEquals(0, run.exitCode(), run.err());
    String warning =
        "polyphony: warning: off does not manage the memory of unmodified, which allocates"
            + " without reserving";
    assertEquals(1, run.err().lines().filter(warning::equals).count(), run.err());
    assertEquals(4, summary().at("/runs/2/outcomes/finished").asInt());
    assertTrue(summary().at("/runs/3/outcomes/out-of-memory").asInt() > 0);
  }

  @Test
  void describesTheTasksThatWereFoundInAProgram() {
    String out =
        CommandRun.refused(folder.resolve("cache"), "describe", "lazy-vector-addition").out();

    assertTrue(out.contains("lazy, at launch  calls[2].calls[0].calls[0]"), out);
    assertTrue(out.contains("268,435,456"), out);
    assertTrue(
        out.contains("calls[2].calls[0].calls[0], 10 times  launch VecAdd(dA, dB, dC)"), out);
  }

  @Test
  void countsTheTasksOfProgramsWhenItValidates() {
    String out = CommandRun.refused(folder.resolve("cache"), "validate", "mgb-figure1").out();

    assertTrue(out.contains("application 1: 2 GPU tasks, 2 static, 0 lazy"), out);
  }

  @Test
  void showsTimesBelowASecondWithThreeDigits() {
    assertEquals("2475.20", HostCommand.seconds(2475.2));
    assertEquals("0.000426", HostCommand.seconds(0.00042649));
    assertEquals("0.00", HostCommand.seconds(0));
    assertEquals("-", HostCommand.seconds(Double.NaN));
  }
}
