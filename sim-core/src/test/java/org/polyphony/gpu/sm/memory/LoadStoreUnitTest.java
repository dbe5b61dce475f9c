package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.CrossbarConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.mem.MemoryClock;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.execution.ExecutionUnits;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.Flights;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Warp;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Lanes;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/**
 * The unit with a warp whose instructions are, by index, the constants here. What it accepts in a
 * cycle it works on from the next one; shared memory takes 12 cycles, L1D 20 in two banks.
 */
class LoadStoreUnitTest {
  private static final int SHARED_LOAD = 0;
  private static final int SHARED_STORE = 1;
  private static final int LOAD = 2;
  private static final int STORE = 3;
  private static final int ATOMIC = 4;
  private static final int SHARED_LATENCY = 12;
  private static final int L1_LATENCY = 20;

  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final AccessBuffers buffers = new AccessBuffers(64);
  private final InFlight instructions = new InFlight(64);
  private final LoadTable loads = new LoadTable();
  private GpuConfig config;
  private MemorySystem memory;
  private WarpTable warps;
  private KernelProgram program;
  private LoadStoreUnit unit;
  private long cycle;

  LoadStoreUnitTest() {
    build(
        Devices.crossbar(
            "flitBytes 32, packetPerCycle false, latency 3, inputBuffer 16, outputBuffer 16"));
  }

  private void build(CrossbarConfig crossbar) {
    build(new SmallGpu().with(crossbar));
  }

  private void build(SmallGpu gpu) {
    config = gpu.sms(1).config();
    memory =
        new MemorySystem(config, requests, counters, 0, List.of(), Copies.NONE, new Parts(1, 1));
    warps = new WarpTable(16, Ports.count(config.sm()), true, 1);
    Lanes any = Lanes.same(0);
    Script script =
        new Script("kinds")
            .load(MemorySpace.SHARED, 1, 30, any)
            .store(MemorySpace.SHARED, 30, any)
            .load(MemorySpace.GLOBAL, 2, 30, any)
            .store(MemorySpace.GLOBAL, 30, any)
            .atomic(3, any);
    program = new KernelProgram(0, 0, 0, 0, script.build(), 8, config);
    program.begin(0);
    warps.launch(0, program, 0, 0, 0);
    SharedBanks banks = new SharedBanks(1);
    SmTables state = new SmTables(warps, instructions, buffers, loads, banks);
    TimerWheel results = new TimerWheel(1024, 64);
    ExecutionUnits units =
        new ExecutionUnits(config.sm(), Copies.NONE, instructions, results, banks);
    unit = new LoadStoreUnit(config, 0, requests, memory.port(0), state, units, results);
  }

  private void accept(int index, int buffer) {
    Warp warp = warps.at(0);
    Flights.add(warp);
    unit.accept(instructions.take(warp, program.instruction(index), buffer));
  }

  private void acceptShared(int index, int passes) {
    int buffer = buffers.take();
    buffers.passes[buffer] = passes;
    accept(index, buffer);
  }

  /** Accepts an access to consecutive sectors. */
  private void acceptGlobal(int index, long address, int sectors) {
    int buffer = buffers.take();
    for (int s = 0; s < sectors; s++) {
      buffers.address[buffer * Coalescer.MAX_ACCESSES + s] = address + s * 32L;
      buffers.bytes[buffer * Coalescer.MAX_ACCESSES + s] = -1;
    }
    buffers.count[buffer] = sectors;
    if (index != STORE) {
      buffers.load[buffer] = loads.take(warps.at(0), program.instruction(index), sectors);
    }
    accept(index, buffer);
  }

  /** Runs cycles as an SM does: memory, the unit if it is due, then a reply of the network. */
  private void runTo(long last) {
    while (cycle < last) {
      cycle++;
      MemoryClock.tick(memory, config.sms(), cycle);
      if (unit.begin(cycle)) {
        unit.writeBack(cycle);
        unit.advance(cycle);
      }
      int reply = memory.port(0).reply(cycle);
      if (reply != MemoryPort.NONE && !unit.isFull()) {
        memory.port(0).takeReply(reply, cycle);
        unit.arrive(reply);
      }
    }
  }

