package org.polyphony.gpu.mem;

import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.queue.DueTimes;

/**
 * The memory system behind the L1 caches: crossbar, L2 slices and DRAM channels.
 *
 * <p>SMs reach it by {@link MemoryPort}s. They and the memory system may run at different times, on
 * different threads: {@link #toMemory} and {@link #toSms} pass on what has happened, at least once
 * in the latency of a credit. Order within a cycle: requests arrive, DRAM command clocks, slices,
 * networks. Idle components are not visited, and cycles without work need no tick; the results
 * equal those of ticking every component in every cycle.
 */
public final class MemorySystem {
  private final MemoryTables tables;
  private final MemoryRequests requests;
  private final MemoryCounters counters;
  private final MemoryPort[] ports; // by SM, and by copies of SMs
  private final int sms;
  private final CreditLinks fromSms;
  private final CreditLinks toSms;
  private final CreditLinks toSlices;
  private final long[] arriving; // SMs with requests on their way to the crossbar
  private final CrossbarNetwork requestNetwork;
  private final CrossbarNetwork replyNetwork;
  private final L2Slice[] slices;
  private final DramChannel[] channels;
  private final DramClock clocks;
  private final int sectorBytes;
  private final HostCopies hostCopies;
  private final int slicesOfChannel;
  private final int channelsOfSlice; // copies
  private final DueTimes sliceDue; // core cycles
  private final DueTimes channelDue; // command clocks
  private long due = Long.MAX_VALUE;

  /**
   * Creates an empty memory system.
   *
   * @param refreshDelay delay of DRAM refreshes in command clocks, at least 0
   * @param shares of the processes; empty if all share the whole memory
   * @param copies that processes have of its resources; none if there are shares
   * @param parts of the run
   */
  public MemorySystem(
      GpuConfig config,
      MemoryRequests requests,
      MemoryCounters counters,
      long refreshDelay,
      List<MemoryShare> shares,
      Copies copies,
      Parts parts) {
    this.requests = requests;
    this.counters = counters;
    sms = config.sms();
    AddressMapping mapping =
        shares.isEmpty()
            ? new AddressMapping(config.dram(), config.l2(), copies, sms)
            : new AddressMapping(config.dram(), config.l2(), shares);
    RequestBytes bytes = new RequestBytes(config, requests);
    tables = new MemoryTables(mapping, copies, requests, bytes, counters, parts);
    sectorBytes = config.l2().sectorBytes();
    clocks = new DramClock(config.coreKhz(), config.dram().commandKhz());
    CrossbarConfig crossbar = config.crossbar();
    int smPorts = sms * copies.of(Resource.CROSSBAR);
    int sliceCopies = copies.of(Resource.L2_BANDWIDTH);
    int sliceCount = config.l2().slices() * sliceCopies;
    fromSms = new CreditLinks(smPorts, crossbar.inputBuffer(), crossbar.creditLatency());
    toSms = new CreditLinks(smPorts, crossbar.outputBuffer(), crossbar.creditLatency());
    toSlices = new CreditLinks(sliceCount, crossbar.outputBuffer(), 0);
    int replyBuffer = crossbar.inputBuffer() + config.l2().queue();
    CreditLinks fromSlices = new CreditLinks(sliceCount, replyBuffer, 0);
    int rest = crossbar.latency() - (crossbar.requestDelay() - 1);
    requestNetwork =
        new CrossbarNetwork(
            fromSms, toSlices, crossbar, rest, 1, arbiters(crossbar, sliceCount, smPorts));
    replyNetwork =
        new CrossbarNetwork(
            fromSlices,
            toSms,
            crossbar,
            crossbar.latency(),
            crossbar.repliesPerCycle(),
            arbiters(crossbar, smPorts, sliceCount));
    if (crossbar.mergesReads()) {
      ReadCoalescer ofGpcs = new ReadCoalescer(config, tables, smPorts);
      requestNetwork.mergeBy(ofGpcs);
      replyNetwork.copyBy(ofGpcs);
    }
    arriving = new long[(smPorts + 63) >>> 6];
    ports = new MemoryPort[sms * copies.of(Resource.SM)];
    Arrays.setAll(ports, i -> new MemoryPort(i % sms, config, tables, linksOf(i), fromSms, toSms));
    int dramCopies = copies.of(Resource.DRAM);
    slices = new L2Slice[sliceCount];
    channels = new DramChannel[config.dram().channels() * dramCopies];
    int perChannel = config.l2().slices() / config.dram().channels();
    slicesOfChannel = dramCopies > 1 ? perChannel : perChannel * sliceCopies;
    channelsOfSlice = sliceCopies > 1 ? 1 : dramCopies;
    buildSlices(config);
    sliceDue = new DueTimes(sliceCount);
    new SlicePrefetches(config.l2(), tables, slices, sliceDue).connect();
    buildChannels(config, refreshDelay);
    hostCopies = new HostCopies(config, mapping, slices);
    channelDue = new DueTimes(channels.length);
  }

