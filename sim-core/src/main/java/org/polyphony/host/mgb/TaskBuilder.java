package org.polyphony.host.mgb;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.polyphony.host.app.HostKernel;

/**
 * Groups the calls of a program into GPU tasks: a unit task for each kernel launch with the objects
 * that it accesses, and one task of all unit tasks that share objects. Source: MGB, Algorithm 1 and
 * section III-A. Differs: sharing is transitive, DEVIATIONS.md number 45.
 */
public final class TaskBuilder {
  private final CudaProgram program;
  private final List<Set<String>> groups = new ArrayList<>(); // disjoint sets of objects

  private TaskBuilder(CudaProgram program) {
    this.program = program;
  }

  /**
   * Builds the tasks of a program.
   *
   * @return in the order of their first operations; an operation on an object that no kernel
   *     accesses belongs to none
   */
  public static List<GpuTask> build(CudaProgram program) {
    TaskBuilder builder = new TaskBuilder(program);
    for (CudaProgram.Line line : program.lines()) {
      if (line.call() instanceof CudaCall.Launch launch) {
        builder.addUnitTask(launch);
      }
    }
    List<GpuTask> tasks = new ArrayList<>();
    for (Set<String> group : builder.groups) {
      tasks.add(builder.task(group));
    }
    tasks.sort((a, b) -> Integer.compare(a.first(), b.first()));
    return tasks;
  }

  private void addUnitTask(CudaCall.Launch launch) {
    Set<String> union = new HashSet<>(launch.objects());
    for (Set<String> group : groups) {
      if (!Collections.disjoint(group, launch.objects())) {
        union.addAll(group);
      }
    }
    groups.removeIf(union::containsAll);
    groups.add(union);
  }

  private GpuTask task(Set<String> objects) {
    List<Integer> lines = new ArrayList<>();
    Set<String> functions = new HashSet<>();
    HostKernel largest = null;
    long memory = 0;
    long heap = 0; // in force
    long mostHeap = 0;
    for (int i = 0; i < program.lines().size(); i++) {
      CudaCall call = program.lines().get(i).call();
      if (call instanceof CudaCall.HeapLimit limit) {
        heap = limit.bytes();
      }
      if (!belongs(call, objects)) {
        continue;
      }
      lines.add(i);
      functions.add(program.lines().get(i).function());
      if (call instanceof CudaCall.Malloc malloc) {
        memory += malloc.bytes();
      } else if (call instanceof CudaCall.Launch launch) {
        mostHeap = Math.max(mostHeap, heap);
        HostKernel kernel = launch.kernel();
        largest = largest == null || kernel.warps() > largest.warps() ? kernel : largest;
      }
    }
    return new GpuTask(
        lines,
        memory + mostHeap,
        largest.threadBlocks(),
        largest.warpsPerThreadBlock(),
        functions.size() > 1);
  }

  private static boolean belongs(CudaCall call, Set<String> objects) {
    return !Collections.disjoint(call.objects(), objects);
  }
}
