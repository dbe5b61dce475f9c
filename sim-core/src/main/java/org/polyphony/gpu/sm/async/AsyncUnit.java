package org.polyphony.gpu.sm.async;

import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.AsyncGroups;
import org.polyphony.gpu.sm.warp.Instruction;
import org.polyphony.gpu.sm.warp.InstructionKind;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * What works on an SM beside its warps: {@link MBarriers}, a {@link TensorMemoryAccelerator}, and
 * the thread blocks' part in their clusters.
 *
 * <p>An instruction acts when it issues, once whatever the number of its active lanes, at the
 * address of its first active lane. State per thread-block slot: its cluster, null if it has none,
 * and its rank there. Ports: {@link ClusterPort} to the other SMs.
 */
public final class AsyncUnit {
  private static final int PASS_BYTES = 128; // of the shared-memory banks

  private final WarpTable warps;
  private final SharedBanks banks;
  private final MBarriers barriers;
  private final TensorMemoryAccelerator accelerator;
  private final ClusterPort port;
  private final ClusterBarriers clusterBarriers;
  private final DrawnTiles tiles;
  private final Cluster[] clusters;
  private final int[] ranks;
  private final int arriveLatency;
  private final int completionLatency;
  private final int messageLatency;
  private final int barrierLatency;
  private final long[] lanes = new long[Kernel.WARP_SIZE];
  private boolean used; // since a thread block was launched: otherwise there is nothing to do

  /** Creates the unit of an SM without thread blocks. */
  public AsyncUnit(
      int sm,
      GpuConfig config,
      MemoryRequests requests,
      MemoryPort memory,
      WarpTable warps,
      SharedBanks banks) {
    int blocks = config.sm().threadBlocks();
    int window = config.crossbar().requestDelay();
    this.warps = warps;
    this.banks = banks;
    this.barriers =
        new MBarriers(
            blocks, warps, config.sm().mbarrierCheckLatency(), config.sm().mbarrierWakeLatency());
    this.accelerator =
        new TensorMemoryAccelerator(
            sm,
            config.sm().bulkCopyLatency(),
            config.sm().bulkCopyInterval(),
            config.requestBytes(),
            config.l2().lineBytes(),
            requests,
            memory,
            warps,
            banks,
            this);
    this.port = new ClusterPort(sm, blocks);
    this.clusterBarriers = new ClusterBarriers(blocks, warps);
    this.tiles = new DrawnTiles(sm, blocks, barriers);
    this.clusters = new Cluster[blocks];
    this.ranks = new int[blocks];
    this.arriveLatency = config.sm().mbarrierArriveLatency();
    this.completionLatency = config.sm().bulkCompletionLatency();
    this.messageLatency = Math.max(window, config.clusterLatency());
    this.barrierLatency = Math.max(window, config.clusterBarrierLatency());
  }

  /** A thread block starts, without a cluster. */
  public void launch(int block, long warpsOfBlock) {
    port.launched(block);
    clusters[block] = null;
    barriers.launch(block, warpsOfBlock);
    tiles.launch(block);
    clusterBarriers.launch(block, warpsOfBlock);
  }

  /** A thread block that has just started joins its cluster, as the next rank. */
  public void join(int block, int sm, Cluster cluster) {
    used = true;
    clusters[block] = cluster;
    ranks[block] = cluster.place(sm, block, port.launches(block));
  }

  /** A thread block that has just started, of a kernel with tiles, gets its first one. */
  public void draw(int block, KernelProgram program, int streamSlot, long tile) {
    used = true;
    tiles.first(block, program, streamSlot, tile);
  }

  /** The barriers and tiles of a suspended thread block, which has no cluster. */
  public record Saved(
      MBarriers.Saved barriers, ClusterBarriers.Saved ofCluster, DrawnTiles.Saved tiles) {}

  /** Returns whether no message is on its way to a thread block. */
  public boolean isQuiet(int block) {
    return port.isQuiet(block) && tiles.isQuiet(block);
  }

  /** Returns the warps of a thread block that wait at the barrier of its cluster. */
  public long waitingAtCluster(int block) {
    return clusterBarriers.waiting(block);
  }

  /** Returns the barriers of a thread block that is suspended; it must be quiet. */
  public Saved save(int block, long slots) {
    return new Saved(
        barriers.save(block, slots), clusterBarriers.save(block, slots), tiles.save(block));
  }

  /**
   * Resumes a thread block in other warp slots.
   *
   * @param program its view of the SM
   * @param running the slots of warps that have not ended
   */
  public void restore(
      int block, Saved saved, KernelProgram program, long slots, long running, long cycle) {
    launch(block, slots);
    used = true;
    tiles.restore(block, program, saved.tiles);
    barriers.restore(block, saved.barriers, slots, cycle);
    clusterBarriers.restore(block, saved.ofCluster, slots, running);
  }

