package org.polyphony.host.mgb;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A CUDA program as the list of its calls, in the order in which it makes them.
 *
 * @param name of the program
 * @param lines its calls
 * @param heapBytes that kernels may allocate from before a call sets another limit, at least 0
 */
public record CudaProgram(String name, List<Line> lines, long heapBytes) {
  /**
   * The heap of a device when no call sets it, of which a kernel may take any part. Source: MGB
   * section III-A.3.
   */
  public static final long DEFAULT_HEAP_BYTES = 8 << 20;

  /**
   * A call and where it stands; static analysis does not look beyond a function.
   *
   * @param function that contains the call, after inlining
   * @param call what it does
   */
  public record Line(String function, CudaCall call) {}

  /**
   * Keeps its own copy of the list.
   *
   * @throws IllegalArgumentException if a call uses an object that is not allocated at the time, or
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
