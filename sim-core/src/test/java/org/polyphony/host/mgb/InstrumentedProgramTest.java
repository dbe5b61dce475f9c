package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.app.TaskNeed;

class InstrumentedProgramTest {
  private static final HostKernel KERNEL = new HostKernel("k", 1, 7, 4);
  private static final Phase RUN = new Phase.Launch(KERNEL, 1, 0);
  private static final Phase END = new Phase.Free(Phase.ALL, Phase.ALL);

  private final List<CudaProgram.Line> lines = new ArrayList<>();

  private void add(String function, CudaCall... calls) {
    for (CudaCall call : calls) {
      lines.add(new CudaProgram.Line(function, call));
    }
  }

  private List<Phase> phases() {
    return InstrumentedProgram.application(
            new CudaProgram("test", lines, 0), RequestDefaults.NO_TIMEOUT)
        .phases();
  }

  private static CudaCall malloc(String object) {
    return new CudaCall.Malloc(object, 10);
  }

  private static CudaCall launch(String... objects) {
    return new CudaCall.Launch(KERNEL, List.of(objects), true);
  }

  private static Phase reserve(long bytes) {
    return new Phase.Reserve(new TaskNeed(bytes, 7, 4, TaskNeed.ANY, 0), Phase.FOREVER, 0);
  }

  @Test
  void probesBeforeTheFirstOperationOfAStaticTask() {
    add("main", new CudaCall.Host(5), malloc("a"), new CudaCall.Host(6));
    add("main", new CudaCall.Copy("a", 9, true), launch("a"), new CudaCall.Free("a"));

    List<Phase> expected =
        List.of(
            new Phase.Cpu(5),
            reserve(10),
            new Phase.Allocate(10),
            new Phase.Cpu(6),
            new Phase.Copy(9, true),
            RUN,
            new Phase.Free(10, 0),
            END);
    assertEquals(expected, phases());
  }

  @Test
  void bindsATaskOverSeveralFunctionsAtItsLaunch() {
    add("init", malloc("a"), new CudaCall.Copy("a", 9, true), new CudaCall.Host(6));
    add("execute", launch("a"), new CudaCall.Copy("a", 8, false));

    List<Phase> expected =
        List.of(
            new Phase.Cpu(6),
            reserve(10),
            new Phase.Allocate(10),
            new Phase.Copy(9, true),
            RUN,
            new Phase.Copy(8, false),
            END);
    assertEquals(expected, phases());
  }

  @Test
  void bindsWhatALaterLaunchNeedsWithIt() {
    add("init", malloc("a"), malloc("b"));
    add("execute", launch("a"), launch("a", "b"));

    Phase allocate = new Phase.Allocate(10);
    assertEquals(List.of(reserve(20), allocate, RUN, allocate, RUN, END), phases());
  }

  @Test
  void replaysWhatWasDelayedByObjectInTheOrderOfTheArguments() {
    add("init", malloc("a"), malloc("b"), malloc("c"), new CudaCall.Copy("a", 9, true));
    add("init", new CudaCall.Copy("b", 8, true), new CudaCall.Copy("a", 7, true));
    add("init", new CudaCall.Free("c"));
    add("execute", launch("b", "a"), launch("a"));

    Phase allocate = new Phase.Allocate(10);
    List<Phase> expected = new ArrayList<>(List.of(reserve(20), allocate, new Phase.Copy(8, true)));
    expected.addAll(List.of(allocate, new Phase.Copy(9, true), new Phase.Copy(7, true)));
    expected.addAll(List.of(RUN, RUN, END));
    assertEquals(expected, phases());
  }

  private static CudaCall start(String object) {
    return new CudaCall.Launch(KERNEL, List.of(object), false);
  }

  /** MGB Figure 1: two kernels of a process that can run at once. */
  @Test
  void asksForEachOfTwoTasksAtATime() {
    add("main", malloc("a"), start("a"), malloc("b"), start("b"));
    add("main", new CudaCall.Copy("a", 8, false), new CudaCall.Copy("b", 7, false));

    Phase start = new Phase.Start(KERNEL);
    Phase wait = new Phase.Synchronize();
    Phase end = new Phase.Free(Phase.ALL, 10, true);
    List<Phase> expected = new ArrayList<>();
    expected.addAll(List.of(reserve(10), new Phase.Allocate(10), start));
    expected.addAll(List.of(new Phase.UseTask(1), reserve(10), new Phase.Allocate(10), start));
    expected.addAll(List.of(new Phase.UseTask(0), wait, new Phase.Copy(8, false), end));
    expected.addAll(List.of(new Phase.UseTask(1), wait, new Phase.Copy(7, false), end));
    assertEquals(expected, phases());
  }

  @Test
  void waitsForItsKernelsBeforeATaskEndsAndWhenItSynchronizes() {
    add("main", malloc("a"), start("a"), new CudaCall.Synchronize(), new CudaCall.Host(5));
    add("main", start("a"));

    Phase start = new Phase.Start(KERNEL);
    Phase wait = new Phase.Synchronize();
    Phase allocate = new Phase.Allocate(10);
    assertEquals(
        List.of(reserve(10), allocate, start, wait, new Phase.Cpu(5), start, wait, END), phases());
  }

  @Test
  void asksAsItIsTold() {
    add("main", malloc("a"), launch("a"));

    Phase first =
        InstrumentedProgram.application(
                new CudaProgram("test", lines, 0), new RequestDefaults(3, 9))
            .phases()
            .get(0);

    assertEquals(new Phase.Reserve(new TaskNeed(10, 7, 4, TaskNeed.ANY, 3), 9, 0), first);
  }

  @Test
  void asksForTasksOneAfterAnother() {
    add("main", malloc("a"), launch("a"), malloc("b"), launch("b"));

    Phase allocate = new Phase.Allocate(10);
    assertEquals(
        List.of(reserve(10), allocate, RUN, END, reserve(10), allocate, RUN, END), phases());
  }
}
