package org.polyphony.host.mgb;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.time.EventQueue;
import org.polyphony.input.InvalidInputException;
import org.polyphony.usercode.UserCodeException;
import org.polyphony.usercode.UserGuard;

/**
 * MGB's user-level scheduler: a GPU task waits until its {@link Placement} finds a device. The
 * scheduler wakes up periodically; if tasks have arrived or ended since, it tries each waiting
 * task, largest memory first. Decisions take no time. Source: MGB sections III-B and IV; order and
 * period follow the authors' prototype (github.com/rudyjantz/GPU-Sched, sched.cpp).
 */
public final class TaskScheduler implements GpuScheduler {
  private final Placement placement;
  private final int devices;
  private final long periodNanos;
  private final List<Waiting> waiting = new ArrayList<>(); // largest first, then in request order
  private final Map<Integer, Integer> boundTo = new HashMap<>(); // by process
  private final Map<Integer, Map<Integer, Placed>> placed = new HashMap<>(); // by process and task
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private long wakes = EventQueue.NEVER; // next wake-up

  private int nextId; // next task number for the placement

  private record Waiting(int process, int task, TaskNeed need, long deadline) {}

  private record Placed(int id, int device) {}

  /**
   * Creates a scheduler without tasks.
   *
   * @param placement of an idle machine
   * @param devices number of devices of the machine
   * @param periodNanos wake-up period; 0 to try each task at once
   */
  public TaskScheduler(Placement placement, int devices, long periodNanos) {
    this.placement = placement;
    this.devices = devices;
    this.periodNanos = periodNanos;
  }

  @Override
  public void start(long now, int process, Job job, int device) {
    boundTo.put(process, device);
    replies.add(Reply.done(process));
  }

  /**
   * {@inheritDoc}
   *
   * @throws InvalidInputException if the process has an active task with this number
   */
  @Override
  public void request(long now, int process, int task, TaskNeed need, long timeoutNanos) {
    Placed before = placed.getOrDefault(process, Map.of()).get(task);
    if (before != null) {
      throw new InvalidInputException(
          "an application reserves again, before it has freed \"all\" of its task on device "
              + before.device());
    }
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
    } else if (timeoutNanos == 0) {
      if (!grants(process, task, bound)) {
        answer(process, Answer.NOT_READY);
      }
    } else {
      long deadline = timeoutNanos > EventQueue.NEVER - now ? EventQueue.NEVER : now + timeoutNanos;
      enqueue(new Waiting(process, task, bound, deadline));
      wakeAfter(now);
    }
  }

  /** A partial release has no effect; the task keeps its memory until it ends. */
  @Override
  public void release(long now, int process, int task, long bytes, boolean endsTask) {
    if (endsTask) {
      endTask(process, task);
      wakeAfter(now);
    }
    replies.add(Reply.done(process));
  }

  @Override
  public void end(long now, int process) {
    endTasks(now, process);
    replies.add(Reply.done(process));
  }

  @Override
  public void died(long now, int process, boolean inCriticalSection) {
    waiting.removeIf(task -> task.process() == process);
    replies.removeIf(reply -> reply.process() == process);
    endTasks(now, process);
  }

  @Override
  public long nextWork() {
    long due = wakes;
    for (Waiting task : waiting) {
      due = Math.min(due, task.deadline());
    }
    return due;
  }

  /** A task that has timed out is tried one last time. */
  @Override
  public void act(long now) {
    if (wakes <= now) {
      wakes = EventQueue.NEVER;
      tryAll();
    }
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

  private void endTasks(long now, int process) {
    List.copyOf(placed.getOrDefault(process, Map.of()).keySet())
        .forEach(task -> endTask(process, task));
    wakeAfter(now);
  }

  private void endTask(int process, int task) {
    Map<Integer, Placed> tasks = placed.getOrDefault(process, Map.of());
    if (tasks.containsKey(task)) {
      placement.release(tasks.remove(task).id());
    }
    placed.remove(process, Map.of());
  }

  private void wakeAfter(long now) {
    if (periodNanos == 0) {
      tryAll();
    } else if (!waiting.isEmpty()) {
      wakes = Math.min(wakes, (now / periodNanos + 1) * periodNanos);
    }
  }

  private void tryAll() {
    waiting.removeIf(task -> grants(task.process(), task.task(), task.need()));
  }

  private void enqueue(Waiting task) {
    int at = waiting.size();
    while (at > 0 && waiting.get(at - 1).need().memoryBytes() < task.need().memoryBytes()) {
      at--;
    }
    waiting.add(at, task);
  }

  private boolean grants(int process, int task, TaskNeed need) {
    int device = place(nextId, need);
    if (device == Placement.NONE) {
      return false;
    }
    placed.computeIfAbsent(process, p -> new TreeMap<>()).put(task, new Placed(nextId++, device));
    replies.add(new Reply(process, Answer.DONE, device));
    return true;
  }

  /** Validates the placement's choice, since the placement may be user-defined. */
  private int place(int id, TaskNeed need) {
    int device = placement.place(id, need);
    if (device != Placement.NONE && (device < 0 || device >= devices)) {
      String name = UserGuard.classOf(placement).getName();
      throw new UserCodeException(
          "policy %s: place() chose device %d, of 0 to %d".formatted(name, device, devices - 1));
    }
    return device;
  }

  private void answer(int process, Answer answer) {
    replies.add(new Reply(process, answer, TaskNeed.ANY));
  }
}
