package org.polyphony.host.mgb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.polyphony.engine.EventQueue;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.InvalidInputException;

/**
 * MGB's user-level scheduler: a GPU task waits until its {@link Placement} finds a device for it;
 * whenever a task has ended, each that waits is tried again, in the order of requests. Decisions
 * take no time. Source: MGB sections III-B and IV.
 */
public final class TaskScheduler implements GpuScheduler {
  private final Placement placement;
  private final int devices;
  private final List<Waiting> waiting = new ArrayList<>(); // in the order of requests
  private final Map<Integer, Integer> boundTo = new HashMap<>(); // by process
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();

  private record Waiting(int process, TaskNeed need, long deadline) {}

  /**
   * Makes a scheduler without tasks.
   *
   * @param placement of an idle machine
   * @param devices that the machine has
   */
  public TaskScheduler(Placement placement, int devices) {
    this.placement = placement;
    this.devices = devices;
  }

  @Override
  public void start(long now, int process, Job job, int device) {
    boundTo.put(process, device);
    replies.add(Reply.done(process));
  }

  @Override
  public void request(long now, int process, TaskNeed need, long timeoutNanos) {
    int device = need.device() == TaskNeed.ANY ? boundTo.get(process) : need.device();
    TaskNeed bound =
        new TaskNeed(
            need.memoryBytes(),
            need.threadBlocks(),
            need.warpsPerThreadBlock(),
            device,
            need.priority());
    if (device != TaskNeed.ANY && (device < 0 || device >= devices)) {
      answer(process, Answer.INVALID_DEVICE);
    } else if (!placement.canEverPlace(bound)) {
      answer(process, Answer.TOO_LARGE);
    } else if (!grants(process, bound)) {
      if (timeoutNanos == 0) {
        answer(process, Answer.NOT_READY);
      } else {
        long deadline =
            timeoutNanos > EventQueue.NEVER - now ? EventQueue.NEVER : now + timeoutNanos;
        waiting.add(new Waiting(process, bound, deadline));
      }
    }
  }

  /** A part of a task's memory stays taken until the task ends. */
  @Override
  public void release(long now, int process, long bytes) {
    if (bytes == Phase.ALL) {
      endTask(process);
    }
    replies.add(Reply.done(process));
  }

  @Override
  public void end(long now, int process) {
    endTask(process);
    replies.add(Reply.done(process));
  }

  @Override
  public void died(long now, int process, boolean inCriticalSection) {
    waiting.removeIf(task -> task.process() == process);
    replies.removeIf(reply -> reply.process() == process);
    endTask(process);
  }

  @Override
  public long due() {
    long due = EventQueue.NEVER;
    for (Waiting task : waiting) {
      due = Math.min(due, task.deadline());
    }
    return due;
  }

  @Override
  public void act(long now) {
    for (Iterator<Waiting> tasks = waiting.iterator(); tasks.hasNext(); ) {
      Waiting task = tasks.next();
      if (task.deadline() <= now) {
        tasks.remove();
        answer(task.process(), Answer.TIMED_OUT);
      }
    }
  }

  @Override
  public Reply takeReply() {
    return replies.poll();
  }

  private void endTask(int process) {
    placement.release(process);
    waiting.removeIf(task -> grants(task.process(), task.need()));
  }

  private boolean grants(int process, TaskNeed need) {
    int device = place(process, need);
    if (device == Placement.NONE) {
      return false;
    }
    replies.add(new Reply(process, Answer.DONE, device));
    return true;
  }

  /** Returns what the placement chooses, which may be a user's and anything. */
  private int place(int process, TaskNeed need) {
    String name = placement.getClass().getSimpleName();
    int device;
    try {
      device = placement.place(process, need);
    } catch (RuntimeException e) {
      throw new InvalidInputException("placement " + name + " failed: " + e, e);
    }
    if (device != Placement.NONE && (device < 0 || device >= devices)) {
      throw new InvalidInputException(
          "placement %s chooses device %d, of 0 to %d".formatted(name, device, devices - 1));
    }
    return device;
  }

  private void answer(int process, Answer answer) {
    replies.add(new Reply(process, answer, TaskNeed.ANY));
  }
}
