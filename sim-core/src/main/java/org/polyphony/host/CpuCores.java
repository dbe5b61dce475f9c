package org.polyphony.host;

import java.util.Arrays;
import java.util.List;
import org.polyphony.host.time.EventQueue;
import org.polyphony.host.time.SharedRate;

/**
 * The CPU cores of all nodes: their owners, their activity and their speed, with one event per
 * socket.
 *
 * <p>A job's cores are taken from the sockets of its node in turn, starting with the socket with
 * most free cores, as an operating system spreads processes. A socket's clock depends on the number
 * of its busy cores ({@link HostMachine.Cpu#turboKhz}); work is given as time at the highest clock.
 * A job computes at the clock of its first core's socket.
 */
final class CpuCores {
  static final int FREE = -1;

  private final HostMachine machine;
  private final HostObserver observer;
  private final int[] owner; // by core of the machine: job, or FREE
  private final int[] socketOf; // by job: socket of its first core
  private final boolean[] busy; // by job
  private final int[] nodeOf; // by socket
  private final int[] busyCores; // by socket
  private final SharedRate[] computing; // by socket; users are jobs
  private final EventQueue queue;
  private final int firstEvent;

  CpuCores(HostMachine machine, int jobs, HostObserver observer, EventQueue queue, int firstEvent) {
    this.machine = machine;
    this.observer = observer;
    this.queue = queue;
    this.firstEvent = firstEvent;
    int sockets = machine.firstSocket(machine.nodes());
    this.owner = new int[machine.firstCore(machine.nodes())];
    this.socketOf = new int[jobs];
    this.busy = new boolean[jobs];
    this.nodeOf = new int[sockets];
    this.busyCores = new int[sockets];
    this.computing = new SharedRate[sockets];
    Arrays.fill(owner, FREE);
    Arrays.setAll(computing, socket -> new SharedRate());
    for (int node = 0; node < machine.nodes(); node++) {
      Arrays.fill(nodeOf, machine.firstSocket(node), machine.firstSocket(node + 1), node);
    }
  }

  /** Assigns free cores of a node to a job. */
  void take(int job, int node, int cores) {
    for (int i = 0; i < cores; i++) {
      int core = freeCore(node);
      owner[core] = job;
      socketOf[job] = i == 0 ? socketOfCore(node, core) : socketOf[job];
    }
  }

  private int freeCore(int node) {
    int best = FREE;
    int most = 0;
    int coresPerSocket = machine.cpu(node).coresPerSocket();
    int begin = machine.firstCore(node); // per socket
    for (; begin < machine.firstCore(node + 1); begin += coresPerSocket) {
      int free = 0;
      int first = FREE;
      for (int core = begin + coresPerSocket - 1; core >= begin; core--) {
        free += owner[core] == FREE ? 1 : 0;
        first = owner[core] == FREE ? core : first;
      }
      best = free > most ? first : best;
      most = Math.max(most, free);
    }
    if (best == FREE) {
      throw new IllegalStateException("no free core on node " + node);
    }
    return best;
  }

  /** Releases a job's cores. */
  void release(long now, int job, int node) {
    setBusy(now, job, node, false);
    for (int core = machine.firstCore(node); core < machine.firstCore(node + 1); core++) {
      owner[core] = owner[core] == job ? FREE : owner[core];
    }
  }

  /** Sets whether a job's cores are busy. */
  void setBusy(long now, int job, int node, boolean isBusy) {
    if (busy[job] == isBusy) {
      return;
    }
    busy[job] = isBusy;
    for (int core = machine.firstCore(node); core < machine.firstCore(node + 1); core++) {
      if (owner[core] == job) {
        busyCores[socketOfCore(node, core)] += isBusy ? 1 : -1;
        observer.core(now, core, isBusy);
      }
    }
    for (int s = machine.firstSocket(node); s < machine.firstSocket(node + 1); s++) {
      computing[s].setRate(now, clock(s));
      schedule(s);
    }
  }

  /** Starts a computation of a job. */
  void compute(long now, int job, long nanos) {
    int socket = socketOf[job];
    computing[socket].add(now, job, (double) nanos);
    computing[socket].setRate(now, clock(socket));
    schedule(socket);
  }

  /** Stops a job's computation, if any. */
  void abort(long now, int job) {
    computing[socketOf[job]].remove(now, job);
    schedule(socketOf[job]);
  }

  /** Returns a job that has finished computing on a socket; {@link EventQueue#NONE} if none has. */
  int takeDone(long now, int socket) {
    int job = computing[socket].takeDone(now);
    schedule(socket);
    return job;
  }

  private void schedule(int socket) {
    queue.schedule(firstEvent + socket, computing[socket].nextWork());
  }

  private int socketOfCore(int node, int core) {
    int inNode = core - machine.firstCore(node);
    return machine.firstSocket(node) + inNode / machine.cpu(node).coresPerSocket();
  }

  private double clock(int socket) {
    List<Integer> turbo = machine.cpu(nodeOf[socket]).turboKhz();
    if (turbo.isEmpty() || busyCores[socket] < 2) {
      return 1;
    }
    return (double) turbo.get(Math.min(busyCores[socket], turbo.size()) - 1) / turbo.get(0);
  }
}
