package org.polyphony.gpu.mem;

import com.google.errorprone.annotations.CheckReturnValue;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.queue.DueTimes;

/**
 * The memory system behind the L1 caches: crossbar, L2 slices and DRAM channels.
 *
 * <p>Ports: {@link #trySend} accepts a request of an SM after {@link #tick} of the same cycle; the
 * request network moves it in the next one. {@link #reply} returns the first reply that has
 * arrived. Every request except a write-back is answered once, in its own slot. Order within a
 * cycle: DRAM command clocks, slices, networks. Idle components are not visited, and cycles without
 * work need no tick; the results equal those of ticking every component in every cycle.
 */
public final class MemorySystem {
  /** No request. */
  public static final int NONE = -1;

  private final MemoryRequests requests;
  private final MemoryCounters counters;
  private final AddressMapping mapping;
  private final CrossbarNetwork requestNetwork;
  private final CrossbarNetwork replyNetwork;
  private final L2Slice[] slices;
  private final DramChannel[] channels;
  private final DramClock clocks;
  private final int sectorBytes;
  private final RequestBytes bytes;
  private final HostCopies hostCopies;
  private final LineRuns lines; // null unless the crossbar keeps runs together
  private final DueTimes sliceDue; // core cycles
  private final DueTimes channelDue; // command clocks
  private long due = Long.MAX_VALUE;

  /**
   * Creates an empty memory system.
   *
   * @param refreshDelay delay of DRAM refreshes in command clocks, at least 0
   */
  public MemorySystem(
      GpuConfig config, MemoryRequests requests, MemoryCounters counters, long refreshDelay) {
    this(config, requests, counters, refreshDelay, List.of());
  }

  /**
   * Creates an empty memory system.
   *
   * @param refreshDelay delay of DRAM refreshes in command clocks, at least 0
   * @param shares of the processes; empty if all share the whole memory
   */
  public MemorySystem(
      GpuConfig config,
      MemoryRequests requests,
      MemoryCounters counters,
      long refreshDelay,
      List<MemoryShare> shares) {
    this.requests = requests;
    this.counters = counters;
    mapping = new AddressMapping(config.dram(), config.l2(), shares);
    sectorBytes = config.l2().sectorBytes();
    bytes = new RequestBytes(config, requests);
    clocks = new DramClock(config.coreKhz(), config.dram().commandKhz());
    int sliceCount = config.l2().slices();
    int buffer = config.crossbar().inputBuffer();
    int replyBuffer = buffer + config.l2().queue();
    requestNetwork = new CrossbarNetwork(config.sms(), sliceCount, buffer, config.crossbar());
    replyNetwork = new CrossbarNetwork(sliceCount, config.sms(), replyBuffer, config.crossbar());
    slices = new L2Slice[sliceCount];
    channels = new DramChannel[config.dram().channels()];
    build(config, refreshDelay);
    boolean keepsLines = config.crossbar().keepsLines();
    lines = keepsLines ? new LineRuns(config.sms(), config.l2().lineBytes()) : null;
    hostCopies = new HostCopies(config, mapping, slices);
    sliceDue = new DueTimes(sliceCount);
    channelDue = new DueTimes(channels.length);
  }

  private void build(GpuConfig config, long refreshDelay) {
    CrossbarNetwork[] networks = {requestNetwork, replyNetwork};
    for (int s = 0; s < slices.length; s++) {
      slices[s] = new L2Slice(s, config.l2(), mapping, requests, bytes, counters, networks);
    }
    int perChannel = slices.length / channels.length;
    for (int c = 0; c < channels.length; c++) {
      L2Slice[] own = Arrays.copyOfRange(slices, c * perChannel, (c + 1) * perChannel);
      long first = refreshDelay + config.dram().firstRefresh(c);
      channels[c] = new DramChannel(first, config, bytes, own, mapping, requests, counters, clocks);
    }
  }

  /**
   * Returns the bytes covered by a request for instructions or constants: a line of their cache, or
   * as much of it as L2 fills at once.
   */
  public int fetchBytes(int lineBytes) {
    return bytes.fetched(lineBytes);
  }

  /** Returns whether the crossbar has room for a request of an SM. */
  public boolean canSend(int sm) {
    return requestNetwork.canSend(sm);
  }

  /**
   * Sends a request, after this cycle's tick; the next cycle must then be ticked.
   *
   * @param request slot of the request, whose {@code sm} receives the reply
   * @return false if the crossbar has no room; then nothing has changed
   */
  @CheckReturnValue
  public boolean trySend(long cycle, int sm, int request) {
    if (!requestNetwork.canSend(sm)) {
      return false;
    }
    counters.sent(requests.kernel(request), requests.kind(request), cycle);
    due = Math.min(due, cycle + 1);
    long address = requests.address(request);
    requestNetwork.send(sm, mapping.slice(address), request, bytes.toL2(request));
    if (lines != null && lines.goesOn(sm, address)) {
      requestNetwork.follow(sm);
    }
    return true;
  }

  /** Returns the first reply that has arrived at an SM by a cycle, or {@link #NONE}. */
  public int reply(int sm, long cycle) {
    return replyNetwork.peek(sm, cycle);
  }

  /**
   * Removes the reply that {@link #reply} has returned in this cycle; the caller frees the slot.
   */
  public void takeReply(int sm, int request, long cycle) {
    counters.replied(requests.kernel(request), requests.kind(request), cycle);
    replyNetwork.pop(sm);
  }

