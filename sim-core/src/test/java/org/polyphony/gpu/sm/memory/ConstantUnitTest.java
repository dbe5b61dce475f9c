package org.polyphony.gpu.sm.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.ConstantCacheConfig;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.mem.MemoryClock;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.queue.TimerWheel;
import org.polyphony.gpu.sm.execution.InFlight;
import org.polyphony.gpu.sm.execution.SharedBanks;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** Lines of 64 B before lines of 256 B, two MSHRs each; results 10 cycles after the last word. */
class ConstantUnitTest {
  private static final int LATENCY = SmallGpu.CONSTANT_LATENCY;
  private static final int NOTHING = -1;

  private final GpuConfig config = new SmallGpu().sms(1).config();
  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final MemorySystem memory =
      new MemorySystem(config, requests, counters, 0, List.of(), Copies.NONE, new Parts(1, 1));
  private final WarpTable warps = new WarpTable(16, Ports.count(config.sm()), true, 1);
  private final InFlight instructions = new InFlight(128);
  private final AccessBuffers buffers = new AccessBuffers(128);
  private final TimerWheel results = new TimerWheel(1024, 128);
  private final ConstantUnit unit = unit(config.constantCache());
  private long cycle;

  private ConstantUnit unit(ConstantCacheConfig changed) {
    Script script = new Script("any").op(OpClass.INT, 1, 30);
    KernelProgram program = new KernelProgram(0, 0, 0, 0, script.build(), 8, config);
    program.begin(0);
    warps.launch(0, program, 0, 0, 0);
    SmTables state =
        new SmTables(warps, instructions, buffers, new LoadTable(), new SharedBanks(1));
    return new ConstantUnit(changed, 0, requests, memory.port(0), state, results);
  }

  /** Returns a load of words; the last one is looked up first. */
  private int load(long... words) {
    int buffer = buffers.take();
    System.arraycopy(words, 0, buffers.address, buffer * Coalescer.MAX_ACCESSES, words.length);
    buffers.count[buffer] = words.length;
    return instructions.take(warps.at(0), warps.at(0).head(), buffer);
  }

  private void tick() {
    cycle++;
    MemoryClock.tick(memory, 1, cycle);
    int reply = memory.port(0).reply(cycle);
    if (reply != MemoryPort.NONE) {
      memory.port(0).takeReply(reply, cycle);
      unit.arrive(reply);
    }
    unit.tick(cycle);
  }

  private void runTo(long last) {
    while (cycle < last) {
      tick();
    }
  }

  /** Brings the lines of words into both levels; takes the results. */
  private void bring(long... words) {
    unit.accept(load(words));
    runTo(cycle + 1000);
    assertTrue(unit.isQuiet());
    while (results.nextWork() != Long.MAX_VALUE) {
      results.take(results.nextWork());
    }
  }

  private int first() {
    return results.nextWork() == Long.MAX_VALUE ? NOTHING : results.take(results.nextWork());
  }

  @Test
  void looksOneWordUpACycleAndGivesTheResultALatencyAfterTheLast() {
    bring(0);

    unit.accept(load(0, 4, 8));
    tick();
    tick();
    assertEquals(Long.MAX_VALUE, results.nextWork());
    tick();

    assertEquals(cycle + LATENCY, results.nextWork());
    assertTrue(unit.isQuiet());
    assertEquals(0, buffers.size());
  }

  @Test
  void servesLoadsInTurnAWordEach() {
    bring(0);
    long start = cycle;
    int first = load(0, 4);
    int second = load(8, 12);
    unit.accept(first);
    unit.accept(second);

    runTo(start + 4);

    // words of second, first, second, first: the place after the one served last comes first
    assertEquals(start + 3 + LATENCY, results.nextWork());
    assertEquals(second, first());
    assertEquals(start + 4 + LATENCY, results.nextWork());
    assertEquals(first, first());
  }

  @Test
  void givesALineOfTheSecondLevelItsLatencyAfterTheMiss() {
    bring(0); // and the second level holds 0 to 255
    long start = cycle;

    unit.accept(load(64));
    tick();
    assertFalse(unit.isBusy()); // the load waits aside
    assertEquals(start + 1 + SmallGpu.SECOND_CONSTANT_LATENCY - LATENCY, unit.nextLine());
    runTo(unit.nextLine() - 1);
    assertEquals(Long.MAX_VALUE, results.nextWork());
    tick();

    assertEquals(start + 1 + SmallGpu.SECOND_CONSTANT_LATENCY, results.nextWork());
    assertEquals(8, memory.accepted()); // a line of 256 B, once
  }

  @Test
  void letsAHitPassALoadThatWaitsForItsLine() {
    bring(0);
    long start = cycle;
    int waits = load(4096);
    int hits = load(0);
    unit.accept(hits);
    unit.accept(waits); // whose turn it is

    runTo(start + 2);
    assertFalse(unit.isQuiet());
    assertEquals(start + 2 + LATENCY, results.nextWork());
    assertEquals(hits, first());
    runTo(start + 1000);

    assertEquals(waits, first());
  }

  @Test
  void wakesAllLoadsThatWaitForALineThatIsAskedForOnce() {
    unit.accept(load(0));
    unit.accept(load(4));
    unit.accept(load(60));

    runTo(1000);

    int count = 0;
    for (int slot = first(); slot != NOTHING; slot = first()) {
      for (int s = slot; s != TimerWheel.NONE; s = results.after(s)) {
        count++;
      }
    }
    assertEquals(3, count);
    assertEquals(8, memory.accepted());
  }

  /** Lines of different blocks of the second level: the third has to try until one has come. */
  @Test
  void keepsALoadWithoutMshrTryingAndLosesNone() {
    unit.accept(load(0));
    unit.accept(load(1024));
    unit.accept(load(2048));

    runTo(20);
    assertTrue(unit.isBusy());
    runTo(2000);

    assertEquals(3 * 8, memory.accepted());
    assertTrue(unit.isQuiet());
    assertEquals(0, buffers.size());
  }

  @Test
  void refusesALoadWhenAllPlacesAreTakenAndTakesOneWhenOneHasLeft() {
    bring(0);
    for (int i = 0; i < ConstantUnit.PLACES; i++) {
      assertTrue(unit.canAccept());
      unit.accept(load(0));
    }
    assertFalse(unit.canAccept());

    tick();

    assertTrue(unit.canAccept());
  }

  @Test
  void findsEveryWordAtOnceWhenItIsPerfect() {
    ConstantUnit perfect = unit(Devices.with(config.constantCache(), "perfect true"));
    perfect.accept(load(0, 4, 4096));

    perfect.tick(1);

    assertEquals(1 + LATENCY, results.nextWork());
    assertTrue(perfect.isQuiet());
  }
}
