package org.polyphony.host.mgb;

import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeSet;

/**
 * The numbers of a process's GPU tasks: each has the lowest one that is free from its probe to its
 * last operation.
 */
final class TaskNumbers {
  private final IdentityHashMap<GpuTask, Integer> numbers =
      new IdentityHashMap<>(); // tasks have long lists
  private int count;

  /** Numbers tasks, given in any order. */
  TaskNumbers(List<GpuTask> tasks) {
    PriorityQueue<GpuTask> live = new PriorityQueue<>(Comparator.comparingInt(GpuTask::last));
    TreeSet<Integer> free = new TreeSet<>();
    List<GpuTask> byProbe = tasks.stream().sorted(Comparator.comparingInt(GpuTask::probe)).toList();
    for (GpuTask task : byProbe) {
      while (!live.isEmpty() && live.element().last() < task.probe()) {
        free.add(numbers.get(live.remove()));
      }
      numbers.put(task, free.isEmpty() ? count++ : free.pollFirst());
      live.add(task);
    }
  }

  /** Returns how many tasks the process has at a time at most. */
  int atOnce() {
    return count;
  }

  int of(GpuTask task) {
    return numbers.get(task);
  }
}
