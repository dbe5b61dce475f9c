package org.polyphony.gpu.mem;

import com.google.errorprone.annotations.CheckReturnValue;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;

/**
 * The port of an SM to the memory system behind its L1 caches.
 *
 * <p>Every request except a write-back gets one reply, in its own slot. An SM sees of the memory
 * system what {@link MemorySystem#toSms} has passed on. State per KCB row: reads and atomics sent
 * and replied to, and the sums of their cycles.
 */
public final class MemoryPort {
  /** No request. */
  public static final int NONE = MemoryRequests.NONE;

  private final int sm;
  private final MemoryRequests requests;
  private final RequestBytes bytes;
  private final AddressMapping mapping;
  private final CreditLinks out; // to the crossbar
  private final CreditLinks in;
  private final int requestDelay; // cycles until the crossbar sees a request
  private final LineRuns lines; // null unless the crossbar keeps runs together
  private boolean wantsRoom; // the last attempt to send failed

  private final long[] sent = new long[KernelControlBlocks.ROWS];
  private final long[] sentCycles = new long[KernelControlBlocks.ROWS];
  private final long[] repliedOf = new long[KernelControlBlocks.ROWS];
  private final long[] repliedCycles = new long[KernelControlBlocks.ROWS];
  private long accepted;
  private long replied;

  MemoryPort(
      int sm,
      GpuConfig config,
      MemoryRequests requests,
      RequestBytes bytes,
      AddressMapping mapping,
      CreditLinks out,
      CreditLinks in) {
    this.sm = sm;
    this.requests = requests;
    this.bytes = bytes;
    this.mapping = mapping;
    this.out = out;
    this.in = in;
    requestDelay = config.crossbar().requestDelay();
    lines = config.crossbar().keepsLines() ? new LineRuns(config.l2().lineBytes()) : null;
  }

  /**
   * Returns the bytes covered by a request for instructions or constants: a line of their cache, or
   * as much of it as L2 fills at once.
   */
  public int fetchBytes(int lineBytes) {
    return bytes.fetched(lineBytes);
  }

  /** Returns whether the crossbar has room for a request. */
  public boolean canSend(long cycle) {
    boolean room = out.hasCredit(sm, cycle);
    wantsRoom = !room;
    return room;
  }

  /**
   * Sends a request.
   *
   * @param request its slot
   * @return false if the crossbar has no room; then nothing has changed
   */
  @CheckReturnValue
  public boolean trySend(long cycle, int request) {
    if (!canSend(cycle)) {
      return false;
    }
    accepted++;
    if (isAwaited(request)) {
      int row = requests.kernel(request);
      sent[row]++;
      sentCycles[row] += cycle;
    }
    out.send(sm, packet(request), cycle + requestDelay);
    return true;
  }

  /**
   * Returns whether a read leaves in the same cycle as the one before it: the sectors of a line are
   * one request of the device.
   */
  public boolean leavesWithLast(int request) {
    return lines != null
        && requests.kind(request) == MemoryRequests.READ
        && lines.wouldGoOn(requests.address(request));
  }

  private long packet(int request) {
    long address = requests.address(request);
    long packet = Packet.of(request, mapping.slice(address), bytes.toL2(request));
    return lines != null && lines.goesOn(address) ? Packet.following(packet) : packet;
  }

  /** Returns the first reply that has arrived by a cycle, or {@link #NONE}. */
  public int reply(long cycle) {
    return in.arrival(sm) <= cycle ? Packet.request(in.arriving(sm)) : NONE;
  }

  /**
   * Removes the reply that {@link #reply} has returned in this cycle; the caller frees the slot.
   */
  public void takeReply(int request, long cycle) {
    replied++;
    if (isAwaited(request)) {
      int row = requests.kernel(request);
      repliedOf[row]++;
      repliedCycles[row] += cycle;
    }
    in.take(sm, cycle);
  }

  /**
   * Returns the next cycle with something for an SM that has run a cycle: a reply, or room for a
   * request that was refused; {@link Long#MAX_VALUE} if none is known.
   *
   * @param cycle the last one that the SM has run
   */
  public long nextWork(long cycle) {
    long next = in.arrival(sm);
    if (wantsRoom) {
      long room = out.creditDue(sm);
      wantsRoom = room > cycle; // otherwise the SM has not used it
      next = wantsRoom ? Math.min(next, room) : next;
    }
    return next;
  }

  private boolean isAwaited(int request) {
    int kind = requests.kind(request);
    return kind == MemoryRequests.READ || kind == MemoryRequests.ATOMIC;
  }

  long accepted() {
    return accepted;
  }

  long replied() {
    return replied;
  }

  long loads(int row) {
    return repliedOf[row];
  }

  /** Returns the total latency of a kernel's reads and atomics, counting pending ones until now. */
  long loadCycles(long cycle, int row) {
    long underWay = sent[row] - repliedOf[row];
    return repliedCycles[row] - sentCycles[row] + underWay * cycle;
  }
}