  private ArbitratedPort[] arbiters(CrossbarConfig crossbar, int outputs, int inputs) {
    return ArbitratedPort.of(crossbar.arbiter(), "crossbar.arbiter", tables, outputs, inputs);
  }

  /** Returns the crossbar ports of an SM, or of a copy of one: one, or one for each process. */
  private int[] linksOf(int sm) {
    int[] links = new int[fromSms.count() / ports.length];
    for (int copy = 0; copy < links.length; copy++) {
      links[copy] = sm + copy * sms;
    }
    return links;
  }

  private void buildSlices(GpuConfig config) {
    CrossbarNetwork[] networks = {requestNetwork, replyNetwork};
    int perChannel = config.l2().slices() / config.dram().channels();
    int copies = tables.copies().of(Resource.L2_BANDWIDTH);
    SectoredTags[] tags = new SectoredTags[config.l2().slices()];
    for (int s = 0; s < tags.length; s++) {
      tags[s] = L2Cache.tags(config.l2(), tables.copies(), tables.parts());
    }
    for (int s = 0; s < slices.length; s++) {
      int original = s / (perChannel * copies) * perChannel + s % perChannel;
      slices[s] = new L2Slice(s, config.l2(), tables, tags[original], networks);
    }
  }

  private void buildChannels(GpuConfig config, long refreshDelay) {
    int copies = tables.copies().of(Resource.DRAM);
    for (int c = 0; c < channels.length; c++) {
      int first = firstSlice(c);
      L2Slice[] own = Arrays.copyOfRange(slices, first, first + slicesOfChannel);
      long refresh = refreshDelay + config.dram().firstRefresh(c / copies);
      channels[c] = new DramChannel(refresh, config, tables, own, c % channelsOfSlice, clocks);
    }
  }

  private int firstSlice(int channel) {
    return channel / channelsOfSlice * slicesOfChannel;
  }

  private int firstChannel(int slice) {
    return slice / slicesOfChannel * channelsOfSlice;
  }

  /** Returns the port of an SM, or of a copy of one: those of process 1 follow the SMs. */
  public MemoryPort port(int sm) {
    return ports[sm];
  }

  /** Shows the memory system what an SM has sent and taken. */
  public void toMemory(int sm) {
    for (int port = sm; port < fromSms.count(); port += ports.length) {
      toSms.toSender(port);
      if (fromSms.toReceiver(port)) {
        arriving[port >>> 6] |= 1L << port;
        due = Math.min(due, fromSms.arrival(port));
      }
    }
  }

  /** Returns the crossbar ports of all SMs. */
  public int portCount() {
    return fromSms.count();
  }

  /**
   * Makes replies and free crossbar buffers visible to the SMs.
   *
   * @param word selects crossbar ports from 64 * word; port p belongs to SM p mod SMs
   * @return those for which there is something new; bit i for port 64 * word + i
   */
  public long toSms(int word) {
    long changed = requestNetwork.takeFreed(word) | replyNetwork.takeArrived(word);
    for (long rest = changed; rest != 0; rest &= rest - 1) {
      int port = (word << 6) + Long.numberOfTrailingZeros(rest);
      fromSms.toSender(port);
      toSms.toReceiver(port);
    }
    return changed;
  }

  /** Runs all cycles with work before {@code end}. */
  public void runUntil(long end) {
    while (due < end) {
      tick(due);
    }
  }

  /**
   * Runs one core cycle.
   *
   * @param cycle the cycle, after that of the last call and not after the one it returned
   * @return the next cycle with work unless an SM sends, or {@link Long#MAX_VALUE}
   */
  public long tick(long cycle) {
    long lastClock = clocks.lastClock(cycle);
    takeArrived(cycle);
    tickChannels(cycle, lastClock);
    if (replyNetwork.isBusy()) {
      replyNetwork.move(cycle); // before slices reply, since a reply moves in the next cycle
      wakeFreedSlices(cycle);
    }
    tickSlices(cycle, lastClock);
    moveRequests(cycle);
    due = nextCycle(cycle);
    return due;
  }

