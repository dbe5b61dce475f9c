package org.polyphony.host.broker;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.host.time.EventQueue;

/**
 * schedGPU in a host run: one {@link Broker} per node, behind a {@link CriticalSection}; with
 * timeouts, sanity checks of waiting clients, and faults.
 *
 * <p>A client that is not bound to a device uses the first device of the first node. Events:
 * completed calls, by node; sanity checks, by node; timeouts, by process; the broker's faults.
 * Source: schedGPU sections 3 and 4.
 */
public final class SchedGpu implements GpuScheduler {
  private final BrokerConfig config;
  private final int nodes;
  private final HostMachine machine;
  private final Broker[] brokers; // by node
  private final CriticalSection[] sections; // by node
  private final int[] deviceOf; // by process: bound device, or ANY
  private final int[] waitsOn; // by process: device it is waiting for, or ANY
  private final EventQueue queue;
  private final int faultEvent;
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();
  private final BrokerCounters counters = new BrokerCounters();

  /**
   * Creates brokers without clients.
   *
   * @param machine whose devices they manage
   * @param config of the brokers
   * @param processes number of processes
   */
  public SchedGpu(HostMachine machine, BrokerConfig config, int processes) {
    this.config = config;
    this.nodes = machine.nodes();
    this.machine = machine;
    this.brokers = new Broker[nodes];
    this.sections = new CriticalSection[nodes];
    Arrays.setAll(brokers, node -> new Broker(memory(node), config.policy(), counters));
    Arrays.setAll(sections, node -> new CriticalSection(config, counters));
    this.deviceOf = new int[processes];
    this.waitsOn = new int[processes];
    Arrays.fill(waitsOn, TaskNeed.ANY);
    this.faultEvent = 2 * nodes + processes;
    this.queue = new EventQueue(faultEvent + 2);
    BrokerConfig.Faults faults = config.faults();
    if (config.access() == BrokerConfig.Access.CLIENT_SERVER) {
      queue.schedule(faultEvent, faults.serverDiesNanos());
    }
    queue.schedule(faultEvent + 1, faults.corruptNanos());
  }

  private long[] memory(int node) {
    return machine.gpus(node).stream().mapToLong(HostMachine.HostGpu::memoryBytes).toArray();
  }

  public BrokerCounters counters() {
    return counters;
  }

  @Override
  public void start(long now, int process, Job job, int device) {
    deviceOf[process] = device;
    call(now, process, CriticalSection.Stage.INIT, null, 0);
  }

  @Override
  public void request(long now, int process, int task, TaskNeed need, long timeoutNanos) {
    counters.add(Count.REQUESTS, 1);
    call(now, process, CriticalSection.Stage.PRE_ALLOCATE, need, timeoutNanos);
  }

  @Override
  public void release(long now, int process, int task, long bytes, boolean endsTask) {
    call(now, process, CriticalSection.Stage.POST_FREE, null, bytes);
  }

  @Override
  public void end(long now, int process) {
    call(now, process, CriticalSection.Stage.SHUTDOWN, null, 0);
  }

  @Override
  public void died(long now, int process, boolean inCriticalSection) {
    int node = node(process);
    queue.cancel(2 * nodes + process);
    waitsOn[process] = TaskNeed.ANY;
    sections[node].died(now, process, inCriticalSection);
    brokers[node].clientDied(process);
    if (config.access() == BrokerConfig.Access.CLIENT_SERVER && !counters.serverDied) {
      brokers[node].sanityCheck(); // the server notices the closed socket
      takeGrants(node);
    }
    reschedule(now, node);
  }

  @Override
  public long nextWork() {
    return queue.nextTime();
  }

  @Override
  public void act(long now) {
    while (queue.nextTime() <= now) {
      int event = queue.poll();
      if (event < nodes) {
        apply(now, event, sections[event].leave(now));
      } else if (event < 2 * nodes) {
        checkSanity(event - nodes);
      } else if (event < faultEvent) {
        timeOut(event - 2 * nodes);
      } else if (event == faultEvent) {
        serverDies(now);
      } else {
        corrupt();
      }
    }
  }

  @Override
  public Reply takeReply() {
    return replies.poll();
  }

  private void call(
      long now, int process, CriticalSection.Stage stage, TaskNeed need, long amount) {
    if (counters.serverDied) {
      boolean isEnd = stage == CriticalSection.Stage.SHUTDOWN; // no client needs the server
      reply(process, isEnd ? Answer.DONE : Answer.UNAVAILABLE, TaskNeed.ANY);
      return;
    }
    int node = node(process);
    sections[node].enter(now, new CriticalSection.Call(process, stage, need, amount, now));
    reschedule(now, node);
  }

