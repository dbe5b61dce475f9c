package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.broker.BrokerConfig;
import org.polyphony.input.Home;
import org.polyphony.input.InvalidInputException;

class HostExperimentTest {
  private static final double SECOND = 1e9;

  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private static String json(String jobs, String schedulers) {
    return "{ 'machine': 'k20m-server', 'jobs': [%s], 'schedulers': [%s] }"
        .formatted(jobs, schedulers);
  }

  private HostExperiment load(String jobs, String schedulers) {
    return folder.host(json(jobs, schedulers));
  }

  private String refusal(String json, String... sets) {
    return folder.error(() -> folder.host(json, sets));
  }

  private void writeApplication(String phases) {
    folder.write("app.json", "{ 'name': 'app', 'phases': [" + phases + "] }");
  }

  @Test
  void submitsSeveralJobsOneAfterAnother() {
    HostExperiment experiment =
        load(
            "{ 'application': 'ara', 'count': 3, 'arrivalSeconds': 1, 'intervalSeconds':"
                + " 0.5 }, { 'application': 'gpu-blast', 'arrivalSeconds': 1.6 }",
            "'sequential'");

    assertEquals(
        List.of("ARA-1", "ARA-2", "GPU-BLAST-1", "ARA-3"),
        experiment.jobs().stream().map(Job::id).toList());
    assertEquals(2_000_000_000, experiment.jobs().get(3).arrivalNanos());
  }

