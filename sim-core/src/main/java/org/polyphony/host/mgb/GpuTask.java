package org.polyphony.host.mgb;

import java.util.List;
import org.polyphony.host.app.TaskNeed;

/**
 * A GPU task, MGB's unit of scheduling: kernel launches that share memory objects, directly or
 * transitively, and all operations on these objects.
 *
 * @param lines of the program, ascending
 * @param probe line before which the probe requests the task's resources: its first operation; for
 *     a lazy task, its first launch
 * @param objectBytes total size of its objects
 * @param heapBytes maximum heap of its kernels
 * @param threadBlocks of its launch with the most warps
 * @param warpsPerThreadBlock of that launch
 * @param lazy whether its operations are in several functions, so that only the lazy runtime can
 *     bind them
 */
public record GpuTask(
    List<Integer> lines,
    int probe,
    long objectBytes,
    long heapBytes,
    int threadBlocks,
    int warpsPerThreadBlock,
    boolean lazy) {
  public GpuTask {
    lines = List.copyOf(lines);
  }

  public int first() {
    return lines.get(0);
  }

  /** Returns the line of its last operation, after which its resources are released. */
  public int last() {
    return lines.get(lines.size() - 1);
  }

  /** Returns the memory of its objects plus the heap, in bytes. */
  public long memoryBytes() {
    return objectBytes + heapBytes;
  }

  /**
   * Returns the resource request that the probe sends to the scheduler.
   *
   * @param priority of the request
   */
  public TaskNeed need(int priority) {
    return new TaskNeed(memoryBytes(), threadBlocks, warpsPerThreadBlock, TaskNeed.ANY, priority);
  }
}
