package org.polyphony.host.mgb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.host.app.HostKernel;

/**
 * Groups the operations of a program into GPU tasks: each kernel launch and its objects form a unit
 * task, and unit tasks that share objects are merged. Source: MGB, Algorithm 1 and section III-A.
 * Differs: sharing is transitive, DEVIATIONS.md 45.
 */
public final class TaskBuilder {
  private static final int NONE = -1;

  private final CudaProgram program;
  private final int[] joined; // by line of a launch: an earlier launch of its task, or itself
  private final Map<String, Integer> launchOf = new HashMap<>(); // by object: its first launch

  private TaskBuilder(CudaProgram program) {
    this.program = program;
    this.joined = new int[program.lines().size()];
  }

  /** An incomplete task. */
  private static final class Draft {
    final List<Integer> lines = new ArrayList<>();
    final Set<String> functions = new HashSet<>();
    HostKernel largest;
    int firstLaunch = NONE;
    long objectBytes;
    long heapBytes;

    void add(int line, CudaProgram.Line what, long heap) {
      lines.add(line);
      functions.add(what.function());
      if (what.call() instanceof CudaCall.Malloc malloc) {
        objectBytes += malloc.bytes();
      } else if (what.call() instanceof CudaCall.Launch launch) {
        heapBytes = Math.max(heapBytes, heap);
        firstLaunch = firstLaunch == NONE ? line : firstLaunch;
        HostKernel kernel = launch.kernel();
        largest = largest == null || kernel.warps() > largest.warps() ? kernel : largest;
      }
    }

    GpuTask task() {
      boolean lazy = functions.size() > 1;
      return new GpuTask(
          lines,
          lazy ? firstLaunch : lines.get(0),
          objectBytes,
          heapBytes,
          largest.threadBlocks(),
          largest.warpsPerThreadBlock(),
          lazy);
    }
  }

  /**
   * Builds the tasks of a program.
   *
   * @return the tasks in the order of their first operations; operations on objects that no kernel
   *     uses belong to none
   */
  public static List<GpuTask> build(CudaProgram program) {
    TaskBuilder builder = new TaskBuilder(program);
    for (int line = 0; line < builder.joined.length; line++) {
      if (program.lines().get(line).call() instanceof CudaCall.Launch launch) {
        builder.addUnitTask(line, launch);
      }
    }
    return builder.tasks();
  }

  private void addUnitTask(int line, CudaCall.Launch launch) {
    joined[line] = line;
    for (String object : launch.objects()) {
      Integer earlier = launchOf.putIfAbsent(object, line);
      if (earlier != null) {
        joined[root(line)] = root(earlier);
      }
    }
  }

  private int root(int launch) {
    int root = launch;
    while (joined[root] != root) {
      joined[root] = joined[joined[root]];
      root = joined[root];
    }
    return root;
  }

  private List<GpuTask> tasks() {
    Map<Integer, Draft> drafts = new LinkedHashMap<>();
    long heap = program.heapBytes(); // current limit
    for (int line = 0; line < joined.length; line++) {
      CudaProgram.Line what = program.lines().get(line);
      if (what.call() instanceof CudaCall.HeapLimit limit) {
        heap = limit.bytes();
      }
      int launch = launchWith(line, what.call());
      if (launch != NONE) {
        drafts.computeIfAbsent(root(launch), r -> new Draft()).add(line, what, heap);
      }
    }
    return drafts.values().stream()
        .map(Draft::task)
        .sorted(Comparator.comparingInt(GpuTask::first))
        .toList();
  }

  private int launchWith(int line, CudaCall call) {
    if (call instanceof CudaCall.Launch) {
      return line;
    }
    return call.objects().isEmpty() ? NONE : launchOf.getOrDefault(call.objects().get(0), NONE);
  }
}