  /** Executes an instruction of a warp, of a kind that is {@link InstructionKind#isAsync}. */
  public void issue(Warp warp, Instruction instruction, int mask, long[] operands, long cycle) {
    used = true;
    int block = warp.block();
    int at = instruction.width > 0 ? (int) address(warp, mask) : 0;
    switch (instruction.kind) {
      case InstructionKind.MBARRIER_INIT -> barriers.init(block, at, (int) operands[0]);
      case InstructionKind.MBARRIER_ARRIVE -> {
        long count = instruction.operandCount > 0 ? operands[0] : 1;
        port.sendHere(cycle + arriveLatency, block, ClusterPort.ARRIVE, at, count);
      }
      case InstructionKind.MBARRIER_ARRIVE_AT -> arriveAt(block, at, instruction, operands, cycle);
      case InstructionKind.MBARRIER_EXPECT ->
          port.sendHere(cycle + arriveLatency, block, ClusterPort.EXPECT, at, operands[0]);
      case InstructionKind.MBARRIER_WAIT -> barriers.await(warp, at, operands[0], cycle);
      case InstructionKind.AWAIT_TILE -> tiles.await(warp, (int) operands[0], cycle);
      case InstructionKind.COMMIT_BULK -> warps.commitGroup(warp, AsyncGroups.BULK);
      case InstructionKind.CLUSTER_ARRIVE -> {
        if (clusterBarriers.arrive(warp)) {
          announce(block, ClusterPort.AT_BARRIER, cycle);
        }
      }
      case InstructionKind.CLUSTER_WAIT -> clusterBarriers.await(warp);
      case InstructionKind.CLUSTER_STORE -> {
        long bytes = (long) instruction.width * Integer.bitCount(mask);
        send(block, (int) operands[0], ClusterPort.STORED, (int) operands[1], bytes, cycle);
      }
      default -> copy(warp, instruction, lanes[first(mask)], operands, cycle);
    }
  }

  private static int first(int mask) {
    return Integer.numberOfTrailingZeros(mask);
  }

  private long address(Warp warp, int mask) {
    warp.program().stream.addresses(warp.streamSlot(), warp.indexInBlock(), lanes);
    return lanes[first(mask)];
  }

  private void arriveAt(int block, int at, Instruction instruction, long[] operands, long cycle) {
    int rank = instruction.operandCount > 0 ? (int) operands[0] : ranks[block];
    if (clusters[block] == null || rank == ranks[block]) {
      port.sendHere(cycle + arriveLatency, block, ClusterPort.ARRIVE, at, 1);
    } else {
      send(block, rank, ClusterPort.ARRIVE, at, 1, cycle);
    }
  }

  /** Sends a message to a rank of a thread block's cluster. */
  private void send(int block, int rank, int kind, int address, long value, long cycle) {
    Cluster cluster = clusters[block];
    if (cluster == null) {
      port.sendHere(cycle + messageLatency, block, kind, address, value);
    } else {
      int within = Math.floorMod(rank, cluster.size());
      port.send(cycle + messageLatency, cluster, within, kind, address, value);
    }
  }

  /** Sends a message about one thread block to all thread blocks of its cluster. */
  private void announce(int block, int kind, long cycle) {
    long arrival = cycle + barrierLatency;
    if (clusters[block] == null) {
      port.sendHere(arrival, block, kind, 0, 0);
      return;
    }
    for (int rank = 0; rank < clusters[block].size(); rank++) {
      port.send(arrival, clusters[block], rank, kind, 0, ranks[block]);
    }
  }

  /** Starts a copy of the tensor memory accelerator. Operands: its box; the mbarrier of a load. */
  private void copy(Warp warp, Instruction instruction, long address, long[] operands, long cycle) {
    boolean isLoad = instruction.kind == InstructionKind.BULK_LOAD;
    int sizes = instruction.operandCount - (isLoad ? 1 : 0);
    TensorMemoryAccelerator.Box box = accelerator.take();
    box.kind = instruction.kind - InstructionKind.BULK_LOAD;
    box.address = warp.program().addressBase + address;
    box.rows = sizes < 3 ? 1 : Math.max(1, operands[0]);
    box.rowBytes = Math.max(1, operands[sizes < 3 ? 0 : 1]);
    box.pitch = sizes < 3 ? 0 : operands[2];
    box.ranks = sizes > 3 ? (int) operands[3] : 0;
    box.barrier = isLoad ? (int) operands[sizes] : 0;
    accelerator.start(warp, cycle);
  }

