package org.polyphony.gpu.dispatch;

import java.util.List;
import org.polyphony.gpu.alloc.RangeAllocator;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.queue.TimedFifo;
import org.polyphony.input.InvalidInputException;

/**
 * The thread-block scheduler: brings every SM towards its quotas. {@link SmOrder} chooses the next
 * SM and kernel. In a cycle, each SM receives at most one thread block, and those of a dispatcher
 * as many as the config allows.
 *
 * <p>Thread blocks above a quota are preempted by {@link ThreadBlockPreemption}. If a kernel has no
 * thread blocks left to launch, its thread block at the boundary gets issue priority on each SM,
 * since only resources freed at the boundary can go to the other kernel (GPU Maestro section 4.3).
 *
 * <p>Only this class reads and writes the kernel control blocks and the SM status table. Source:
 * GPU Maestro section 2.2. Differs: DEVIATIONS.md 1, 5, 60, 80.
 */
public final class ThreadBlockScheduler {
  private final GpuConfig config;
  private final ThreadBlockPort port;
  private final KernelControlBlocks kernels = new KernelControlBlocks();
  private final SmStatusTable sms;
  private final Quotas quotas;
  private final ThreadBlockPreemption preemption;
  private final FragmentationCounters fragmentation;
  private final SmOrder[] orders; // of the dispatchers
  private final boolean areOfProcesses;
  private int clustered; // rows of kernels with clusters
  private final TimedFifo leftRoom; // SM * slots + slot, until its resources can be reused

  /** Creates a scheduler without thread blocks. */
  public ThreadBlockScheduler(
      GpuConfig config,
      RangeAllocator.Factory allocation,
      ThreadBlockPort port,
      Preemption technique,
      Dispatchers dispatchers) {
    this.config = config;
    this.port = port;
    this.sms = new SmStatusTable(config.sms(), config.sm(), allocation);
    this.leftRoom = new TimedFifo(config.sms() * config.sm().threadBlocks());
    this.quotas = new Quotas(config.sms());
    this.preemption = new ThreadBlockPreemption(config.sm(), kernels, sms, quotas, port, technique);
    this.fragmentation = new FragmentationCounters(config.sms());
    this.orders = new SmOrder[dispatchers.count()];
    this.areOfProcesses = dispatchers.process(0) != Dispatchers.ALL;
    Gpcs gpcs = new Gpcs(config.sms(), config.gpcs());
    for (int i = 0; i < orders.length; i++) {
      orders[i] =
          new SmOrder(config.dispatch(), kernels, sms, quotas, fragmentation, gpcs, dispatchers, i);
    }
  }

  public KernelControlBlocks kernels() {
    return kernels;
  }

  public SmStatusTable sms() {
    return sms;
  }

  public PreemptionCounters preemptions() {
    return preemption.counters();
  }

  public FragmentationCounters fragmentation() {
    return fragmentation;
  }

  public Quotas quotas() {
    return quotas;
  }

  /**
   * Adds a kernel; it launches nothing before its quotas are set.
   *
   * @return its row
   * @throws IllegalArgumentException if its thread block does not fit on an empty SM
   */
  public int start(int process, Kernel kernel) {
    ThreadBlockNeed need = ThreadBlockNeed.of(config.sm(), kernel);
    if (Occupancy.of(config.sm(), need).threadBlocks() == 0) {
      throw new IllegalArgumentException("a thread block never fits on an SM: " + need);
    }
    if (kernel.threadBlocks() % kernel.clusterSize() != 0) {
      throw new IllegalArgumentException(
          "%d thread blocks are no whole clusters of %d"
              .formatted(kernel.threadBlocks(), kernel.clusterSize()));
    }
    int row = kernels.add(process, kernel, need);
    clustered |= kernel.clusterSize() > 1 ? 1 << row : 0;
    quotas.setOnAll(row, 0);
    quotas.setRank(row, 0);
    return row;
  }

  /**
   * Stops a kernel: it launches nothing more, and its resident thread blocks are dropped. It has
   * ended once they have left.
   */
  public void stop(long cycle, int row) {
    kernels.stop(row);
    for (int sm = 0; sm < sms.sms(); sm++) {
      if (sms.resident(sm, row) > 0) {
        dropAll(cycle, sm, row);
      }
    }
  }

  /** Frees the row of a kernel for which {@link KernelControlBlocks#hasEnded} holds. */
  public void remove(long cycle, int row) {
    kernels.remove(row);
    clustered &= ~(1 << row);
    sms.forget(cycle, row);
  }

  /** Called when a thread block has left its SM. */
  public void threadBlockEnded(long cycle, int sm, int slot, boolean dropped) {
    ResidentBlock block = sms.block(sm, slot);
    int row = block.kernel();
    preemption.left(cycle, sm, slot, !dropped);
    if (!dropped) {
      kernels.finish(row, port.issuedBy(sm, slot));
    } else if (block.isLeavingBy(PreemptionTechnique.SWITCH)) {
      kernels.putBack(row, PreemptedBlock.suspended(block, cycle));
    } else {
      kernels.putBack(row, PreemptedBlock.dropped(block));
    }
    sms.leave(sm, slot);
    leftRoom.push(sm * sms.slots() + slot, cycle + config.dispatch().refillLatency());
    freeRoom(cycle);
    if (kernels.left(row) == 0) {
      preferBoundary(cycle, sm, row);
    }
  }