  /**
   * Returns the SMs that have replies, some of which may arrive only in a later cycle.
   *
   * @param word selects SMs from 64 * word
   * @return bit i for SM 64 * word + i
   */
  public long smsWithReplies(int word) {
    return replyNetwork.occupiedOutputs(word);
  }

  /**
   * Returns and clears the SMs that can send again after the crossbar was full.
   *
   * @param word selects SMs from 64 * word
   * @return bit i for SM 64 * word + i
   */
  public long takeSmsWithRoom(int word) {
    return requestNetwork.takeFreed(word);
  }

  /** Returns the cycle in which an SM of {@link #smsWithReplies} can take its first reply. */
  public long replyCycle(int sm) {
    return replyNetwork.arrival(sm);
  }

  /**
   * Runs one core cycle.
   *
   * @param cycle the cycle, after that of the last call and not after the one it returned
   * @return the next cycle with work unless an SM sends, or {@link Long#MAX_VALUE}
   */
  public long tick(long cycle) {
    long lastClock = clocks.lastClock(cycle);
    tickChannels(cycle, lastClock);
    if (replyNetwork.isBusy()) {
      replyNetwork.move(cycle); // before slices answer, since a reply moves in the next cycle
      wakeFreedSlices(cycle);
    }
    tickSlices(cycle, lastClock);
    moveRequests(cycle);
    due = nextCycle(cycle);
    return due;
  }

  /** Returns the next cycle in which a tick is due, or {@link Long#MAX_VALUE}. */
  public long due() {
    return due;
  }

  private void tickChannels(long cycle, long lastClock) {
    int perChannel = slices.length / channels.length;
    for (int c = 0; c < channels.length; c++) {
      long clock = channelDue.of(c);
      while (clock <= lastClock) {
        clock = channels[c].tick(clock, cycle);
        sliceDue.wake(c * perChannel, channels[c].servedSlices(), cycle);
      }
      channelDue.set(c, clock);
    }
  }

  private void wakeFreedSlices(long cycle) {
    for (int word = 0; word << 6 < slices.length; word++) {
      sliceDue.wake(word << 6, replyNetwork.takeFreed(word), cycle);
    }
  }

  private void tickSlices(long cycle, long lastClock) {
    for (int s = 0; s < slices.length; s++) {
      if (sliceDue.isDue(s, cycle)) {
        sliceDue.set(s, slices[s].tick(cycle));
        if (slices[s].wakesChannel()) {
          channelDue.wake(mapping.channelOf(s), lastClock + 1);
        }
      }
    }
  }

  private void moveRequests(long cycle) {
    if (!requestNetwork.isBusy()) {
      return;
    }
    requestNetwork.move(cycle);
    for (int word = 0; word << 6 < slices.length; word++) {
      for (long rest = requestNetwork.takeArrived(word); rest != 0; rest &= rest - 1) {
        int slice = (word << 6) + Long.numberOfTrailingZeros(rest);
        long arrival = requestNetwork.arrival(slice);
        if (arrival == cycle + 1 && !slices[slice].isCrowded()) {
          int request = requestNetwork.peek(slice, arrival);
          requestNetwork.pop(slice);
          arrival = slices[slice].accept(request, arrival);
        }
        sliceDue.wake(slice, arrival);
      }
    }
  }

  private long nextCycle(long cycle) {
    if (requestNetwork.isBusy() || replyNetwork.isBusy()) {
      return cycle + 1;
    }
    return Math.min(sliceDue.earliest(), clocks.cycleOf(channelDue.earliest()));
  }

  /** Makes the next tick visit every component, to test that skipped ones have nothing to do. */
  public void wakeAll(long cycle) {
    sliceDue.setAll(cycle);
    channelDue.setAll(clocks.firstClock(cycle));
    due = cycle;
  }

  /** Passes a copy from the host through L2, in no time. */
  public void prefill(long address, long bytes) {
    hostCopies.pass(address, bytes);
  }

  /** Returns whether the network has yet to move requests of SMs. */
  public boolean hasNewRequests() {
    return requestNetwork.isBusy();
  }

  public MemoryCounters counters() {
    return counters;
  }

  public boolean isIdle() {
    boolean idle = !requestNetwork.isBusy() && !replyNetwork.isBusy();
    for (int s = 0; s < slices.length; s++) {
      idle &= slices[s].isEmpty() && !requestNetwork.isOccupied(s);
    }
    for (DramChannel channel : channels) {
      idle &= channel.isEmpty();
    }
    return idle;
  }

  /** Returns the number of dirty sectors in L2; scans all lines. */
  public long dirtySectors() {
    long dirty = 0;
    for (L2Slice slice : slices) {
      dirty += slice.cache().dirtySectors();
    }
    return dirty;
  }

  /**
   * Checks conservation at the end of a run.
   *
   * @throws IllegalStateException if a request is pending, or DRAM bytes do not equal those of
   *     misses and write-backs
   */
  public void verify() {
    check(isIdle(), "requests are under way", requests.live());
    long unanswered = counters.accepted - counters.replied;
    check(unanswered == 0, "requests without an answer", unanswered);
    long read = counters.sumOfDramReads() * sectorBytes - counters.dramReadBytes;
    check(read == 0, "bytes missed but not read from DRAM", read);
    long written = counters.sumOfWriteBackSectors() * sectorBytes - counters.dramWriteBytes;
    check(written == 0, "bytes written back but not to DRAM", written);
  }

  private static void check(boolean holds, String what, long count) {
    if (!holds) {
      throw new IllegalStateException(what + ": " + count);
    }
  }
}
