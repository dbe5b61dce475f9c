package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.TaskNeed;

class LazyRuntimeTest {
  private static final HostKernel KERNEL = new HostKernel("k", 1, 7, 4);
  private static final CudaCall COPY_A = new CudaCall.Copy("a", 5, true);

  private final LazyRuntime runtime = new LazyRuntime(0);
  private final CudaCall.Malloc mallocA = new CudaCall.Malloc("a", 100);
  private final CudaCall.Malloc mallocB = new CudaCall.Malloc("b", 30);
  private final long a = runtime.malloc(mallocA);
  private final long b = runtime.malloc(mallocB);

  /** The queue of section III-A.2: [cudaMalloc, cudaMemcpy]. */
  @Test
  void replaysTheQueuesOfTheArgumentsInTheOrderOfCalls() {
    assertTrue(runtime.delays(a, COPY_A));

    List<LazyRuntime.Operation> expected =
        List.of(
            new LazyRuntime.Operation(b, mallocB),
            new LazyRuntime.Operation(a, mallocA),
            new LazyRuntime.Operation(a, COPY_A));
    assertEquals(expected, runtime.prepare(KERNEL, List.of(b, a)).replay());
  }

  @Test
  void asksForWhatALaunchBinds() {
    runtime.limitHeap(new CudaCall.HeapLimit(8));

    assertEquals(
        new TaskNeed(138, 7, 4, TaskNeed.ANY, 0), runtime.prepare(KERNEL, List.of(a, b)).need());
  }

  @Test
  void leavesOtherObjectsDelayed() {
    runtime.prepare(KERNEL, List.of(a));

    assertEquals(30, runtime.prepare(KERNEL, List.of(b)).need().memoryBytes());
  }

  @Test
  void replacesThePseudoAddressOnceBound() {
    assertNotEquals(a, b);
    assertThrows(IllegalStateException.class, () -> runtime.real(a));

    runtime.prepare(KERNEL, List.of(a));
    runtime.bind(a, 77);

    assertEquals(77, runtime.real(a));
    assertFalse(runtime.delays(a, COPY_A));
    assertEquals(List.of(), runtime.prepare(KERNEL, List.of(a)).replay());
  }

  @Test
  void forgetsAnObjectThatIsFreedBeforeAnyLaunch() {
    assertTrue(runtime.delays(a, new CudaCall.Free("a")));

    assertThrows(IllegalArgumentException.class, () -> runtime.prepare(KERNEL, List.of(a)));
  }
}
