package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs as {@link ProgramText} has them. */
class TaskBuilderTest {
  private static String tasks(String program, long heap) {
    return TaskBuilder.build(ProgramText.of(program, heap)).stream()
        .map(TaskBuilderTest::text)
        .collect(Collectors.joining("; "));
  }

  /** Its lines, that of its probe, the bytes of its objects and of the heap, and thread blocks. */
  private static String text(GpuTask task) {
    return task.lines().stream().map(String::valueOf).collect(Collectors.joining(" "))
        + (task.lazy() ? " lazy" : "")
        + " at %d: %d+%d B, %dx%d"
            .formatted(
                task.probe(),
                task.objectBytes(),
                task.heapBytes(),
                task.threadBlocks(),
                task.warpsPerThreadBlock());
  }

  @ParameterizedTest(name = "{3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          host 1; malloc a; malloc b; malloc c; in a 10; in b 10; start 32 a,b,c; out c 10; free a; \
              free b; free c | 0 | 1 2 3 4 5 6 7 8 9 10 at 1: 30+0 B, 32x4 \
              | Figure 3, the vector addition: from the first cudaMalloc to the last cudaFree
          malloc a; malloc c; start 10 a,c; malloc d; start 20 c,d | 0 \
              | 0 1 2 3 4 at 0: 30+0 B, 20x4 \
              | Section III-A: the output of k1 is an input of k2
          malloc a; start 10 a; malloc b; start 20 b | 0 \
              | 0 1 at 0: 10+0 B, 10x4; 2 3 at 2: 10+0 B, 20x4 | kernels share nothing
          malloc a; malloc b; start 1 a; start 2 b; start 3 a,b | 0 | 0 1 2 3 4 at 0: 20+0 B, 3x4 \
              | the third joins tasks that shared nothing before: deviation 45
          malloc a; start 1 a; heap 100; start 1 a; malloc b; start 1 b | 0 \
              | 0 1 3 at 0: 10+100 B, 1x4; 4 5 at 4: 10+100 B, 1x4 | the heap once it is limited
          malloc a; start 1 a; heap 100; malloc b; start 1 b | 8388608 \
              | 0 1 at 0: 10+8388608 B, 1x4; 3 4 at 3: 10+100 B, 1x4 \
              | Section III-A.3: the heap in force at a launch, 8 MB unless the program sets it
          start 1; start 2 | 0 | 0 at 0: 0+0 B, 1x4; 1 at 1: 0+0 B, 2x4 | launches without memory
          init: malloc a; malloc b; execute: start 1 a; malloc c; start 1 c | 0 \
              | 0 2 lazy at 2: 10+0 B, 1x4; 3 4 at 3: 10+0 B, 1x4 \
              | over several functions only the lazy runtime binds; no kernel accesses b
          """)
  void builds(String program, long heap, String tasks, String why) {
    assertEquals(tasks, tasks(program, heap), why);
    assertEquals(8_388_608, CudaProgram.DEFAULT_HEAP_BYTES);
  }

  @ParameterizedTest
  @CsvSource({
    "malloc a; free a; start 1 a, line 2 uses an object that is not allocated: a",
    "malloc a; malloc a, line 1 allocates again: a"
  })
  void refuses(String program, String message) {
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> tasks(program, 0)).getMessage());
  }
}
