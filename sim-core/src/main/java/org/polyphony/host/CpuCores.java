package org.polyphony.host;

import java.util.Arrays;
import java.util.List;
import org.polyphony.host.time.EventQueue;
import org.polyphony.host.time.SharedRate;

/**
 * The cores of all nodes: whose they are, which are busy, and how fast they compute.
 *
 * <p>A job's cores are taken from the sockets of its node in turn, the one with most free cores
 * first, as an operating system spreads processes. A socket's clock falls with its busy cores
 * ({@link HostMachine.Cpu#turboKhz}); work is given as time at the highest clock. A job computes at
 * the clock of the socket of its first core.
 */
final class CpuCores {
  static final int FREE = -1;

  private final HostMachine.Cpu cpu;
  private final HostObserver observer;
  private final int[] owner; // by core of the machine: job or FREE
  private final int[] socketOf; // by job: of its first core
  private final boolean[] busy; // by job
  private final int[] busyCores; // by socket
  private final SharedRate[] computing; // by socket: users are jobs

  CpuCores(HostMachine machine, int jobs, HostObserver observer) {
    this.cpu = machine.cpu();
    this.observer = observer;
    int sockets = machine.nodes() * cpu.sockets();
    this.owner = new int[sockets * cpu.coresPerSocket()];
    this.socketOf = new int[jobs];
    this.busy = new boolean[jobs];
    this.busyCores = new int[sockets];
    this.computing = new SharedRate[sockets];
    Arrays.fill(owner, FREE);
    Arrays.setAll(computing, socket -> new SharedRate());
  }

  int sockets() {
    return computing.length;
  }

  int socketOf(int job) {
    return socketOf[job];
  }

  long due(int socket) {
    return computing[socket].due();
  }

  /** Gives a job free cores of a node. */
  void take(int job, int node, int cores) {
    for (int i = 0; i < cores; i++) {
      int core = freeCore(node);
      owner[core] = job;
      socketOf[job] = i == 0 ? core / cpu.coresPerSocket() : socketOf[job];
    }
  }

  private int freeCore(int node) {
    int best = FREE;
    int most = 0;
    for (int s = node * cpu.sockets(); s < (node + 1) * cpu.sockets(); s++) {
      int free = 0;
      int first = FREE;
      for (int core = (s + 1) * cpu.coresPerSocket() - 1;
          core >= s * cpu.coresPerSocket();
          core--) {
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

  /** Takes a job's cores back. */
  void release(long now, int job, int node) {
    setBusy(now, job, node, false);
    for (int core = first(node); core < first(node + 1); core++) {
      owner[core] = owner[core] == job ? FREE : owner[core];
    }
  }

  /** Makes a job's cores busy or idle. */
  void setBusy(long now, int job, int node, boolean isBusy) {
    if (busy[job] == isBusy) {
      return;
    }
    busy[job] = isBusy;
    for (int core = first(node); core < first(node + 1); core++) {
      if (owner[core] == job) {
        busyCores[core / cpu.coresPerSocket()] += isBusy ? 1 : -1;
        observer.core(now, core, isBusy);
      }
    }
    for (int s = node * cpu.sockets(); s < (node + 1) * cpu.sockets(); s++) {
      computing[s].setRate(now, clock(s));
    }
  }

  /** Lets a job compute. */
  void compute(long now, int job, long nanos) {
    int socket = socketOf[job];
    computing[socket].add(now, job, (double) nanos);
    computing[socket].setRate(now, clock(socket));
  }

  /** Stops a job that computes; one that does not is no error. */
  void abort(long now, int job) {
    computing[socketOf[job]].remove(now, job);
  }

  /**
   * Returns a job of a socket that has computed what it had to, {@link EventQueue#NONE} if none.
   */
  int takeDone(long now, int socket) {
    return computing[socket].takeDone(now);
  }

  private int first(int node) {
    return node * cpu.cores();
  }

  private double clock(int socket) {
    List<Integer> turbo = cpu.turboKhz();
    if (turbo.isEmpty() || busyCores[socket] < 2) {
      return 1;
    }
    return (double) turbo.get(Math.min(busyCores[socket], turbo.size()) - 1) / turbo.get(0);
  }
}