  /** All bytes of a load are in shared memory. */
  void loaded(long cycle, int block, int barrier, int ranksOf, long bytes) {
    Cluster cluster = clusters[block];
    if (cluster == null || ranksOf == 0) {
      port.sendHere(cycle + completionLatency, block, ClusterPort.STORED, barrier, bytes);
      return;
    }
    for (int rank = 0; rank < cluster.size(); rank++) {
      if ((ranksOf >>> rank & 1) != 0) {
        boolean isHere = rank == ranks[block];
        long arrival = cycle + (isHere ? completionLatency : messageLatency);
        int kind = isHere ? ClusterPort.STORED : ClusterPort.DATA;
        port.send(arrival, cluster, rank, kind, barrier, bytes);
      }
    }
  }

  /** A message arrives at the thread block of a slot. */
  void receive(long cycle, int kind, int block, int address, long value) {
    int size = clusters[block] == null ? 1 : clusters[block].size();
    switch (kind) {
      case ClusterPort.ARRIVE -> barriers.arrive(block, address, (int) value, cycle);
      case ClusterPort.EXPECT -> {
        barriers.expect(block, address, value);
        barriers.arrive(block, address, 1, cycle);
      }
      case ClusterPort.DATA -> {
        banks.arrive(cycle, clusters[block].process(), (int) (value / PASS_BYTES));
        barriers.complete(block, address, value, cycle);
      }
      case ClusterPort.TILE -> tiles.arrive(block, value, cycle);
      case ClusterPort.STORED -> barriers.complete(block, address, value, cycle);
      case ClusterPort.AT_BARRIER -> clusterBarriers.rankArrived(block, (int) value, size);
      case ClusterPort.LEFT -> clusterBarriers.rankLeft(block, (int) value, size);
      default -> throw new IllegalStateException("message of kind " + kind);
    }
  }

  /** A warp has no more instructions. */
  public void leave(int block, int warp, long cycle) {
    if (clusterBarriers.leave(block, warp)) {
      announce(block, ClusterPort.AT_BARRIER, cycle);
    } else if (clusters[block] != null && clusterBarriers.isEmpty(block)) {
      announce(block, ClusterPort.LEFT, cycle);
    }
  }

  /** Handles the reply to a request of the tensor memory accelerator. */
  public void arrive(int request, long cycle) {
    accelerator.arrive(request, cycle);
  }

  /** Returns whether a cycle may have work for {@link #tick}. */
  public boolean isUsed() {
    return used;
  }

  /** Runs one cycle; returns whether anything moved. */
  public boolean tick(long cycle) {
    boolean moved = port.nextArrival() <= cycle;
    if (moved) {
      port.deliver(cycle, this);
    }
    moved |= barriers.isBusy() && barriers.tick(cycle);
    moved |= accelerator.tick(cycle);
    return moved;
  }

  /**
   * Returns the next cycle with work, except that the network has room again.
   *
   * @param moved whether anything on the SM has moved in this cycle
   */
  public long nextWork(long cycle, boolean moved) {
    long next = Math.min(port.nextArrival(), barriers.nextWork());
    long send = accelerator.nextWork();
    // a request that could not be sent in a cycle in which nothing moved waits for the network
    return send > cycle || moved ? Math.min(next, Math.max(send, cycle + 1)) : next;
  }

  /** Moves the requests for tiles to a list, in the order in which they were made. */
  public void takeRequests(List<DrawnTiles.Request> to) {
    tiles.takeRequests(to);
  }

  /** Returns whether a request is the first one of its cluster for its tile. */
  public boolean isFirst(DrawnTiles.Request request) {
    Cluster cluster = clusters[request.block()];
    return cluster == null || cluster.draws(request.trip());
  }

  /** Answers a request for a tile: sends it to all thread blocks of the cluster. */
  public void answer(DrawnTiles.Request request, long tile, long arrival) {
    Cluster cluster = clusters[request.block()];
    if (cluster == null) {
      port.sendHere(arrival, request.block(), ClusterPort.TILE, 0, tile);
      return;
    }
    for (int rank = 0; rank < cluster.size(); rank++) {
      port.send(arrival, cluster, rank, ClusterPort.TILE, 0, tile);
    }
  }

  /** Returns its port to other SMs. */
  public ClusterPort port() {
    return port;
  }

  /** Describes the mbarrier phase that a warp waits for. */
  public String describe(int warp) {
    return barriers.describe(warp);
  }

  /** Returns whether no copy and no message is under way. */
  public boolean isQuiet() {
    return accelerator.isQuiet() && port.nextArrival() == Long.MAX_VALUE;
  }
}
