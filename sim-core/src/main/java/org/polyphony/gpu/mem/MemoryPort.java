package org.polyphony.gpu.mem;

import com.google.errorprone.annotations.CheckReturnValue;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.dispatch.KernelControlBlocks;
import org.polyphony.gpu.part.Parts;

/**
 * The port of an SM to the memory system behind its L1 caches, or a port for each process.
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
  private final Parts parts;
  private final CreditLinks out; // to the crossbar
  private final CreditLinks in;
  private final int requestDelay; // cycles until the crossbar sees a request
  private final LineRuns lines; // null unless the crossbar keeps runs together
  private final int[] links; // to and from the crossbar: one, or by process
  private int wantsRoom; // links whose last attempt to send failed; bit i is the i-th
  private int turn; // link whose reply comes first if several have one

  private final long[] sent = new long[KernelControlBlocks.ROWS];
  private final long[] sentCycles = new long[KernelControlBlocks.ROWS];
  private final long[] repliedOf = new long[KernelControlBlocks.ROWS];
  private final long[] repliedCycles = new long[KernelControlBlocks.ROWS];
  private long accepted;
  private long replied;

  MemoryPort(
      int sm, GpuConfig config, MemoryTables tables, int[] links, CreditLinks out, CreditLinks in) {
    this.sm = sm;
    this.links = links;
    requests = tables.requests();
    bytes = tables.bytes();
    mapping = tables.mapping();
    parts = tables.parts();
    this.out = out;
    this.in = in;
    requestDelay = config.crossbar().requestDelay();
    lines = config.crossbar().keepsLines() ? new LineRuns(config.l2().lineBytes()) : null;
  }

  /** Returns the state that the hardware parts of the run share. */
  public Parts parts() {
    return parts;
  }

  /**
   * Returns the bytes covered by a request for instructions or constants: a line of their cache, or
   * as much of it as L2 fills at once.
   */
  public int fetchBytes(int lineBytes) {
    return bytes.fetched(lineBytes);
  }

  /** Returns whether the crossbar has room for a request to an address. */
  public boolean canSend(long cycle, long address) {
    boolean room = out.hasCredit(mapping.port(sm, address), cycle);
    int link = links.length == 1 ? 1 : 1 << AddressMapping.process(address);
    wantsRoom = room ? wantsRoom & ~link : wantsRoom | link;
    return room;
  }

  /** Returns the crossbar ports through which replies come. */
  public int count() {
    return links.length;
  }

  /**
   * Sends a request.
   *
   * @param request its slot
   * @return false if the crossbar has no room; then nothing has changed
   */
  @CheckReturnValue
  public boolean trySend(long cycle, int request) {
    long address = requests.address(request);
    if (!canSend(cycle, address)) {
      return false;
    }
    accepted++;
    if (isAwaited(request)) {
      int row = requests.kernel(request);
      sent[row]++;
      sentCycles[row] += cycle;
    }
    out.send(mapping.port(sm, address), packet(request, address), cycle + requestDelay);
    return true;
  }

  /**
   * Returns whether a read leaves in the same cycle as the one before it: the sectors of a line are
   * one request of the device.
   */
  public boolean leavesWithLast(int request) {
    return requests.kind(request) == MemoryRequests.READ && goesOn(requests.address(request));
  }

  /** Returns whether a read of an address would continue the line of the request before it. */
  public boolean goesOn(long address) {
    return lines != null && lines.wouldGoOn(address);
  }

  private long packet(int request, long address) {
    long packet = Packet.of(request, mapping.slice(address), bytes.toL2(request));
    return lines != null && lines.goesOn(address) ? Packet.following(packet) : packet;
  }

  /** Returns the first reply that has arrived by a cycle, or {@link #NONE}. */
  public int reply(long cycle) {
    int link = links[turn];
    for (int i = 1; i < links.length && in.arrival(link) > cycle; i++) {
      link = links[turn + i < links.length ? turn + i : turn + i - links.length];
    }
    return in.arrival(link) <= cycle ? Packet.request(in.arriving(link)) : NONE;
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
    in.take(mapping.port(sm, requests.address(request)), cycle);
    turn = turn + 1 == links.length ? 0 : turn + 1;
  }

  /**
   * Returns the next cycle with something for an SM that has run a cycle: a reply, or room for a
   * request that was refused; {@link Long#MAX_VALUE} if none is known.
   *
   * @param cycle the last one that the SM has run
   */
  public long nextWork(long cycle) {
    long next = Long.MAX_VALUE;
    for (int i = 0; i < links.length; i++) {
      next = Math.min(next, in.arrival(links[i]));
      if ((wantsRoom >>> i & 1) != 0) {
        long room = out.creditDue(links[i]);
        boolean isUsed = room > cycle; // otherwise the SM has not used it
        wantsRoom = isUsed ? wantsRoom : wantsRoom & ~(1 << i);
        next = isUsed ? Math.min(next, room) : next;
      }
    }
    return next;
  }

  /** Returns the process of a request. */
  public int process(int request) {
    return AddressMapping.process(requests.address(request));
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