  /** A kernel that launches nothing more frees usable resources only at its boundary. */
  private void preferBoundary(long cycle, int sm, int row) {
    int slot = preemption.outermost(cycle, sm, row, List.of());
    if (slot != KernelControlBlocks.NONE && sms.residentOn(sm) > sms.resident(sm, row)) {
      port.prefer(cycle, sm, slot, true);
    }
  }

  /**
   * Preempts thread blocks above their quota, and launches those that quotas and free resources
   * allow in one cycle.
   *
   * @return thread blocks launched; if 0, nothing can launch before something changes or {@link
   *     #roomDue}
   */
  public int launch(long cycle) {
    freeRoom(cycle);
    preemption.enforce(cycle);
    for (int rest = clustered; rest != 0; rest &= rest - 1) {
      requireRoom(Integer.numberOfTrailingZeros(rest));
    }
    int launched = 0;
    sortByRank();
    for (SmOrder order : orders) {
      order.begin(cycle);
      for (int sm = order.next(); sm != SmOrder.NONE; sm = order.next()) {
        int row = order.row();
        for (int rank = 0; rank < kernels.clusterSize(row); rank++) {
          launch(cycle, order.member(rank), row);
          launched++;
        }
      }
    }
    return launched;
  }

  /**
   * Of several dispatchers of the same SMs, the one with the kernel of the lowest rank is first.
   */
  private void sortByRank() {
    for (int i = 1; areOfProcesses && i < orders.length; i++) {
      SmOrder order = orders[i];
      int rank = order.rank();
      int at = i;
      for (; at > 0 && orders[at - 1].rank() > rank; at--) {
        orders[at] = orders[at - 1];
      }
      orders[at] = order;
    }
  }

  /** Refuses a kernel whose clusters find room in no GPC of its share of the device. */
  private void requireRoom(int row) {
    if (kernels.resident(row) > 0 || kernels.left(row) == 0) {
      return;
    }
    int most = 0;
    for (SmOrder order : orders) {
      most = Math.max(most, order.mostInGpc(row));
    }
    int size = kernels.clusterSize(row);
    if (most > 0 && most < size) {
      throw new InvalidInputException(
          "kernel %s: its clusters of %d thread blocks need %d SMs of one GPC, but its share of the"
                  .formatted(kernels.kernel(row).name(), size, size)
              + " device has at most %d in one (device key gpcs)".formatted(most));
    }
  }

  /**
   * Returns the next cycle in which resources of a departed thread block become free; {@link
   * DeviceControl#NEVER} if there are none.
   */
  public long roomDue() {
    return leftRoom.peekTime();
  }

  private void freeRoom(long cycle) {
    while (leftRoom.isDue(cycle)) {
      int slot = leftRoom.pop();
      sms.free(cycle, slot / sms.slots(), slot % sms.slots());
    }
  }

  /** Checks that the tables are consistent with each other. */
  public void verifyConservation() {
    kernels.verifyConservation();
    sms.verifyConservation();
    for (int row = 0; row < KernelControlBlocks.ROWS; row++) {
      int resident = 0;
      for (int sm = 0; sm < sms.sms(); sm++) {
        resident += sms.resident(sm, row);
      }
      int expected = kernels.isRunning(row) ? kernels.resident(row) : 0;
      if (resident != expected) {
        throw new IllegalStateException(
            String.format(
                "kernel row %d: %d thread blocks on SMs, %d in its row", row, resident, expected));
      }
    }
  }

  private void launch(long cycle, int sm, int row) {
    int slot = sms.occupy(cycle, sm, row, kernels.need(row), kernels.process(row));
    ResidentBlock block = sms.block(sm, slot);
    PreemptedBlock preempted = kernels.takePreempted(row);
    if (preempted == null) {
      block.launched(cycle, kernels.takeNew(row));
    } else {
      block.launched(cycle, preempted);
    }
    if (preempted != null && preempted.isSuspended()) {
      port.resume(cycle, sm, slot, row, block.index(), preemption.movesContexts());
    } else {
      port.launch(cycle, sm, slot, row, block.index());
    }
    if (kernels.left(row) == 0) {
      for (int each = 0; each < sms.sms(); each++) {
        preferBoundary(cycle, each, row);
      }
    }
  }

  private void dropAll(long cycle, int sm, int row) {
    for (int slot = 0; slot < sms.slots(); slot++) {
      ResidentBlock block = sms.block(sm, slot);
      if (block.kernel() == row && !block.isLeavingBy(PreemptionTechnique.FLUSH)) {
        sms.preempt(sm, slot, PreemptionTechnique.FLUSH, cycle);
        port.drop(cycle, sm, slot);
      }
    }
  }
}
