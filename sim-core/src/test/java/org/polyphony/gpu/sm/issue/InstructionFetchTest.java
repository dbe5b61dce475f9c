package org.polyphony.gpu.sm.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.config.InstructionFetchConfig;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.mem.MemoryClock;
import org.polyphony.gpu.mem.MemoryCounters;
import org.polyphony.gpu.mem.MemoryPort;
import org.polyphony.gpu.mem.MemoryRequests;
import org.polyphony.gpu.mem.MemorySystem;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.sm.warp.KernelProgram;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.SmallGpu;

/** A cache of 1 KB with lines of 128 B, two fetches a cycle and two MSHRs, before the small L2. */
class InstructionFetchTest {
  private static final int LINE = 128;

  private final GpuConfig config = new SmallGpu().sms(1).realFetch().config();
  private final WarpTable warps = new WarpTable(16, Ports.count(config.sm()), false, 1);
  private final MemoryRequests requests = new MemoryRequests(8, true);
  private final MemoryCounters counters = new MemoryCounters(1);
  private final MemorySystem memory =
      new MemorySystem(config, requests, counters, 0, List.of(), Copies.NONE, new Parts(1, 1));
  private InstructionFetch fetch = fetch(config.l1i());
  private long cycle;

  private InstructionFetch fetch(InstructionFetchConfig changed) {
    return new InstructionFetch(changed, 0, warps, requests, memory.port(0));
  }

  /** Puts a warp into a slot that has to fetch the first line of a program. */
  private void launch(int warp, int program) {
    Script script = new Script("ops").op(OpClass.INT, 1, 30).op(OpClass.INT, 2, 30);
    KernelProgram kernel =
        new KernelProgram(0, 0, 0, (long) program * LINE, script.build(), 8, config);
    kernel.begin(0);
    warps.launch(warp, kernel, 0, 0, 0);
  }

  /** Runs cycles as an SM does: memory, fetch, then one reply of the network. */
  private void runTo(long last) {
    while (cycle < last) {
      cycle++;
      MemoryClock.tick(memory, 1, cycle);
      if (fetch.isBusy()) {
        fetch.tick(cycle);
      }
      int reply = memory.port(0).reply(cycle);
      if (reply != MemoryPort.NONE) {
        memory.port(0).takeReply(reply, cycle);
        fetch.arrive(reply);
      }
    }
  }

  private String buffered() {
    return warps.at(0).buffered() + " " + warps.at(1).buffered() + " " + warps.at(2).buffered();
  }

  @Test
  void givesEveryWarpTwoInstructionsAtOnceWhenItIsPerfect() {
    fetch =
        fetch(
            Devices.l1i("bytes", 1024, "lineBytes", LINE, "fetchesPerCycle", 1, "mshrEntries", 1));
    launch(0, 0);
    launch(1, 1);
    launch(2, 2);

    assertTrue(fetch.tick(1));

    assertEquals("2 2 2", buffered());
    assertFalse(fetch.isBusy());
  }

  /**
   * Asked for in 401; the four sectors leave in 401 to 404, move in the next cycle, arrive three
   * later, are looked up 21 later, in 426 to 429. Replies hold the port for two flits: they move in
   * 427, 429, 431 and 433, and arrive four later. The line is complete in 437.
   */
  @Test
  void fetchesALineThatL2HoldsWhenItsLastSectorHasComeAndNotOneCycleEarly() {
    launch(0, 0);
    runTo(400);
    fetch = fetch(config.l1i()); // without a line; L2 has it
    launch(0, 0);

    runTo(437);
    assertEquals("0 0 0", buffered());
    assertEquals(8, memory.replied());
    runTo(438);

    assertEquals("2 0 0", buffered());
    assertEquals(8, memory.accepted());
    assertEquals(0, requests.live());
  }

  @Test
  void asksOnceForALineThatTwoWarpsWaitFor() {
    launch(0, 0);
    launch(1, 0);

    runTo(400);

    assertEquals("2 2 0", buffered());
    assertEquals(4, memory.accepted());
  }

  @Test
  void fetchesForTwoWarpsACycleInTurn() {
    launch(0, 0);
    runTo(400); // the line is there; warp 0 was fetched last
    launch(0, 0);
    launch(1, 0);
    launch(2, 0);

    fetch.tick(401);
    assertEquals("0 2 2", buffered());
    fetch.tick(402);

    assertEquals("2 2 2", buffered());
  }

  @Test
  void letsAWarpWithoutMshrTryAgainUntilALineHasCome() {
    launch(0, 0);
    launch(1, 1);
    launch(2, 2);

    runTo(10);
    assertEquals(8, requests.live());
    assertTrue(fetch.isBusy());
    runTo(600);

    assertEquals(12, memory.accepted());
    assertEquals("2 2 2", buffered());
    assertFalse(fetch.isBusy());
  }

  @Test
  void sleepsWhileAllWarpsWaitForTheirLine() {
    launch(0, 0);

    runTo(3);
    assertTrue(fetch.isBusy()); // the last sector is still to be sent
    runTo(4);

    assertFalse(fetch.isBusy());
    assertFalse(fetch.tick(5));
  }

  /** The line of the warp before comes later, and wakes nobody who has not asked for it. */
  @Test
  void fetchesForAWarpInASlotWhoseLastWarpWaited() {
    launch(1, 1);
    runTo(400); // line 1 is there
    launch(0, 0);
    runTo(401);

    warps.drop(0);
    warps.remove(0);
    fetch.forget(0);
    launch(0, 1);
    runTo(402);

    assertEquals("2 2 0", buffered());
  }
}
