package org.polyphony.gpu.sm;

import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;

/**
 * Moves contexts of thread blocks between an SM and memory, at most one sector per cycle, through
 * the same crossbar, L2 and DRAM as all other traffic.
 *
 * <p>State per thread-block slot: sectors still to send, and sectors not yet acknowledged. Source:
 * GPU Maestro section 5 (context switching as in Chimera).
 */
final class ContextMover {
  private final int sm;
  private final int requestBytes;
  private final int writtenBytes;
  private final MemoryRequests requests;
  private final MemoryPort memory;
  private final long[] address;
  private final int[] toSend;
  private final int[] outstanding;
  private final int[] kind;
  private final int[] row;
  private int sending; // bit per slot with sectors to send

  ContextMover(int sm, int slots, int requestBytes, MemoryRequests requests, MemoryPort memory) {
    this.sm = sm;
    this.requestBytes = requestBytes;
    this.writtenBytes = requestBytes >= 32 ? -1 : (1 << requestBytes) - 1;
    this.requests = requests;
    this.memory = memory;
    address = new long[slots];
    toSend = new int[slots];
    outstanding = new int[slots];
    kind = new int[slots];
    row = new int[slots];
  }

  /** Starts to save or restore the context of a slot whose previous transfer is complete. */
  void begin(int slot, boolean saves, long from, long bytes, int kernelRow) {
    address[slot] = from;
    toSend[slot] = (int) ((bytes + requestBytes - 1) / requestBytes);
    kind[slot] = saves ? MemoryRequests.WRITE : MemoryRequests.READ;
    row[slot] = kernelRow;
    sending |= toSend[slot] > 0 ? 1 << slot : 0;
  }

  /** Stops sending for a slot. */
  void cancel(int slot) {
    toSend[slot] = 0;
    sending &= ~(1 << slot);
  }

  /** Returns whether all sectors of a slot are sent and acknowledged. */
  boolean isDone(int slot) {
    return toSend[slot] == 0 && outstanding[slot] == 0;
  }

  /** Returns whether there is a sector to send. */
  boolean isBusy() {
    return sending != 0;
  }

  /** Sends a sector if one is pending and the network accepts it; returns whether it did. */
  boolean tick(long cycle) {
    if (sending == 0) {
      return false;
    }
    int slot = Integer.numberOfTrailingZeros(sending);
    if (!memory.canSend(cycle, address[slot])) {
      return false;
    }
    int bytes = kind[slot] == MemoryRequests.WRITE ? writtenBytes : 0;
    int token = MemoryRequests.OF_CONTEXT | slot;
    int request = requests.take(kind[slot], address[slot], sm, row[slot], token, bytes);
    boolean sent = memory.trySend(cycle, request);
    assert sent : "no room for request " + request; // room was checked above
    address[slot] += requestBytes;
    outstanding[slot]++;
    if (--toSend[slot] == 0) {
      sending &= ~(1 << slot);
    }
    return true;
  }

  /** Handles the reply to a context request. */
  void arrive(int request) {
    outstanding[requests.index(request)]--;
    requests.free(request);
  }
}
