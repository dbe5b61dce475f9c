package org.polyphony.host.mgb;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code cg}, core to GPU: binds each process for life, at its first GPU task, to the device with
 * the fewest processes (ties are broken round-robin). A device with {@code ratio} processes is
 * full; if all are full, the process waits. Memory is not checked, so a process may run out of it.
 * A process without GPU tasks is bound when it starts. With ratio 1 this is {@code sa}, single
 * assignment: each process has an exclusive device from start to end.
 *
 * <p>Source: MGB section IV; binding at the first task, to the device with the fewest processes,
 * follows the authors' prototype (github.com/rudyjantz/GPU-Sched, sched.cpp).
 */
public final class CoreToGpu implements GpuScheduler {
  /** Name in configs. */
  public static final String NAME = "cg";

  /** Name in configs for ratio 1. */
  public static final String SINGLE_ASSIGNMENT = "sa";

  private final int ratio;
  private final int[] processes; // by device
  private final Map<Integer, Integer> deviceOf = new HashMap<>(); // by process
  private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private int turn; // first device in the tie-breaking order

  /**
   * Creates a scheduler without processes.
   *
   * @param devices number of devices of the machine, at least 1
   * @param ratio maximum processes per device, at least 1
   */
  public CoreToGpu(int devices, int ratio) {
    this.processes = new int[devices];
    this.ratio = ratio;
  }

  @Override
  public void start(long now, int process, Job job, int device) {
    boolean asks = job.application().phases().stream().anyMatch(Phase.Reserve.class::isInstance);
    if (asks && ratio > 1) {
      replies.add(Reply.done(process));
    } else {
      waiting.add(process);
      bind();
    }
  }

  /** Ignores the timeout; only the number of processes per device is limited. */
  @Override
  public void request(long now, int process, int task, TaskNeed need, long timeoutNanos) {
    if (deviceOf.containsKey(process)) {
      replies.add(Reply.done(process));
    } else {
      waiting.add(process);
      bind();
    }
  }

  @Override
  public void release(long now, int process, int task, long bytes, boolean endsTask) {
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
    int device = fewest();
    while (!waiting.isEmpty() && processes[device] < ratio) {
      processes[device]++;
      turn = (device + 1) % processes.length;
      deviceOf.put(waiting.element(), device);
      replies.add(new Reply(waiting.remove(), Answer.DONE, device));
      device = fewest();
    }
  }

  private int fewest() {
    int fewest = turn;
    for (int i = 1; i < processes.length; i++) {
      int device = (turn + i) % processes.length;
      fewest = processes[device] < processes[fewest] ? device : fewest;
    }
    return fewest;
  }
}
