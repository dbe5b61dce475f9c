package org.polyphony.host.mgb;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;

/**
 * {@code cg}, core to GPU: binds each process, when it asks for its first GPU task, to the device
 * that has the fewest processes, for the rest of its life; devices with as many as the ratio are
 * full, and when all are, the process waits. Of equal devices it is the next one in turn. Memory is
 * not asked about, so that a process may run out of it. A process without GPU tasks is bound when
 * it begins. With ratio 1 this is {@code sa}, single assignment: each process has a device for
 * itself, from its begin to its end.
 *
 * <p>Source: MGB section IV; that processes are bound by their first task, and to the device with
 * the fewest, is from its authors' prototype (github.com/rudyjantz/GPU-Sched, sched.cpp).
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
  private int turn; // device that is the first of equal ones

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
    boolean asks = job.application().phases().stream().anyMatch(Phase.Reserve.class::isInstance);
    if (asks && ratio > 1) {
      replies.add(Reply.done(process));
    } else {
      waiting.add(process);
      bind();
    }
  }

  /** Waits without regard to the timeout: the scheduler knows no bounds but the ratio. */
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