  /** Returns the next cycle in which a tick is due, or {@link Long#MAX_VALUE}. */
  public long nextWork() {
    return due;
  }

  private void takeArrived(long cycle) {
    for (int word = 0; word < arriving.length; word++) {
      for (long rest = arriving[word]; rest != 0; rest &= rest - 1) {
        int port = (word << 6) + Long.numberOfTrailingZeros(rest);
        requestNetwork.receive(port, cycle);
        if (fromSms.arrival(port) == Long.MAX_VALUE) {
          arriving[word] &= ~(1L << port);
        }
      }
    }
  }

  private void tickChannels(long cycle, long lastClock) {
    for (int c = 0; c < channels.length; c++) {
      long clock = channelDue.of(c);
      while (clock <= lastClock) {
        clock = channels[c].tick(clock, cycle);
        sliceDue.wake(firstSlice(c), channels[c].servedSlices(), cycle);
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
          wakeChannels(s, lastClock + 1);
        }
      }
    }
  }

  private void wakeChannels(int slice, long clock) {
    int first = firstChannel(slice);
    for (int copy = 0; copy < channelsOfSlice; copy++) {
      channelDue.wake(first + copy, clock);
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
        long arrival = toSlices.arrival(slice);
        if (arrival == cycle + 1 && !slices[slice].isCrowded()) {
          int request = Packet.request(toSlices.take(slice, cycle));
          arrival = slices[slice].accept(request, arrival);
          arrival = Math.min(arrival, toSlices.arrival(slice)); // of one that shared its flit
        }
        sliceDue.wake(slice, arrival);
      }
    }
  }

  private long nextCycle(long cycle) {
    if (requestNetwork.isBusy() || replyNetwork.isBusy()) {
      return cycle + 1;
    }
    long next = Math.min(sliceDue.earliest(), clocks.cycleOf(channelDue.earliest()));
    for (int word = 0; word < arriving.length; word++) {
      for (long rest = arriving[word]; rest != 0; rest &= rest - 1) {
        int port = (word << 6) + Long.numberOfTrailingZeros(rest);
        next = Math.min(next, fromSms.arrival(port));
      }
    }
    return next;
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

  public MemoryCounters counters() {
    return counters;
  }

  /** Returns the requests sent by all SMs. */
  public long accepted() {
    long sum = 0;
    for (MemoryPort port : ports) {
      sum += port.accepted();
    }
    return sum;
  }

  /** Returns the replies taken by all SMs. */
  public long replied() {
    long sum = 0;
    for (MemoryPort port : ports) {
      sum += port.replied();
    }
    return sum;
  }

  /** Returns a kernel's completed reads and atomics. */
  public long loads(int kernel) {
    long sum = 0;
    for (MemoryPort port : ports) {
      sum += port.loads(kernel);
    }
    return sum;
  }

  /**
   * Returns the total latency of a kernel's reads and atomics, in core cycles.
   *
   * @param cycle up to which pending ones count
   */
  public long loadCycles(long cycle, int kernel) {
    long sum = 0;
    for (MemoryPort port : ports) {
      sum += port.loadCycles(cycle, kernel);
    }
    return sum;
  }

  public boolean isIdle() {
    boolean idle = !requestNetwork.isBusy() && !replyNetwork.isBusy();
    for (int port = 0; port < fromSms.count(); port++) {
      idle &= fromSms.isEmpty(port) && toSms.isEmpty(port);
    }
    for (int s = 0; s < slices.length; s++) {
      idle &= slices[s].isEmpty() && toSlices.isEmpty(s);
    }
    for (DramChannel channel : channels) {
      idle &= channel.isEmpty();
    }
    return idle;
  }

  /** Returns what became of the prefetches of L2. */
  public PrefetchCounts prefetches() {
    PrefetchCounts sum = PrefetchCounts.NONE;
    for (L2Slice slice : slices) {
      sum = sum.plus(slice.cache().prefetches());
    }
    return sum;
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
    long outstanding = accepted() - replied();
    check(outstanding == 0, "requests without a reply", outstanding);
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
