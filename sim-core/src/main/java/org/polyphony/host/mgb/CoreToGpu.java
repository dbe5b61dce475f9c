package org.polyphony.host.mgb;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code cg}, core to GPU: visits the devices in turn and binds each process to the next one that
 * has fewer processes than the ratio, for its lifetime; when none has, the process waits. Tasks are
 * not asked about, so that a process may run out of memory. With ratio 1 this is {@code sa}, single
 * assignment, where each process has a device for itself. Source: MGB section IV.
 */
public final class CoreToGpu implements GpuScheduler {
  /** What configurations call it. */
  public static final String NAME = "cg";

  /** What configurations call it with ratio 1. */
  public static final String SINGLE_ASSIGNMENT = "sa";

  private final int ratio;
  private final int[] processes; // by device
  private final Map<Integer, Integer> deviceOf = new HashMap<>(); // by process
  private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private int next; // device whose turn it is

  /**
   * Makes a scheduler without processes.
   *
   * @param devices that the machine has, at least 1
   * @param ratio processes that share a device at most, at least 1
   */
  public CoreToGpu(int devices, int ratio) {
    this.processes = new int[devices];
    this.ratio = ratio;
  }

  @Override
  public void start(long now, int process, Job job, int device) {
    waiting.add(process);
    bind();
  }

  @Override
  public void request(long now, int process, TaskNeed need, long timeoutNanos) {
    replies.add(Reply.done(process));
  }

  @Override
  public void release(long now, int process, long bytes) {
    replies.add(Reply.done(process));
  }

  @Override
  public void end(long now, int process) {
    replies.add(Reply.done(process));
    leave(process);
  }

  @Override
  public void died(long now, int process, boolean inCriticalSection) {
    waiting.remove(process);
    replies.removeIf(reply -> reply.process() == process);
    leave(process);
  }

  @Override
  public Reply takeReply() {
    return replies.poll();
  }

  private void leave(int process) {
    Integer device = deviceOf.remove(process);
    if (device != null) {
      processes[device]--;
      bind();
    }
  }

  private void bind() {
    for (int visited = 0; !waiting.isEmpty() && visited < processes.length; visited++) {
      int device = next;
      next = (next + 1) % processes.length;
      if (processes[device] < ratio) {
        processes[device]++;
        deviceOf.put(waiting.element(), device);
        replies.add(new Reply(waiting.remove(), Answer.DONE, device));
        visited = -1;
      }
    }
  }
}
