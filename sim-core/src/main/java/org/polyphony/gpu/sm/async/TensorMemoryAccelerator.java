package org.polyphony.gpu.sm.async;

import java.util.Arrays;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.AsyncGroups;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;

/**
 * The tensor memory accelerator of an SM: copies boxes between global and shared memory, one after
 * another, past L1D: row by row, the sectors of one line per cycle.
 *
 * <p>A box of a load ends with its last reply, which completes its bytes at mbarriers; a store
 * leaves its group when its last request has been sent, as shared memory is then free again. State
 * per box, in a list of free ones or a queue of those that still send: where it is, its rows, the
 * replies that are missing, and whom it tells. Ports: a line per cycle to the memory system; 128 B
 * a cycle from and to the banks of shared memory. Source: NVIDIA H100 white paper; PTX ISA,
 * cp.async.bulk.
 */
public final class TensorMemoryAccelerator {
  /** Global to shared memory. */
  static final int LOAD = 0;

  /** Shared to global memory. */
  static final int STORE = 1;

  /** As a store, with an atomic operation at L2. */
  static final int REDUCE = 2;

  /** Global memory to L2. */
  static final int PREFETCH = 3;

  private static final int NONE = -1;
  private static final int PASS_BYTES = 128; // of the shared-memory banks
  private static final int ALL_BYTES = -1;

  private final int sm;
  private final int latency;
  private final int interval;
  private final int requestBytes;
  private final int lineBytes;
  private final MemoryRequests requests;
  private final MemoryPort memory;
  private final WarpTable warps;
  private final SharedBanks banks;
  private final AsyncUnit owner;
  private Box[] boxes = new Box[0];
  private int free = NONE;
  private int first = NONE; // of those that still send
  private int last;
  private long freeFrom; // no box sends its first request before
  private int running;

  /** What a box is and whom it tells. */
  static final class Box {
    int kind;
    long address; // of its first row, with the base of its process
    long rows;
    long rowBytes;
    long pitch;
    int barrier; // address of the mbarrier of a load
    int ranks; // that receive a load: bit r for rank r; 0 for its own thread block alone
    private int warp;
    private int block;
    private int kernel;
    private int group;
    private long readyAt;
    private long at; // next request
    private long rowEnd;
    private int missing; // replies
    private long total; // bytes
    private boolean isSent;
    private int next; // in its list
    private long moved; // bytes to or from shared memory that are less than a pass
  }

  TensorMemoryAccelerator(
      int sm,
      int latency,
      int interval,
      int requestBytes,
      int lineBytes,
      MemoryRequests requests,
      MemoryPort memory,
      WarpTable warps,
      SharedBanks banks,
      AsyncUnit owner) {
    this.sm = sm;
    this.latency = latency;
    this.interval = interval;
    this.requestBytes = requestBytes;
    this.lineBytes = lineBytes;
    this.requests = requests;
    this.memory = memory;
    this.warps = warps;
    this.banks = banks;
    this.owner = owner;
  }

  /** Returns a box to be filled in and started. */
  Box take() {
    if (free == NONE) {
      int used = boxes.length;
      boxes = Arrays.copyOf(boxes, used + 8);
      for (int i = used + 7; i >= used; i--) {
        boxes[i] = new Box();
        boxes[i].next = free;
        free = i;
      }
    }
    return boxes[free];
  }

  /** Starts the box that {@link #take} returned last. */
  void start(Warp warp, long cycle) {
    int index = free;
    Box box = boxes[index];
    free = box.next;
    box.next = NONE;
    box.warp = warp.slot();
    box.block = warp.block();
    box.kernel = warp.program().row;
    box.readyAt = Math.max(cycle + latency, freeFrom);
    freeFrom = box.readyAt + interval;
    box.at = align(box.address);
    box.rowEnd = box.address + box.rowBytes;
    box.missing = 0;
    box.total = box.rows * box.rowBytes;
    box.isSent = false;
    box.moved = 0;
    box.group = isStore(box) ? warps.joinGroup(warp, AsyncGroups.BULK) : 0;
    warps.bulkStarted(warp);
    running++;
    if (first == NONE) {
      first = index;
    } else {
      boxes[last].next = index;
    }
    last = index;
  }

  private static boolean isStore(Box box) {
    return box.kind == STORE || box.kind == REDUCE;
  }

  private long align(long address) {
    return address / requestBytes * requestBytes;
  }

  /** Sends the requests for a line as far as the network has room; returns whether it did any. */
  boolean tick(long cycle) {
    if (first == NONE) {
      return false;
    }
    int index = first;
    Box box = boxes[index];
    if (box.readyAt > cycle || !memory.canSend(cycle, box.at)) {
      return false;
    }
    long line = box.at / lineBytes;
    do {
      send(index, box, cycle);
    } while (!box.isSent && box.at / lineBytes == line && memory.canSend(cycle, box.at));
    if (box.isSent) {
      first = box.next;
      if (isStore(box)) {
        warps.leaveGroup(warps.at(box.warp), AsyncGroups.BULK, box.group);
      }
    }
    return true;
  }

  private void send(int index, Box box, long cycle) {
    int kind =
        box.kind == STORE
            ? MemoryRequests.WRITE
            : box.kind == REDUCE ? MemoryRequests.ATOMIC : MemoryRequests.READ;
    int bytes = isStore(box) ? ALL_BYTES : 0;
    int token = MemoryRequests.OF_BULK | index;
    int request = requests.take(kind, box.at, sm, box.kernel, token, bytes);
    boolean sent = memory.trySend(cycle, request);
    assert sent : "no room for request " + request; // room was checked above
    box.missing++;
    if (isStore(box)) {
      move(box, cycle);
    }
    advance(box);
  }

  private void advance(Box box) {
    box.at += requestBytes;
    if (box.at < box.rowEnd) {
      return;
    }
    box.rows--;
    box.isSent = box.rows == 0;
    box.address += box.pitch;
    box.at = align(box.address);
    box.rowEnd = box.address + box.rowBytes;
  }

  /** Moves a request's bytes from or to shared memory. */
  private void move(Box box, long cycle) {
    box.moved += requestBytes;
    if (box.moved >= PASS_BYTES) {
      box.moved -= PASS_BYTES;
      int process = warps.at(box.warp).program().process;
      if (isStore(box)) {
        banks.queue(cycle, process, 1);
      } else {
        banks.arrive(cycle, process, 1);
      }
    }
  }

  /** Handles the reply to a request. */
  void arrive(int request, long cycle) {
    int index = requests.index(request);
    requests.free(request);
    Box box = boxes[index];
    if (box.kind == LOAD) {
      move(box, cycle);
    }
    if (--box.missing == 0 && box.isSent) {
      end(index, cycle);
    }
  }

  private void end(int index, long cycle) {
    Box box = boxes[index];
    box.next = free;
    free = index;
    running--;
    if (box.kind == LOAD) {
      owner.loaded(cycle, box.block, box.barrier, box.ranks, box.total);
    }
    warps.bulkEnded(box.warp);
  }

  /** Returns the next cycle in which a request can be sent; {@code Long.MAX_VALUE} if none. */
  long nextWork() {
    return first == NONE ? Long.MAX_VALUE : boxes[first].readyAt;
  }

  /** Returns whether no box is under way. */
  boolean isQuiet() {
    return running == 0;
  }
}