  /** The K20m server has one device and 12 cores. */
  @Test
  void givesMgbAWorkerForEachDeviceOrCore() {
    HostExperiment experiment =
        load("{ 'application': 'ara' }", "'sa', 'mgb-alg3', { 'name': 'cg', 'workers': 5 }");

    assertEquals(
        List.of(1, 12, 5), experiment.schedulers().stream().map(SchedulerConfig::workers).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          { 'free': 'all', 'workload': 'BFS' } | phases[0].workload: found 'BFS', allowed: only with kernel
          { 'cpu': 1, 'device': 0 } | phases[0].device: found 0, allowed: only with reserve
          { 'copy': 1, 'threadBlocks': 2 } | phases[0].threadBlocks: found 2, allowed: only with kernel or reserve
          { 'cpu': 1, 'phases': [{ 'cpu': 1 }] } | phases[0].phases: found an array of 1, allowed: only with repeat
          { 'cpu': 1, 'copy': 1 } | phases[0]: found cpu and copy
          { 'kernel': 'k', 'seconds': 1, 'workload': 'BS' } | phases[0]: kernel needs either seconds or workload
          { 'reserve': 10 }, { 'allocate': 10 }, { 'free': 11 } | phases[2].free: found 11 bytes, allowed: at most
          { 'repeat': 0, 'phases': [{ 'free': 1 }, { 'cpu': 1 }] } | phases[0].phases[0].free: found 1 bytes
          { 'reserve': 5032116225 } | app.json:1: phases[0].reserve: found a request for 5032116225 bytes, allowed: at most the 5032116224 bytes of the largest device
          { 'repeat': 2, 'phases': [ { 'reserve': 5, 'device': 1 } ] } | app.json:1: phases[0].phases[0].device: found device 1, allowed: a device from 0 to 0
          { 'allocate': -1 } | phases[0].allocate: found -1
          { 'free': 'half' } | phases[0].free: found 'half', allowed: an integer or a string 'all'
          { 'allocate': '2 MB' } | phases[0].allocate: found '2 MB', allowed: an integer from 0 to 1000000000000000, or with B, GiB, KiB, MiB
          { 'cpu': 1e30 } | phases[0].cpu: found
          { 'kernel': 'k', 'seconds': 1e300 } | seconds: found 1.0E300, allowed: a number above 0 up to 1000000000
          { 'cpu': NaN } | app.json:1: invalid JSON: Non-standard token
          """)
  void refusesPhases(String phases, String message) {
    writeApplication(phases);

    requireContains(refusal(json("{ 'application': 'app.json' }", "'sequential'")), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'application': 'araa' | 'sequential' | jobs[0].application: found 'araa', allowed: one of 23 names (nearest: ara,
          'application': 1e400 | 'sequential' | found a number too large, allowed: numbers up to 1.7e308
          'application': '\\u0000' | 'sequential' | found '\\u0000', allowed: a text without control characters
          'application': 'ara', 'count': 2, 'id': 'a' }, { 'application': 'ara', 'id': 'a-1' | 'packed' | jobs[1].id: found 'a-1' twice
          'application': 'gpu-blast', 'fault': { 'atPhase': 8 } | 'packed' | jobs[0].fault.atPhase: found 8, allowed: a phase from 0 to 7
          'application': 'gpu-blast', 'fault': { 'atPhase': 2, 'inCriticalSection': true } | 'packed' | fault.inCriticalSection: found true, allowed: only with atPhase
          'application': 'gpu-blast', 'fault': { 'inCriticalSection': true } | 'packed' | fault.inCriticalSection: found true, allowed: only with atPhase
          'application': 'ara' | 'sequentiel' | schedulers[0]: found 'sequentiel'
          'application': 'ara' | { 'name': 'schedgpu', 'policy': 'fofo' } | (nearest: fifo)
          'application': 'ara' | { 'name': 'packed', 'workers': 3 } | schedulers[0].workers: found 3, allowed: only with name cg or mgb or mgb-alg2
          'application': 'ara' | { 'name': 'cg', 'memoryBytes': 5 } | schedulers[0].memoryBytes: found 5, allowed: only with name mgb or mgb-alg2 or mgb-alg3
          'application': 'ara' | { 'name': 'sequential', 'policy': 'mmu' } | schedulers[0].policy: found 'mmu', allowed: only with name mgb or schedgpu
          'application': 'ara' | { 'name': 'schedgpu', 'faults': { 'losesBackup': true } } | faults.losesBackup: found true, allowed: only with corruptSeconds
          'application': 'ara' | { 'name': 'schedgpu', 'implicitShare': 1.5 } | schedulers[0].implicitShare: found 1.5, allowed: a number above 0 up to 1
          'application': 'ara' | { 'name': 'schedgpu', 'implicit': 'no' } | schedulers[0].implicit: found 'no', allowed: true or false
          'application': 'ara' | { 'name': 'schedgpu', 'implicit': false, 'implicitShare': 0.5 } | schedulers[0].implicitShare: found 0.5, allowed: only with implicit true
          'application': 'ara' | 'mgb' | policy: missing; give the full name of your class
          'application': 'ara' | { 'name': 'mgb', 'policy': 'java.lang.String' } | schedulers[0].policy: class java.lang.String does not implement org.polyphony.host.mgb.Placement
          'application': 'ara' | { 'name': 'schedgpu', 'policy': 'org.example.Mine' } | schedulers[0].policy: found 'org.example.Mine', allowed: one of fifo, mmu, priority-fifo, priority-mmu, or the full name of your class
          'application': 'ara' | { 'name': 'schedgpu', 'policy': 'java.lang.String' } | schedulers[0].policy: class java.lang.String does not implement org.polyphony.host.broker.NotificationPolicy
          """)
  void refusesJobsOrSchedulers(String job, String scheduler, String message) {
    requireContains(refusal(json("{ " + job + " }", scheduler)), message);
  }

  private static void requireContains(String found, String message) {
    assertTrue(found.contains(message.replace('\'', '"')), found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          co-run | windowSeconds=2e-11 | windowSeconds: found 2.0E-11, allowed:
          schedgpu-table3 | jobs[0].count=1000000 | jobs: found 1000008 jobs, allowed: at most
          schedgpu-table3 | jobs[0]={'application':'ara','count':20000,'intervalSeconds':1000000} | jobs[0].intervalSeconds: found 1000000.0, allowed: a last arrival at 1000000000 s
          job-stream | schedulers=['mgb-alg3'] | only on a machine with one node
          """)
  void refusesOverridesOfBundledExperiments(String name, String set, String message) {
    Path file = Home.find().resolve("configs/host/" + name + ".json");
    List<String> sets = List.of(set.replace('\'', '"'));

    requireContains(
        assertThrows(InvalidInputException.class, () -> HostExperimentLoader.load(file, sets))
            .getMessage(),
        message);
  }

  @Test
  void takesWhatAKindOfNodeDoesNotSayFromTheMachine() {
    String kinds = "{ 'count': 2 }, { 'cpu': { 'sockets': 1, 'coresPerSocket': 4 } }";

    LoadedMachine loaded = folder.host(unlike(kinds)).machine();

    assertEquals(3, loaded.machine().nodes());
    assertEquals(3, loaded.devices().size());
    assertEquals(2, loaded.machine().cpu(1).cores());
    assertEquals(4, loaded.machine().cpu(2).cores());
  }

  @Test
  void saysWhichKindOfNodeLacksSomething() {
    String set = "machine={\"pcie\":{\"bytesPerSecond\":1},\"nodes\":[{}]}";

    String error = refusal(unlike("{ 'count': 2 }"), set);

    assertEquals(2, error.lines().count(), error);
    assertTrue(
        error.contains(
            "machine.nodes[0].cpu: missing; give a value here, or for all nodes as"
                + " machine.cpu"),
        error);
  }

  private static String unlike(String nodes) {
    return """
    { 'machine': { 'cpu': { 'sockets': 1, 'coresPerSocket': 2 }, 'pcie': { 'bytesPerSecond': 1000 },
                   'gpus': [ { 'gpu': 'gtx980', 'memoryBytes': 5000000000, 'sharing': 'mps' } ],
                   'nodes': [ %s ] },
      'jobs': [ { 'application': 'ara' } ], 'schedulers': [ 'schedgpu' ] }
    """
        .formatted(nodes);
  }

  @Test
  void bindsPhasesAndFaults() {
    writeApplication("{ 'cpu': 1.5 }, { 'reserve': 100 }, { 'allocate': 60 }, { 'free': 'all' }");

    Job job =
        load(
                "{ 'application': 'app.json', 'priority': 3, 'timeoutSeconds': 2,"
                    + " 'fault': { 'atPhase': 1, 'inCriticalSection': true } }",
                "'sequential'")
            .jobs()
            .get(0);

    assertEquals(new Phase.Cpu(1_500_000_000), job.application().phases().get(0));
    Phase.Reserve reserve = (Phase.Reserve) job.application().phases().get(1);
    assertEquals(100, reserve.task().memoryBytes());
    assertEquals(3, reserve.task().priority());
    assertEquals(2_000_000_000, reserve.timeoutNanos());
    assertEquals(60, job.application().peakMemoryBytes());
    assertEquals(new Fault(Fault.NEVER, 1, true), job.fault());
  }

  @Test
  void takesTheStageCostsOfTheAccessUnlessTheyAreStated() {
    BrokerConfig broker =
        load(
                "{ 'application': 'ara' }",
                "{ 'name': 'schedgpu', 'access': 'mutex'," + " 'costs': { 'initMicros': 7.5 } }")
            .schedulers()
            .get(0)
            .broker()
            .orElseThrow();

    assertEquals(7500, broker.costs().init());
    BrokerConfig.StageCosts standard = BrokerConfig.StageCosts.of(BrokerConfig.Access.MUTEX);
    assertEquals(standard.preAllocate(), broker.costs().preAllocate());
  }

  /** What is known of one instance: Table 1 and 2, first column, of the paper. */
  @Test
  void bundledApplicationsTakeThePublishedTimeAlone() {
    HostExperiment experiment =
        load(
            "{ 'application': 'ara' }, { 'application': 'mummergpu' },"
                + " { 'application': 'gpu-blast' }",
            "'sequential'");

    double[] seconds = {226.847, 322.799, 69.144};
    double[] busy = {0.0051, 0.0246, 0.6948};
    for (int i = 0; i < seconds.length; i++) {
      List<Phase> phases = experiment.jobs().get(i).application().phases();
      double total = phases.stream().mapToDouble(HostExperimentTest::seconds).sum();
      double kernels = phases.stream().mapToDouble(HostExperimentTest::kernelSeconds).sum();
      assertEquals(seconds[i], total, 1e-3);
      assertEquals(busy[i], kernels / total, 1e-5);
    }
  }

  private static double kernelSeconds(Phase phase) {
    return phase instanceof Phase.Launch launch
        ? launch.launches() * launch.kernel().aloneNanos() / SECOND
        : 0;
  }

  private static double seconds(Phase phase) {
    if (phase instanceof Phase.Cpu cpu) {
      return cpu.nanos() / SECOND;
    } else if (phase instanceof Phase.Copy copy) {
      return copy.bytes() / 6e9;
    } else if (phase instanceof Phase.Launch launch) {
      return kernelSeconds(phase) + (launch.launches() - 1) * launch.thinkNanos() / SECOND;
    }
    return 0;
  }

  @Test
  void refusesAPeakThatNoDeviceHasWhereJobsArePlacedByIt() {
    writeApplication("{ 'allocate': 5000000000 }, { 'allocate': 50000000 }");
    String job = "{ 'application': 'app.json' }";

    assertEquals(1, load(job, "'sequential'").jobs().size()); // it runs out of memory
    assertTrue(
        refusal(json(job, "'packed'"))
            .contains("jobs[0].application: found a peak of 5050000000 bytes, allowed: at most"));
  }

  @Test
  void wantsJobsOrAStreamOfThem() {
    requireContains(
        refusal("{ 'machine': 'k20m-server', 'schedulers': ['packed'] }"),
        "needs one of jobs, jobStream");
  }

  /** Times of launches are measured on one kind of device and hold for all. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          'cpu': 1 | 'gpu': 'gtx981', 'sharing': 'mps' | machine.json:1: machine.gpus[0].gpu: found 'gtx981', allowed: one of
          'kernel': 'k', 'seconds': 1 | 'gpu': 'gtx980', 'sharing': 'partitioned' | jobs[0].application: found kernel 'k' with seconds, allowed: kernels with workload, on a partitioned device
          'kernel': 'k', 'workload': 'BS' | 'gpu': 'gtx980', 'sharing': 'partitioned', 'policy': 'smk-evn' | gpus[0].policy: found 'smk-evn'
          'kernel': 'k', 'workload': 'BS' | 'gpu': 'gtx980', 'sharing': 'mps', 'device': 'cycle' | device: found 'cycle', allowed: only with
          'kernel': 'k', 'workload': 'BS' | 'gpu': 'gtx980', 'sharing': 'partitioned', 'device': 'rate' }, { 'gpu': 'volta-v100', 'memoryBytes': 1000000000, 'sharing': 'partitioned', 'device': 'rate' | gpus: found 2 kinds of GPU, allowed: one kind, for kernels with workload
          """)
  void refusesKernelsAndDevicesThatDoNotFit(String phase, String gpus, String message) {
    writeApplication("{ " + phase + " }");
    folder.write(
        "machine.json",
        "{ 'cpu': { 'sockets': 1, 'coresPerSocket': 4 }, 'pcie': { 'bytesPerSecond': 1 },"
            + " 'gpus': [ { 'memoryBytes': 9, "
            + gpus
            + " } ] }");
    String json = json("{ 'application': 'app.json' }", "'packed'");

    requireContains(refusal(json.replace("k20m-server", "machine.json")), message);
  }

  /** Three launches of 8 s with 6 s between them, after 2 s and 4 s of the CPU, ten times. */
  private List<Phase> scaled(String scale) {
    writeApplication(
        """
        { 'repeat': 10, 'phases': [ { 'cpu': 2, 'of': 'input' }, { 'cpu': 4 },
          { 'kernel': 'k', 'seconds': 8, 'launches': 3, 'thinkSeconds': 6, 'threadBlocks': 5 } ] }
        """);
    String json = json("{ 'application': 'app.json' }", "'sequential'");
    return folder
        .host("{ 'scale': " + scale + "," + json.substring(1))
        .jobs()
        .get(0)
        .application()
        .phases();
  }

  private static Phase cpu(double seconds) {
    return new Phase.Cpu(Math.round(seconds * SECOND));
  }

  private static Phase launches(int count, double seconds, int blocks, double think) {
    HostKernel kernel = new HostKernel("k", Math.round(seconds * SECOND), blocks, 1);
    return new Phase.Launch(kernel, count, Math.round(think * SECOND));
  }

  @Test
  void scalesTimesByTheirKindOrTheirName() {
    assertEquals(
        List.of(cpu(3), cpu(6), launches(3, 4, 5, 6)),
        scaled("{ 'cpu': 1.5, 'kernels': 0.5 }").subList(0, 3));
    assertEquals(
        List.of(cpu(8), cpu(4), launches(3, 16, 10, 6)),
        scaled("{ 'named': { 'input': 4, 'k': 2 }, 'threadBlocks': 2 }").subList(0, 3));
  }

  @Test
  void moreLaunchesAndFewerRepetitionsTakeAsLongInAll() {
    assertEquals(launches(6, 4, 5, 2.4), scaled("{ 'launches': 2 }").get(2));
    assertEquals(
        List.of(cpu(4), cpu(8), launches(3, 16, 5, 12)),
        scaled("{ 'repeats': 0.5 }").subList(12, 15));
    assertEquals(15, scaled("{ 'repeats': 0.5 }").size());
  }
}