  private void apply(long now, int node, CriticalSection.Call call) {
    int process = call.process();
    Broker broker = brokers[node];
    switch (call.stage()) {
      case INIT -> reply(process, broker.init(process), TaskNeed.ANY);
      case PRE_ALLOCATE -> preAllocate(now, node, call);
      case POST_FREE -> reply(process, postFree(broker, process, call.amount()), TaskNeed.ANY);
      case SHUTDOWN -> reply(process, broker.shutdown(process), TaskNeed.ANY);
    }
    takeGrants(node);
    reschedule(now, node);
  }

  /** Frees a reservation on the current device; ALL frees it on every device of the node. */
  private Answer postFree(Broker broker, int process, long bytes) {
    if (bytes != Phase.ALL) {
      return broker.postFree(process, localDevice(process, TaskNeed.ANY), bytes);
    }
    for (int device = 0; device < machine.gpus(node(process)).size(); device++) {
      broker.postFree(process, device, broker.state().reserved(process, device));
    }
    return Answer.DONE;
  }

  private void preAllocate(long now, int node, CriticalSection.Call call) {
    int process = call.process();
    TaskNeed need = call.need();
    int local = localDevice(process, need.device());
    Waiting request = new Waiting(process, local, need.memoryBytes(), need.priority());
    Answer answer = brokers[node].preAllocate(request, call.amount() > 0);
    int device = machine.firstDevice(node) + local;
    if (answer == Answer.WAITING) {
      counters.add(Count.WAITED, 1);
      waitsOn[process] = device;
      long end = call.since() + call.amount();
      queue.schedule(2 * nodes + process, end < 0 ? EventQueue.NEVER : Math.max(now, end));
      return;
    }
    counters.add(Count.NOT_READY, answer == Answer.NOT_READY ? 1 : 0);
    granted(process, answer, device);
  }

  private void granted(int process, Answer answer, int device) {
    if (answer == Answer.DONE) {
      counters.add(Count.GRANTED, 1);
      deviceOf[process] = device;
    }
    reply(process, answer, answer == Answer.DONE ? device : TaskNeed.ANY);
  }

  /** Notifies waiting clients of their grants. */
  private void takeGrants(int node) {
    for (Integer process = brokers[node].takeGranted();
        process != null;
        process = brokers[node].takeGranted()) {
      int device = waitsOn[process];
      if (device != TaskNeed.ANY) { // else a grant from a stale backup, without a listener
        waitsOn[process] = TaskNeed.ANY;
        queue.cancel(2 * nodes + process);
        granted(process, Answer.DONE, device);
      }
    }
  }

  private void timeOut(int process) {
    int node = node(process);
    if (sections[node].isAbandoned()) {
      return; // it needs the lock to continue
    }
    counters.add(Count.TIMED_OUT, 1);
    waitsOn[process] = TaskNeed.ANY;
    brokers[node].giveUp(process);
    reply(process, Answer.TIMED_OUT, TaskNeed.ANY);
    takeGrants(node);
  }

  private void checkSanity(int node) {
    if (!sections[node].isAbandoned()) {
      brokers[node].sanityCheck();
      takeGrants(node);
    }
  }

  private void serverDies(long now) {
    counters.serverDied = true;
    for (int node = 0; node < nodes; node++) {
      for (int process : sections[node].clear()) {
        reply(process, Answer.UNAVAILABLE, TaskNeed.ANY);
      }
      reschedule(now, node);
    }
    for (int process = 0; process < waitsOn.length; process++) {
      if (waitsOn[process] != TaskNeed.ANY) {
        waitsOn[process] = TaskNeed.ANY;
        queue.cancel(2 * nodes + process);
        reply(process, Answer.UNAVAILABLE, TaskNeed.ANY);
      }
    }
  }

  private void corrupt() {
    for (Broker broker : brokers) {
      broker.corrupt();
      if (config.faults().losesBackup()) {
        broker.loseBackup();
      }
    }
  }

  /** Reschedules the events of a node. Dead clients are only detected while a client waits. */
  private void reschedule(long now, int node) {
    queue.schedule(node, sections[node].nextWork());
    boolean looks = brokers[node].hasUnnoticedDead() && brokers[node].state().hasWaiting();
    if (looks && queue.timeOf(nodes + node) == EventQueue.NEVER) {
      queue.schedule(nodes + node, now + config.sanityCheckNanos());
    }
  }

  private int node(int process) {
    return deviceOf[process] == TaskNeed.ANY ? 0 : machine.nodeOf(deviceOf[process]);
  }

  private int localDevice(int process, int asked) {
    if (asked != TaskNeed.ANY) {
      return asked;
    }
    return deviceOf[process] == TaskNeed.ANY ? 0 : machine.local(deviceOf[process]);
  }

  private void reply(int process, Answer answer, int device) {
    if (answer == Answer.WAITING || answer == Answer.INVALID_CLIENT) {
      throw new IllegalStateException("answer " + answer);
    }
    boolean isError = answer != Answer.DONE && answer != Answer.NOT_READY;
    counters.add(Count.REFUSED, isError && answer != Answer.TIMED_OUT ? 1 : 0);
    replies.add(new Reply(process, answer, device));
  }
}
