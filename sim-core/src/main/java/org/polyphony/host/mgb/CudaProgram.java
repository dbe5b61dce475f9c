package org.polyphony.host.mgb;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A CUDA program as a list of its operations, in program order.
 *
 * @param name of the program
 * @param lines its operations
 * @param heapBytes initial size of the heap for device-side allocations, at least 0
 */
public record CudaProgram(String name, List<Line> lines, long heapBytes) {
  /**
   * Default heap size for device-side allocations, any part of which a kernel may use. Source: MGB
   * section III-A.3.
   */
  public static final long DEFAULT_HEAP_BYTES = 8 << 20;

  /**
   * An operation and its location; static analysis is limited to one function.
   *
   * @param function that contains the operation, after inlining
   * @param call the operation
   */
  public record Line(String function, CudaCall call) {}

  /**
   * Checks the use of memory objects.
   *
   * @throws IllegalArgumentException if an operation uses an object that is not allocated, or
   *     allocates one again
   */
  public CudaProgram {
    lines = List.copyOf(lines);
    Set<String> known = new HashSet<>();
    Set<String> live = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      check(i, lines.get(i).call(), known, live);
    }
  }

  private static void check(int line, CudaCall call, Set<String> known, Set<String> live) {
    if (call instanceof CudaCall.Malloc malloc) {
      if (!known.add(malloc.object())) {
        throw new IllegalArgumentException("line " + line + " allocates again: " + malloc.object());
      }
      live.add(malloc.object());
    }
    for (String object : call.objects()) {
      if (!live.contains(object)) {
        throw new IllegalArgumentException(
            "line " + line + " uses an object that is not allocated: " + object);
      }
    }
    if (call instanceof CudaCall.Free free) {
      live.remove(free.object());
    }
  }
}
