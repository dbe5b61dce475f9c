package org.polyphony.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.gpu.KernelTraffic;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.CommandProcessor;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ResidentBlock;
import org.polyphony.gpu.dispatch.SmStatusTable;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.sm.issue.StallCause;
import org.polyphony.policy.partition.DeviceView;

/**
 * Presents the scheduler's tables to a partition policy; the list of kernels is a snapshot.
 *
 * <p>A policy that does not share streams itself sees one kernel of each process: the first started
 * with thread blocks left. The others may use what that one leaves free on its SMs.
 *
 * <p>A part shows some SMs and processes as a device of their own, which count from 0 there.
 */
final class SchedulerView implements DeviceView {
  private final GpuConfig config;
  private final int firstSm; // on the device
  private final int[] processes; // on the device
  private final int[] numbers; // here, by process of the device; NONE for those of other parts
  private final List<SchedulerView> parts = new ArrayList<>();
  private final int[] priorities; // by process of the device
  private final CommandProcessor commands;
  private final KernelControlBlocks kernels;
  private final SmStatusTable sms;
  private final Quotas quotas;
  private final MultiprogramRun.Device device;
  private final boolean listsStreams; // whether all kernels of a process are listed
  private final int[] rows = new int[KernelControlBlocks.ROWS];
  private int count;
  private int listedMask;
  private int running; // bit r: the kernel in row r runs, listed or not
  private long listedAfter = -1; // kernels started when the list was taken

  SchedulerView(
      GpuConfig config,
      int[] priorities,
      CommandProcessor commands,
      ThreadBlockScheduler scheduler,
      MultiprogramRun.Device device,
      boolean listsStreams) {
    this.config = config;
    this.firstSm = 0;
    this.processes = IntStream.range(0, priorities.length).toArray();
    this.numbers = processes;
    this.priorities = priorities.clone();
    this.listsStreams = listsStreams;
    this.commands = commands;
    this.kernels = scheduler.kernels();
    this.sms = scheduler.sms();
    this.quotas = scheduler.quotas();
    this.device = device;
  }

  private SchedulerView(SchedulerView whole, GpuConfig config, int firstSm, int[] processes) {
    this.config = config;
    this.firstSm = firstSm;
    this.processes = processes;
    this.numbers = new int[whole.numbers.length];
    Arrays.fill(numbers, NONE);
    for (int p = 0; p < processes.length; p++) {
      numbers[processes[p]] = p;
    }
    this.priorities = whole.priorities;
    this.listsStreams = whole.listsStreams;
    this.commands = whole.commands;
    this.kernels = whole.kernels;
    this.sms = whole.sms;
    this.quotas = whole.quotas;
    this.device = whole.device;
  }

  @Override
  public DeviceView part(GpuConfig ofPart, int first, List<Integer> some) {
    int[] own = some.stream().mapToInt(process -> processes[process]).toArray();
    SchedulerView part = new SchedulerView(this, ofPart, firstSm + first, own);
    part.list(this);
    parts.add(part);
    return part;
  }

  void setPriority(int process, int priority) {
    priorities[process] = priority;
  }

  /**
   * Takes a new list of kernels; returns whether a kernel has started, launched its last thread
   * block, or ended.
   */
  boolean refresh() {
    int mask = 0;
    int runningNow = 0;
    for (int rest = kernels.runningMask(); rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      mask |= kernels.left(row) > 0 ? 1 << row : 0;
      runningNow |= kernels.isStopping(row) ? 0 : 1 << row;
    }
    if (mask == listedMask && runningNow == running && kernels.kernelsStarted() == listedAfter) {
      return false;
    }
    listedMask = mask;
    running = runningNow;
    listedAfter = kernels.kernelsStarted();
    list(mask);
    return true;
  }

