package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.app.Phase;
import org.polyphony.host.mgb.CudaCall;
import org.polyphony.host.mgb.GpuTask;

class CallListTest {
  private static final String LAUNCH =
      "{'launch': 'k', 'arguments': ['a'], 'seconds': 1, 'threadBlocks': 7}";

  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private Path write(String calls) {
    return folder.write("app.json", "{'name': 'app', 'calls': [" + calls + "]}");
  }

  private LoadedProgram program(String calls) {
    return ApplicationFile.load(write(calls)).program().orElseThrow();
  }

  @Test
  void makesAProgramOfEachKindOfCall() {
    LoadedProgram loaded =
        program(
            "{'cpu': 1}, {'heapLimit': 5}, {'malloc': 'a', 'bytes': 10}, {'memset': 'a', 'bytes':"
                + " 3},{'copy': 'a', 'direction': 'to-host'}, {'synchronize': true}, {'free':"
                + " 'a'}");

    List<CudaCall> expected =
        List.of(
            new CudaCall.Host(1_000_000_000),
            new CudaCall.HeapLimit(5),
            new CudaCall.Malloc("a", 10),
            new CudaCall.Memset("a", 3),
            new CudaCall.Copy("a", 10, false), // all of it
            new CudaCall.Synchronize(),
            new CudaCall.Free("a"));
    assertEquals(expected, loaded.program().lines().stream().map(line -> line.call()).toList());
  }

  @Test
  void findsTheTaskOfOneFunctionWithTheDefaultHeap() {
    LoadedProgram loaded = program("{'cpu': 1}, {'malloc': 'a', 'bytes': 10}, " + LAUNCH);

    assertEquals(
        List.of(new GpuTask(List.of(1, 2), 1, 10, 8_388_608, 7, 1, false)), loaded.tasks());
    assertEquals(List.of("calls[0]", "calls[1]", "calls[2]"), loaded.places());
  }

  @Test
  void leavesATaskOverSeveralFunctionsToTheLazyRuntime() {
    LoadedProgram loaded =
        program(
            "{'function': 'init', 'calls': [{'malloc': 'a', 'bytes': 10}]},"
                + "{'function': 'execute', 'calls': ["
                + LAUNCH
                + "]}");

    assertTrue(loaded.tasks().get(0).lazy());
    assertEquals("calls[1].calls[0]", loaded.places().get(loaded.tasks().get(0).probe()));
  }

  /** Each time round the object is another one, so that there are two tasks. */
  @Test
  void writesRepeatsOut() {
    LoadedProgram loaded =
        program(
            "{'repeat': 2, 'calls': [{'malloc': 'a', 'bytes': 10}, "
                + LAUNCH
                + ", {'free': 'a'}]}");

    assertEquals(
        List.of(List.of(0, 1, 2), List.of(3, 4, 5)),
        loaded.tasks().stream().map(GpuTask::lines).toList());
    assertEquals(new CudaCall.Malloc("a#2", 10), loaded.program().lines().get(3).call());
    assertEquals("calls[0].calls[0]", loaded.places().get(3));
  }

  @Test
  void asksWithThePriorityAndTheTimeoutOfTheJob() {
    write("{'malloc': 'a', 'bytes': 10}, " + LAUNCH);

    HostExperiment experiment =
        folder.host(
            "{ 'machine': '2xp100', 'schedulers': ['mgb-alg3'], 'jobs': [{ 'application':"
                + " 'app.json', 'priority': 3, 'timeoutSeconds': 2 }] }");

    Phase.Reserve reserve = (Phase.Reserve) experiment.jobs().get(0).application().phases().get(0);
    assertEquals(3, reserve.task().priority());
    assertEquals(2_000_000_000, reserve.timeoutNanos());
    assertEquals(1, experiment.programs().get("app").tasks().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          {'free': 'a'} | calls[0].free: found "a", allowed: an object allocated at this point
          {'malloc': 'dA', 'bytes': 1}, {'copy': 'dB'} | calls[1].copy: found "dB", allowed: an object allocated at this point (nearest: dA)
          {'malloc': 'a', 'bytes': 1}, {'free': 'a'}, {'memset': 'a'} | calls[2].memset: found "a"
          {'malloc': 'a', 'bytes': 1}, {'malloc': 'a', 'bytes': 1} | calls[1].malloc: found "a" twice, allowed: another name, or a free before it
          {'repeat': 2, 'calls': [{'malloc': 'a', 'bytes': 1}]} | calls[0].calls[0].malloc: found "a" twice
          {'malloc': 'a', 'bytes': 1}, {'copy': 'a', 'bytes': 2} | calls[1].bytes: found 2, allowed: at most the 1 bytes of "a"
          {'malloc': 'a'} | calls[0].bytes: missing; give a value, with malloc
          {'launch': 'k', 'arguments': ['x'], 'seconds': 1} | calls[0].arguments[0]: found "x"
          {'launch': 'k'} | calls[0]: launch needs either seconds or workload
          {'function': 'f'} | calls[0].calls: missing; give a value, with function
          {'cpu': 1, 'arguments': []} | calls[0].arguments: found an empty array, allowed: only with launch
          {'cpu': 1, 'free': 'a'} | calls[0]: found cpu and free, allowed: one of cpu, malloc,
          {'bytes': 1} | calls[0]: needs one of cpu, malloc,
          {'mallok': 'a'} | calls[0].mallok: found an unknown key
          {'synchronize': false} | calls[0].synchronize: found false, allowed: true
          {'repeat': 1000000, 'calls': [{'cpu': 1}, {'cpu': 1}]} | calls[0].calls[0]: found call 1000001, allowed: 1000000 calls at most
          """)
  void saysWhatIsWrongAndWhere(String calls, String message) {
    Path file = write(calls);

    String found = folder.error(() -> ApplicationFile.load(file));

    assertTrue(found.startsWith("app.json:1: " + message), found);
  }

  @Test
  void refusesATaskLargerThanAnyDeviceOnce() {
    write(
        "{'repeat': 3, 'calls': [{'malloc': 'a', 'bytes': 17062428673}, "
            + LAUNCH
            + ", {'free': 'a'}]}");
    String json =
        "{ 'machine': '2xp100', 'schedulers': ['sa'], 'jobs': [{ 'application': 'app.json' }] }";

    String found = folder.error(() -> folder.host(json));

    assertTrue(
        found.endsWith(
            "calls[0].calls[0]: found a GPU task of 17070817281 bytes, allowed: at most the"
                + " 17070817280 bytes of the largest device"),
        found);
    assertEquals(1, found.lines().count());
  }

  @Test
  void refusesBothPhasesAndCalls() {
    Path file =
        folder.write("app.json", "{'name': 'app', 'phases': [{'cpu': 1}], 'calls': [{'cpu': 1}]}");

    String found = folder.error(() -> ApplicationFile.load(file));

    assertTrue(found.contains("found phases and calls, allowed: one of phases, calls"), found);
  }
}
