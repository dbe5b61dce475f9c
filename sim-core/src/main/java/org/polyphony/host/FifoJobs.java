package org.polyphony.host;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.InvalidInputException;

/**
 * The job scheduler: decides when a submitted job starts, on which node, and on which device. Jobs
 * start in submission order, as in Slurm, once a node has enough cores and one of its devices has a
 * free slot and the other resources that {@link Claims} count. With one slot per device, devices
 * are exclusive; with one slot per core, m devices appear as m x n. Source: schedGPU section 7.3.2.
 *
 * <p>State: free cores per node; free slots, memory and share per device.
 */
public final class FifoJobs {
  /** No job. */
  static final int NONE = -1;

  private static final int WHOLE = 1000; // a whole device, in thousandths

  private final HostMachine machine;
  private final Claims claims;
  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private final Job[] jobs;
  private final int[] deviceOf; // by job, once started
  private final int[] freeCores; // by node
  private final int[] freeSlots; // by device
  private final long[] freeMemory; // by device
  private final int[] freeShare; // by device
  private int running;

  /**
   * The device resources that the job scheduler counts, in addition to CPU cores.
   *
   * @param slotsPerGpu maximum jobs per device, at least 1
   * @param maxJobs maximum jobs on all devices together (workers of a pool), at least 1
   * @param memory whether the peak memory of a device's jobs must fit on it
   * @param share whether the shares of a device's jobs must fit on it
   * @param spread whether a job goes to the device with most free slots instead of the first one
   * @param bind whether a job is bound to its device; if not, the GPU scheduler chooses
   */
  public record Claims(
      int slotsPerGpu, int maxJobs, boolean memory, boolean share, boolean spread, boolean bind) {
    /** No limit on {@code slotsPerGpu} or {@code maxJobs}. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** Counts only {@code count} concurrent jobs of a pool; the GPU scheduler places them. */
    public static Claims workers(int count) {
      return new Claims(UNLIMITED, count, false, false, false, false);
    }
  }

  /**
   * Creates a scheduler without jobs.
   *
   * @param machine to run on
   * @param claims resources to count
   * @param jobs total number of jobs
   */
  public FifoJobs(HostMachine machine, Claims claims, int jobs) {
    this.machine = machine;
    this.claims = claims;
    this.jobs = new Job[jobs];
    this.deviceOf = new int[jobs];
    this.freeCores = new int[machine.nodes()];
    this.freeSlots = new int[machine.devices()];
    this.freeMemory = new long[machine.devices()];
    this.freeShare = new int[machine.devices()];
    Arrays.setAll(freeCores, node -> machine.cpu(node).cores());
    Arrays.fill(freeSlots, claims.slotsPerGpu());
    Arrays.fill(freeShare, WHOLE);
    Arrays.setAll(freeMemory, device -> machine.gpu(device).memoryBytes());
  }

  /**
   * Submits a job.
   *
   * @param job its number
   * @throws InvalidInputException if it can never start
   */
  void submit(int job, Job what) {
    if (what.cores() > machine.maxCores()) {
      throw new InvalidInputException(
          String.format(
              "job %s asks for %d cores, a node has %d",
              what.id(), what.cores(), machine.maxCores()));
    }
    long most = machine.maxMemoryBytes();
    if (claims.memory() && what.application().peakMemoryBytes() > most) {
      throw new InvalidInputException(
          String.format(
              "job %s needs %d bytes of device memory, the largest device has %d",
              what.id(), what.application().peakMemoryBytes(), most));
    }
    if (IntStream.range(0, freeSlots.length).noneMatch(device -> canEverRun(what, device))) {
      throw new InvalidInputException(
          String.format(
              "job %s asks for %d cores and %d bytes of a device, no node has both",
              what.id(), what.cores(), what.application().peakMemoryBytes()));
    }
    jobs[job] = what;
    queue.add(job);
  }

  /** Starts and returns the next job that can start now; {@link #NONE} if there is none. */
  int next() {
    if (queue.isEmpty() || running == claims.maxJobs()) {
      return NONE;
    }
    int job = queue.element();
    int device = deviceFor(jobs[job]);
    if (device == NONE) {
      return NONE;
    }
    queue.remove();
    running++;
    deviceOf[job] = device;
    claim(jobs[job], device, 1);
    return job;
  }

  /** Returns the node of a started job. */
  int node(int job) {
    return machine.nodeOf(deviceOf[job]);
  }

  /** Returns the device that a job is bound to; ANY if the GPU scheduler chooses. */
  int device(int job) {
    return claims.bind() ? deviceOf[job] : TaskNeed.ANY;
  }

  /** Releases the resources of an ended job. */
  void ended(int job) {
    running--;
    claim(jobs[job], deviceOf[job], -1);
  }

  private int deviceFor(Job job) {
    int best = NONE;
    for (int device = 0; device < freeSlots.length; device++) {
      if (fits(job, device)) {
        if (!claims.spread()) {
          return device;
        }
        best = best == NONE || freeSlots[device] > freeSlots[best] ? device : best;
      }
    }
    return best;
  }

  /**
   * Returns whether a device has enough memory for a job. A job bound to a device before it
   * requests memory avoids devices that are too small, unless all are.
   */
  private boolean hasEnoughMemory(Job job, int device) {
    long peak = Math.min(job.application().peakMemoryBytes(), machine.maxMemoryBytes());
    boolean counts = claims.memory() || claims.bind();
    return !counts || machine.gpu(device).memoryBytes() >= peak;
  }

  private boolean canEverRun(Job job, int device) {
    return machine.cpu(machine.nodeOf(device)).cores() >= job.cores()
        && hasEnoughMemory(job, device);
  }

  private boolean fits(Job job, int device) {
    return freeSlots[device] > 0
        && freeCores[machine.nodeOf(device)] >= job.cores()
        && hasEnoughMemory(job, device)
        && (!claims.memory() || freeMemory[device] >= job.application().peakMemoryBytes())
        && (!claims.share() || freeShare[device] >= job.gpuShare());
  }

  /** Claims a job's device resources ({@code times} 1) or releases them (-1). */
  private void claim(Job job, int device, int times) {
    freeCores[machine.nodeOf(device)] -= times * job.cores();
    freeSlots[device] -= times;
    freeMemory[device] -= times * job.application().peakMemoryBytes();
    freeShare[device] -= times * job.gpuShare();
  }
}
