package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
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
    return InstrumentedProgram.application(new CudaProgram("test", lines)).phases();
  }

  private static CudaCall malloc(String object) {
    return new CudaCall.Malloc(object, 10);
  }

  private static CudaCall launch(String... objects) {
    return new CudaCall.Launch(KERNEL, List.of(objects));
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
  void asksForInterleavedTasksTogether() {
    add("main", malloc("a"), malloc("b"), launch("a"), launch("b"));

    Phase allocate = new Phase.Allocate(10);
    assertEquals(List.of(reserve(20), allocate, allocate, RUN, RUN, END), phases());
  }

  @Test
  void asksForTasksOneAfterAnother() {
    add("main", malloc("a"), launch("a"), malloc("b"), launch("b"));

    Phase allocate = new Phase.Allocate(10);
    assertEquals(
        List.of(reserve(10), allocate, RUN, END, reserve(10), allocate, RUN, END), phases());
  }
}