  private boolean isDone() {
    return warps.at(0).inFlight() == 0;
  }

  /** Runs until something holds; returns the cycle after which it does, and in none before. */
  private long until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      runTo(cycle + 1);
    }
    return cycle;
  }

  /** 32 sectors enter L1D in 16 cycles, two a cycle; meanwhile the other access is over in 15. */
  @Test
  void anAccessToSharedMemoryOnItsOwnPathDoesNotWaitForOneToGlobalMemory() {
    int buffer = buffers.take();
    buffers.passes[buffer] = 2;
    acceptGlobal(STORE, 0, 32);
    Warp warp = warps.at(0);
    Flights.add(warp);
    unit.acceptShared(instructions.take(warp, program.instruction(SHARED_LOAD), buffer));

    assertEquals(2 + SHARED_LATENCY + 1, until(() -> warp.inFlight() < 2));
    assertFalse(unit.canAccept());
    assertEquals(1, warp.inFlight()); // the store, whose sectors still enter
  }

  /** Passes in the first n cycles; out of the pipeline 12 cycles later, written in the next. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void writesASharedLoadAfterItsPassesAndTheLatencyAndNotOneCycleEarly(int passes) {
    acceptShared(SHARED_LOAD, passes);

    assertEquals(passes + SHARED_LATENCY + 1, until(this::isDone));
    assertTrue(unit.isQuiet());
    assertEquals(0, buffers.size() + instructions.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void holdsUpTheInstructionBehindASharedStoreForAsManyCyclesAsItHasPasses(int passes) {
    acceptShared(SHARED_STORE, passes);

    assertEquals(passes, until(unit::canAccept));
    assertTrue(isDone());
  }

  /** Two sectors a cycle, one for each bank, in 1001 and 1002; looked up 20 later. */
  @Test
  void writesALoadThatHitsWhenTheLastOfItsSectorsIsLookedUp() {
    acceptGlobal(LOAD, 0, 4);
    runTo(1000);
    assertTrue(isDone());
    acceptGlobal(LOAD, 0, 4);

    assertEquals(1002, until(unit::canAccept));
    assertEquals(1002 + L1_LATENCY, until(this::isDone));
    assertEquals(4, unit.l1d().accesses(0) - unit.l1d().misses(0));
    assertEquals(0, loads.size());
  }

  /** The two sectors lie in one bank, which one enters in a cycle. */
  @Test
  void sendsOneSectorACycleToABank() {
    acceptGlobal(LOAD, 0, 1);
    int buffer = buffers.take();
    buffers.address[buffer * Coalescer.MAX_ACCESSES] = 64;
    buffers.address[buffer * Coalescer.MAX_ACCESSES + 1] = 128;
    buffers.count[buffer] = 2;
    buffers.load[buffer] = loads.take(warps.at(0), program.instruction(LOAD), 2);
    runTo(1);
    accept(LOAD, buffer);

    assertEquals(3, until(unit::canAccept));
  }

  /** It enters L1D in 1 and is looked up in 21. */
  @Test
  void sendsAMissInTheCycleAfterItsLookUp() {
    acceptGlobal(LOAD, 0, 1);

    assertEquals(1 + L1_LATENCY + 1, until(() -> memory.accepted() == 1));
    runTo(1000);

    assertTrue(isDone());
    assertTrue(unit.isQuiet());
    assertEquals(0, requests.live());
  }

  /** Done for the pipeline when all sectors are in L1D; each write is acknowledged on its own. */
  @Test
  void endsAStoreAtL1AndCountsItsWritesUntilTheyAreAcknowledged() {
    acceptGlobal(STORE, 0, 4);

    assertEquals(1, until(() -> warps.at(0).pendingStores() == 2));
    assertEquals(2, until(this::isDone));
    assertEquals(4, warps.at(0).pendingStores());
    runTo(1000);

    assertEquals(0, warps.at(0).pendingStores());
    assertEquals(4, memory.replied());
    assertEquals(0, requests.live());
  }

  @Test
  void sendsAtomicsPastL1OneSectorACycle() {
    acceptGlobal(ATOMIC, 0, 3);

    assertEquals(2, until(() -> memory.accepted() == 2));
    assertEquals(3, until(unit::canAccept));
    assertEquals(3, memory.accepted());
    assertFalse(isDone());
    runTo(1000);

    assertTrue(isDone());
    assertEquals(0, unit.l1d().accesses(0));
  }

  /**
   * The crossbar has one place, and moves a packet in five flits: from the second on each waits.
   */
  @Test
  void holdsAnAtomicUntilTheNetworkHasRoomAndLosesNone() {
    build(
        Devices.crossbar(
            "flitBytes 8, packetPerCycle false, latency 3, inputBuffer 1, outputBuffer 16"));
    acceptGlobal(ATOMIC, 0, 3);

    assertEquals(2, until(() -> memory.accepted() == 2)); // the first moves before it is sent
    assertFalse(unit.canAccept());
    // the port is free from 7 on: the second moves, the third is sent
    assertEquals(7, until(() -> memory.accepted() == 3));
    runTo(1000);

    assertTrue(isDone());
    assertEquals(0, requests.live());
  }

  @Test
  void isFullWithAsManyRepliesAsTheNetworkHoldsForItAndTakesOneACycle() {
    for (int i = 0; i < 16; i++) {
      assertFalse(unit.isFull());
      warps.storeSent(warps.at(0));
      unit.arrive(requests.take(MemoryRequests.WRITE, i * 32L, 0, 0, 0, -1));
    }
    assertTrue(unit.isFull());

    runTo(1);

    assertFalse(unit.isFull());
    assertEquals(15, warps.at(0).pendingStores());
  }

  @Test
  void hasNothingToDoUntilADelayEnds() {
    acceptShared(SHARED_LOAD, 1);
    runTo(1);

    assertFalse(unit.begin(1 + SHARED_LATENCY - 1));
    assertTrue(unit.begin(1 + SHARED_LATENCY));
    assertEquals(1 + SHARED_LATENCY, unit.nextWork());
  }

  /** Of six sectors, three lie in each bank. */
  @ParameterizedTest
  @CsvSource({"false, 5", "true, 3"})
  void sectorsWaitForThoseOfOtherBanksBeforeThemUnlessBanksAreApart(boolean apart, long cycles) {
    build(
        new SmallGpu()
            .with(
                Devices.l1d(
                    "bytes 4096, ways 4, hitLatency 20, mshrEntries 8, mshrMerges 4, missQueue 8",
                    "banksApart",
                    apart)));
    int buffer = buffers.take();
    long[] addresses = {0, 64, 128, 32, 96, 160}; // the last goes first
    System.arraycopy(
        addresses, 0, buffers.address, buffer * Coalescer.MAX_ACCESSES, addresses.length);
    buffers.count[buffer] = addresses.length;
    buffers.load[buffer] = loads.take(warps.at(0), program.instruction(LOAD), addresses.length);
    accept(LOAD, buffer);

    assertEquals(cycles, until(unit::canAccept));
  }

  @Test
  void instructionsWaitInTheOrderOfTheirIssueWhereThereIsAQueue() {
    build(new SmallGpu().memoryQueue(2));

    acceptShared(SHARED_STORE, 8);
    assertTrue(unit.canAccept());
    acceptShared(SHARED_LOAD, 1);
    assertFalse(unit.canAccept());
    runTo(1); // the store is in the dispatch register
    assertTrue(unit.canAccept());
    assertEquals(8 + 1 + SHARED_LATENCY + 1, until(this::isDone));
    assertTrue(unit.isQuiet());
  }
}
