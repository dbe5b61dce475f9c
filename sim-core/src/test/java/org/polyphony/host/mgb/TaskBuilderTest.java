package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;

class TaskBuilderTest {
  private static final int N = 4096;

  private final List<CudaProgram.Line> lines = new ArrayList<>();

  private TaskBuilderTest add(CudaCall... calls) {
    return addIn("main", calls);
  }

  private TaskBuilderTest addIn(String function, CudaCall... calls) {
    for (CudaCall call : calls) {
      lines.add(new CudaProgram.Line(function, call));
    }
    return this;
  }

  private List<GpuTask> tasks() {
    return TaskBuilder.build(new CudaProgram("test", lines, 0));
  }

  private static CudaCall malloc(String object) {
    return new CudaCall.Malloc(object, N);
  }

  private static CudaCall launch(int threadBlocks, String... objects) {
    return new CudaCall.Launch(new HostKernel("k", 1, threadBlocks, 4), List.of(objects), false);
  }

  /** Figure 3: task_begin(N * 3, 128, N / 128), from the first cudaMalloc to the last cudaFree. */
  @Test
  void buildsTheTaskOfTheVectorAddition() {
    add(new CudaCall.Host(1), malloc("dA"), malloc("dB"), malloc("dC"));
    add(new CudaCall.Copy("dA", N, true), new CudaCall.Copy("dB", N, true));
    add(launch(N / 128, "dA", "dB", "dC"), new CudaCall.Copy("dC", N, false));
    add(new CudaCall.Free("dA"), new CudaCall.Free("dB"), new CudaCall.Free("dC"));

    GpuTask expected =
        new GpuTask(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 1, 3 * N, 0, N / 128, 4, false);
    assertEquals(List.of(expected), tasks());
  }

  /** Section III-A: C, the output of k1, is an input of k2. */
  @Test
  void mergesKernelsThatShareAnObject() {
    add(malloc("a"), malloc("c"), launch(10, "a", "c"), malloc("d"), launch(20, "c", "d"));

    assertEquals(List.of(new GpuTask(List.of(0, 1, 2, 3, 4), 0, 3 * N, 0, 20, 4, false)), tasks());
  }

  @Test
  void keepsKernelsApartThatShareNothing() {
    add(malloc("a"), launch(10, "a"), malloc("b"), launch(20, "b"));

    List<GpuTask> expected =
        List.of(
            new GpuTask(List.of(0, 1), 0, N, 0, 10, 4, false),
            new GpuTask(List.of(2, 3), 2, N, 0, 20, 4, false));
    assertEquals(expected, tasks());
  }

  /** The third launch joins two tasks that shared nothing before: deviation 45. */
  @Test
  void mergesTasksThatAThirdOneConnects() {
    add(malloc("a"), malloc("b"), launch(1, "a"), launch(2, "b"), launch(3, "a", "b"));

    assertEquals(List.of(new GpuTask(List.of(0, 1, 2, 3, 4), 0, 2 * N, 0, 3, 4, false)), tasks());
  }

  @Test
  void countsTheHeapOnceItIsLimited() {
    add(malloc("a"), launch(1, "a"), new CudaCall.HeapLimit(100), launch(1, "a"));
    add(malloc("b"), launch(1, "b"));

    assertEquals(List.of(N + 100L, N + 100L), tasks().stream().map(GpuTask::memoryBytes).toList());
  }

  /** Section III-A.3: the heap of a device is 8 MB unless the program sets it. */
  @Test
  void countsTheHeapThatIsInForceAtALaunch() {
    add(malloc("a"), launch(1, "a"), new CudaCall.HeapLimit(100), malloc("b"), launch(1, "b"));

    List<GpuTask> tasks =
        TaskBuilder.build(new CudaProgram("test", lines, CudaProgram.DEFAULT_HEAP_BYTES));

    assertEquals(List.of(8_388_608L, 100L), tasks.stream().map(GpuTask::heapBytes).toList());
  }

  @Test
  void makesATaskOfALaunchWithoutMemory() {
    add(launch(1), launch(2));

    assertEquals(List.of(List.of(0), List.of(1)), tasks().stream().map(GpuTask::lines).toList());
  }

  @Test
  void leavesTasksOverSeveralFunctionsToTheLazyRuntime() {
    addIn("init", malloc("a"), malloc("b"));
    addIn("execute", launch(1, "a"), malloc("c"), launch(1, "c"));

    assertTrue(tasks().get(0).lazy());
    assertFalse(tasks().get(1).lazy());
    assertEquals(List.of(2, 3), tasks().stream().map(GpuTask::probe).toList());
    assertEquals(List.of(0, 2), tasks().get(0).lines()); // no kernel accesses b
  }

  @Test
  void refusesUseAfterFree() {
    add(malloc("a"), new CudaCall.Free("a"), launch(1, "a"));

    String message = assertThrows(IllegalArgumentException.class, this::tasks).getMessage();
    assertEquals("line 2 uses an object that is not allocated: a", message);
  }

  @Test
  void refusesASecondAllocation() {
    add(malloc("a"), malloc("a"));

    String message = assertThrows(IllegalArgumentException.class, this::tasks).getMessage();
    assertEquals("line 1 allocates again: a", message);
  }
}
