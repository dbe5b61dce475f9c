package org.polyphony.host.mgb;

import java.util.List;
import org.polyphony.host.app.TaskNeed;

/**
 * A GPU task, MGB's unit of scheduling: kernel launches that share memory objects, directly or over
 * others, and all operations on these objects.
 *
 * @param lines of the program, ascending
 * @param memoryBytes of all its objects, and of the heap for its kernels if the program sets one
 * @param threadBlocks of its launch with most warps
 * @param warpsPerThreadBlock of that launch
 * @param lazy whether its operations stand in several functions, so that only the lazy runtime can
 *     bind them
 */
public record GpuTask(
    List<Integer> lines,
    long memoryBytes,
    int threadBlocks,
    int warpsPerThreadBlock,
    boolean lazy) {
  /** Keeps its own copy of the list. */
  public GpuTask {
    lines = List.copyOf(lines);
  }

  /** Returns the line of its first operation, where the probe of a static task stands. */
  public int first() {
    return lines.get(0);
  }

  /** Returns the line of its last operation, behind which its resources are released. */
  public int last() {
    return lines.get(lines.size() - 1);
  }

  /** Returns what the probe conveys to the scheduler. */
  public TaskNeed need() {
    return new TaskNeed(memoryBytes, threadBlocks, warpsPerThreadBlock, TaskNeed.ANY, 0);
  }
}