  private void list(int mask) {
    count = 0;
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      int at = count++;
      while (at > 0 && kernels.order(rows[at - 1]) > kernels.order(row)) {
        rows[at] = rows[at - 1];
        at--;
      }
      rows[at] = row;
    }
    if (!listsStreams) {
      keepFirstOfEachProcess();
    }
    parts.forEach(each -> each.list(this));
  }

  /** Lists the kernels of a part. */
  private void list(SchedulerView whole) {
    count = 0;
    running = whole.running;
    for (int i = 0; i < whole.count; i++) {
      if (numbers[kernels.process(whole.rows[i])] != NONE) {
        rows[count++] = whole.rows[i];
      }
    }
    parts.forEach(each -> each.list(this));
  }

  private void keepFirstOfEachProcess() {
    int seen = 0; // bit p: process p
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int bit = 1 << kernels.process(rows[i]);
      if ((seen & bit) == 0) {
        rows[kept++] = rows[i];
      }
      seen |= bit;
    }
    count = kept;
  }

  /** Lets further kernels of a process use resources that the listed one leaves free on its SMs. */
  void shareStreams(Quotas given) {
    int listed = 0;
    for (int i = 0; i < count; i++) {
      listed |= 1 << rows[i];
    }
    for (int rest = listedMask & ~listed; rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      int first = listedOf(kernels.process(row));
      given.setRank(row, given.rank(first));
      for (int sm = 0; sm < given.sms(); sm++) {
        boolean isOpen = given.get(sm, first) == Quotas.UNLIMITED;
        given.set(sm, row, isOpen ? Quotas.UNLIMITED : 0);
      }
    }
  }

  private int listedOf(int process) {
    int i = 0;
    while (kernels.process(rows[i]) != process) {
      i++;
    }
    return rows[i];
  }

  @Override
  public GpuConfig config() {
    return config;
  }

  @Override
  public int processes() {
    return processes.length;
  }

  @Override
  public int kernels() {
    return count;
  }

  @Override
  public int kernel(int index) {
    return rows[index];
  }

  @Override
  public int process(int kernelRow) {
    return numbers[kernels.process(kernelRow)];
  }

  @Override
  public int priority(int kernelRow) {
    return priorities[kernels.process(kernelRow)];
  }

  @Override
  public int running(int process) {
    int first = NONE;
    for (int rest = running; rest != 0; rest &= rest - 1) {
      int row = Integer.numberOfTrailingZeros(rest);
      if (kernels.process(row) == processes[process] && (first == NONE || precedes(row, first))) {
        first = row;
      }
    }
    return first;
  }

  /** Returns whether one of two kernels of a process is listed or, if none is, started first. */
  private boolean precedes(int row, int other) {
    boolean launches = kernels.left(row) > 0;
    return launches == kernels.left(other) > 0
        ? kernels.order(row) < kernels.order(other)
        : launches;
  }

  @Override
  public boolean isLaunching(int process) {
    return commands.isLaunching(processes[process]);
  }

  @Override
  public ThreadBlockNeed need(int kernelRow) {
    return kernels.need(kernelRow);
  }

  @Override
  public long threadBlocks(int kernelRow) {
    return kernels.threadBlocks(kernelRow);
  }

  @Override
  public long threadBlocksLeft(int kernelRow) {
    return kernels.left(kernelRow);
  }

  @Override
  public int resident(int kernelRow) {
    return kernels.resident(kernelRow);
  }

  @Override
  public int resident(int sm, int kernelRow) {
    return sms.resident(firstSm + sm, kernelRow);
  }

  @Override
  public int held(int sm, int kernelRow) {
    return sms.held(firstSm + sm, kernelRow);
  }

  @Override
  public boolean hasPlace(int sm, int kernelRow) {
    return sms.fits(firstSm + sm, kernels.need(kernelRow), kernels.process(kernelRow))
        || hasAny(sm, ResidentBlock.State.LEFT);
  }

  private boolean hasAny(int sm, ResidentBlock.State state) {
    for (int slot = 0; slot < sms.slots(); slot++) {
      if (sms.block(firstSm + sm, slot).state() == state) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long heldCycles(long cycle, int sm, int kernelRow) {
    return sms.heldCycles(cycle, firstSm + sm, kernelRow);
  }

  @Override
  public String name(int kernelRow) {
    return kernels.kernel(kernelRow).name();
  }

  @Override
  public long launch(int kernelRow) {
    return kernels.order(kernelRow);
  }

  @Override
  public long threadInstructions(int sm, int kernelRow) {
    return device.progress().threadInstructions(firstSm + sm, kernelRow);
  }

  @Override
  public long stalledSlots(long cycle, int sm) {
    return device.progress().stalledSlots(cycle, firstSm + sm);
  }

  @Override
  public long stalledSlots(long cycle, int sm, StallCause cause) {
    return device.progress().stalledSlots(cycle, firstSm + sm, cause);
  }

  @Override
  public KernelTraffic traffic() {
    return device.traffic();
  }

  @Override
  public long memoryStalledSlots(long cycle, int sm) {
    return device.progress().memoryStalledSlots(cycle, firstSm + sm);
  }

  @Override
  public boolean isSettled(int sm) {
    for (int i = 0; i < count; i++) {
      if (sms.resident(firstSm + sm, rows[i]) > quotas.get(firstSm + sm, rows[i])) {
        return false;
      }
    }
    return !hasAny(sm, ResidentBlock.State.PREEMPTING);
  }
}
