package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.RecordingSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.InvalidInputException;

/** Steps as {@link DispatchScript} has them; 2048 threads fit on an SM. */
class ThreadBlockSchedulerTest {
  private static DispatchScript script(int sms, String technique, String dispatch) {
    DispatchConfig keys = Devices.dispatch("mostRoom false, " + dispatch);
    return new DispatchScript(Devices.gpu("sms", sms, "dispatch", keys), "one-way", technique);
  }

  private final DispatchScript script = script(2, "drain", "perCycle 256");
  private final ThreadBlockScheduler scheduler = script.scheduler;

  /** Two SMs, where thread blocks drain. */
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          start 1024*100; launch 0 1 | 0:sm0.0=k0/0 0:sm1.0=k0/1 1:sm0.1=k0/2 1:sm1.1=k0/3 \
              | at most one thread block per SM and cycle, in order of the grid
          start 1024*100; launch 0 1; end 9 0 0; launch 9; end 10 0 0; end 10 1 0; clear; launch 10 \
              | 10:sm1.0=k0/5 10:sm0.0=k0/6 | begins after the SM that received the last
          start 1024*100; launch 0 1; clear; launch 9 | '' | nothing when the SMs are full
          begin 256*100; quota 0 3 1; launch 0 5 | 0:sm1.0=k0/0 1:sm1.1=k0/1 2:sm1.2=k0/2 \
              | stops at the quota
          start 256*100; launch 0 7; quota 0 7; end 9 0 0; clear; launch 9 \
              | 9:prefer sm1.7 | 7 of 7: nothing more on SM 0
          start 256*100; launch 0 7; quota 0 7; end 9 0 0; end 10 0 1; clear; launch 10 \
              | 10:prefer sm1.7 10:sm0.0=k0/16 | 6 of 7
          start 256*100; start 256*100; rank 0 1; launch 0 1 \
              | 0:sm0.0=k1/0 0:sm1.0=k1/1 1:sm0.1=k1/2 1:sm1.1=k1/3 | lower ranks first
          begin 256*100; begin 256*100; quota 0 2 0; quota 1 6 0; launch 0 3 \
              | 0:sm0.0=k0/0 1:sm0.1=k1/0 2:sm0.2=k1/1 3:sm0.3=k1/2 \
              | the kernel furthest below its quota first
          start 1536*9; start 256*100; launch 0 9 \
              | 0:sm0.0=k0/0 0:sm1.0=k0/1 1:sm0.1=k1/0 1:sm1.1=k1/1 2:sm0.2=k1/2 2:sm1.2=k1/3 \
              | one that does not fit lets the next try, if it is resident: 512 threads are left
          start 256*100; launch 0 7; start 1024*100; clear; end 9 0 0; launch 9; end 9 0 1; launch 9; \
              end 9 0 2; launch 9; end 9 0 3; launch 9 | 9:sm0.0=k1/0 \
              | one with nothing on the SM holds others back until it fits
          start 1024*100; launch 0 1; start 256*100; quota 0 0; exclusive; end 9 0 0; launch 9; clear; \
              end 10 0 1; launch 10 | 10:sm0.0=k1/0 \
                  | an exclusive SM is one kernel's until it is empty
          start 1024*100; launch 0 1; drop 9 1 0; end 9 0 0; clear; launch 9 \
              | 9:sm0.0=k0/1 9:sm1.0=k0/4 | a dropped thread block launches again before new ones
          start 1024*100; launch 0; clear; stop 5 0; launch 6 | 5:drop sm0.0 5:drop sm1.0 \
              | a stopped kernel leaves and launches nothing more
          start 1024*100; launch 0 1; quota 0 1; launch 5; clear; quota 0 2; launch 6 \
              | 6:keep sm0.1 6:keep sm1.1 | one that drains stays when the quota rises again
          start 1024*4; launch 0 1; clear; quota 0 0; launch 9 | '' | nothing is left to launch
          """)
  void tellsTheSms(String steps, String log, String why) {
    assertEquals(log, script.run(steps), why);
  }

  /** One SM; in two ways, even slots lie at the bottom and odd ones at the top. */
  @ParameterizedTest(name = "{4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          two-way | switch \
              | begin 256*100; begin 256*100; quota 0 4; quota 1 4; launch 0 7; clear; \
              quota 0 2; quota 1 3; launch 9 | 9:suspend sm0.6 9:suspend sm0.4 9:suspend sm0.7 \
              | preempts from the boundary of each side
          two-way | drain | begin 256*3; begin 256*100; quota 0 3; quota 1 3; launch 0 5; clear; \
              end 20 0 4 | 20:prefer sm0.2 \
              | the next at the boundary, beside another, of one that launches nothing more
          one-way | switch \
              | begin 1024*100; quota 0 2; launch 0 1; quota 0 1; launch 2; drop 5 0 1; \
              quota 0 2; clear; launch 6 | 6:resume sm0.1=k0/1 | resumes before it launches new ones
          """)
  void preempts(String allocator, String technique, String steps, String log, String why) {
    DispatchScript one = new DispatchScript(Devices.gpu("sms", 1), allocator, technique);

    assertEquals(log, one.run(steps), why);
  }

  /** The device launches so many thread blocks a cycle, on the SM with the most room. */
  @ParameterizedTest(name = "{4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4 | perCycle 3 | start 256*100; launch 0 1 \
              | 0:sm0.0=k0/0 0:sm1.0=k0/1 0:sm2.0=k0/2 1:sm3.0=k0/3 1:sm0.1=k0/4 1:sm1.1=k0/5 \
              | no more than the device launches in a cycle
          3 | mostRoom true, perCycle 1 \
              | begin 256*100; quota 0 4 0; quota 0 1 2; launch 0 4; clear; \
              start 256*100; launch 9 11 | 9:sm1.0=k1/0 10:sm2.1=k1/1 11:sm1.1=k1/2 \
              | SM 0 has room for 4 more, SM 1 for 8, SM 2 for 7
          2 | mostRoom true, perCycle 1 | begin 256*100; quota 0 2 0; quota 0 4 1; launch 0 3 \
              | 0:sm1.0=k0/0 1:sm1.1=k0/1 2:sm0.0=k0/2 3:sm1.2=k0/3 | the room that the quota leaves
          2 | mostRoom true, perCycle 1 | begin 1024*100; begin 256*100; quota 0 2 0; quota 1 8 1; \
              launch 0 3 | 0:sm0.0=k0/0 1:sm1.0=k1/0 2:sm0.1=k0/1 3:sm1.1=k1/1 \
              | kernels of one rank take turns
          2 | mostRoom true, perCycle 1 | begin 256*100; begin 1024*100; quota 0 8 0; quota 1 2 1; \
              rank 0 1; launch 0 2 | 0:sm1.0=k1/0 1:sm1.1=k1/1 2:sm0.0=k0/0 | the lowest rank first
          """)
  void choosesAnSm(int sms, String dispatch, String steps, String log, String why) {
    assertEquals(log, script(sms, "drain", dispatch).run(steps), why);
  }

  private static DispatchScript inGpcs(String technique, Object... dispatch) {
    Object keys = Devices.dispatch(dispatch);
    return new DispatchScript(
        Devices.gpu("sms", 6, "gpcs", List.of(4, 2), "dispatch", keys), "one-way", technique);
  }

  /** 6 SMs in 2 GPCs: SMs 0 to 3, and 4 and 5; the SM with the most room is taken, or the next. */
  @ParameterizedTest(name = "{4}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          false | drain | start 1024*8/2; launch 0 \
              | 0:sm0.0=k0/0 0:sm1.0=k0/1 0:sm2.0=k0/2 0:sm3.0=k0/3 0:sm4.0=k0/4 0:sm5.0=k0/5 \
              | the thread blocks of a cluster launch together in a GPC
          false | drain | start 1024*8/2; launch 0; clear; launch 1 | 1:sm0.1=k0/6 1:sm1.1=k0/7 \
              | and the last one in the next cycle
          false | drain \
              | begin 1024*4; quota 0 2 1; quota 0 2 5; launch 0 1; clear; start 1024*6/3; \
              launch 2 | 2:sm0.0=k1/0 2:sm2.0=k1/1 2:sm3.0=k1/2 | a cluster waits for room for all
          true | drain | start 1024*8/2; launch 0 2 \
              | 0:sm0.0=k0/0 0:sm1.0=k0/1 1:sm2.0=k0/2 1:sm3.0=k0/3 2:sm4.0=k0/4 2:sm5.0=k0/5 \
              | the roomiest SM takes its peers along
          false | flush | start 1024*8/2; launch 0; clear; quota 0 0; launch 1 \
              | 1:prefer sm0.0 1:prefer sm1.0 1:prefer sm2.0 1:prefer sm3.0 1:prefer sm4.0 1:prefer sm5.0 \
              | a cluster drains whatever the technique
          false | drain | start 1024*30/3; start 1024*1; launch 0 2 \
              | 0:sm0.0=k0/0 0:sm1.0=k0/1 0:sm2.0=k0/2 0:sm3.0=k1/0 1:sm0.1=k0/3 1:sm1.1=k0/4 1:sm2.1=k0/5 \
              | an SM without peers, as SM 3, does not hold up other kernels
          """)
  void placesClusters(boolean mostRoom, String technique, String steps, String log, String why) {
    DispatchScript gpcs = inGpcs(technique, "mostRoom", mostRoom, "perCycle", mostRoom ? 2 : 256);

    assertEquals(log, gpcs.run(steps), why);
  }

  /** 6 SMs in 2 GPCs: SMs 0 to 3, and 4 and 5. */
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          start 1024*8; launch 0 \
              | 0:sm0.0=k0/0 0:sm4.0=k0/1 0:sm1.0=k0/2 0:sm5.0=k0/3 0:sm2.0=k0/4 0:sm3.0=k0/5 \
              | one SM of each GPC after another
          start 1024*8/2; launch 0 \
              | 0:sm0.0=k0/0 0:sm1.0=k0/1 0:sm4.0=k0/2 0:sm5.0=k0/3 0:sm2.0=k0/4 0:sm3.0=k0/5 \
              | one cluster of each GPC after another
          """)
  void takesTurnsAcrossGpcs(String steps, String log, String why) {
    assertEquals(log, inGpcs("drain", "acrossGpcs", true, "perCycle", 256).run(steps), why);
  }

  @Test
  void aShareWithoutRoomForAClusterInAGpcIsRefusedByName() {
    DispatchScript gpcs = inGpcs("drain");
    gpcs.run("begin 1024*8/4; quota 0 1 2; quota 0 1 3; quota 0 1 4; quota 0 1 5");

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> gpcs.run("launch 0"));
    assertEquals(
        "kernel clustered: its clusters of 4 thread blocks need 4 SMs of one GPC, but its share of"
            + " the device has at most 2 in one (device key gpcs)",
        e.getMessage());
  }

  @Test
  void givesTheRoomThatAThreadBlockLeavesAwayAfterTheRefillLatency() {
    DispatchScript one = script(1, "drain", "refillLatency 5");
    one.run("start 1024*100; launch 0 1; end 9 0 0; clear");

    assertEquals(1, one.scheduler.sms().resident(0, one.row(0)));
    assertEquals(0, one.scheduler.sms().freeThreads(0)); // not free yet
    assertEquals(14, one.scheduler.roomDue());
    assertEquals("14:sm0.0=k0/2", one.run("launch 13; launch 14"));
    assertEquals(Long.MAX_VALUE, one.scheduler.roomDue());
  }

  @ParameterizedTest
  @CsvSource({
    "false, 0:sm0.0=k0/0 1:sm0.1=k0/1 2:sm0.2=k1/0 2:prefer sm0.2",
    "true, 0:sm0.0=k0/0 1:sm0.1=k0/1 9:sm0.0=k0/2 10:sm0.2=k1/0 10:prefer sm0.2"
  })
  void fillsRoomThatIsTooSmallForAnEarlierKernelUnlessKernelsLaunchInOrder(
      boolean inOrder, String log) {
    DispatchScript one = script(1, "drain", "inOrder " + inOrder);

    String steps = "start 768*3; start 256*1; rank 0 0; rank 1 1; launch 0 4";

    assertEquals(log, one.run(inOrder ? steps + "; end 8 0 0; launch 9 12" : steps));
  }

  /** A kernel of two thread blocks, one at a time, in the room of the first. */
  @Test
  void anSmHoldsAKernelUntilTheRoomOfItsLastThreadBlockIsFree() {
    DispatchScript one = script(1, "drain", "refillLatency 5");
    SmStatusTable status = one.scheduler.sms();
    one.run("begin 1024*2; quota 0 1; launch 3; end 9 0 0");
    assertEquals(1, status.held(0, one.row(0)));
    assertEquals(10 - 3, status.heldCycles(10, 0, one.row(0)));

    one.run("launch 14; end 20 0 0; launch 25");

    assertEquals(0, status.held(0, one.row(0)));
    assertEquals(25 - 3, status.heldCycles(99, 0, one.row(0)));
  }

  @Test
  void anSmHoldsNothingOfAKernelThatIsRemoved() {
    DispatchScript one = script(1, "drain", "refillLatency 5");

    one.run("begin 1024*1; quota 0 1; launch 3; end 9 0 0; remove 10 0; launch 14");

    assertEquals(0, one.scheduler.sms().held(0, one.row(0)));
    assertEquals(10 - 3, one.scheduler.sms().heldCycles(99, 0, one.row(0)));
  }

  @Test
  void hasEndedAStoppedKernelWhenTheLastOfItIsGone() {
    script.run("start 1024*100; launch 0; stop 5 0; drop 8 0 0");
    assertEquals(ResidentBlock.State.PREEMPTING, scheduler.sms().block(1, 0).state());
    assertFalse(scheduler.kernels().hasEnded(script.row(0)));
    script.run("drop 8 1 0");
    assertTrue(scheduler.kernels().hasEnded(script.row(0)));
  }

  @Test
  void usesAFreedRowForTheNextKernel() {
    script.run("start 32*1; start 256*100; launch 0; end 5 0 0; remove 0 0; begin 1024*100");

    assertEquals(script.row(0), script.row(2));
    assertEquals(0, scheduler.quotas().get(0, script.row(2))); // not what the kernel before had
  }

  @Test
  void refusesToFreeTheRowOfAKernelThatRuns() {
    script.run("start 1024*100");

    assertThrows(IllegalStateException.class, () -> script.run("remove 0 0"));
  }

  /** Two launch in cycle 0, two in cycle 1; one of those that are gone was dropped. */
  @Test
  void meansOverFinishedThreadBlocksOnly() {
    script.run("start 1024*100; launch 0 1");
    assertEquals(KernelControlBlocks.NONE, scheduler.kernels().meanInstructions(script.row(0)));

    script.run("end 10 0 0; end 21 0 1; drop 90 1 0");

    assertEquals(RecordingSms.ISSUED, scheduler.kernels().meanInstructions(script.row(0)));
  }

  /** Half of the SM for 3 cycles on the way out and for {@code RESTORED} on the way back. */
  @Test
  void countsTheWayOfAContextOutAndBackAsLost() {
    DispatchScript one = script(1, "switch", "perCycle 256");
    one.run("begin 1024*100; quota 0 1; launch 0; quota 0 0; launch 2; drop 5 0 0");
    one.run("quota 0 1; launch 6");
    assertEquals(0.5 * 3, one.scheduler.preemptions().lostSmCycles());

    one.run("end 90 0 0");

    assertEquals(0.5 * (3 + RecordingSms.RESTORED), one.scheduler.preemptions().lostSmCycles());
  }

  @Test
  void countsCyclesInWhichAThreadBlockHasRoomButNoPlace() {
    TestKernel small = new TestKernel("small", 100, 32, 64, 0, 1); // 2048 registers
    TestKernel large = new TestKernel("large", 100, 32, 128, 0, 1); // 4096
    int a = scheduler.start(0, small);
    int b = scheduler.start(1, large);
    scheduler.quotas().set(0, a, 32);
    script.run("launch 0 31"); // 65536 / 2048 = 32 thread blocks, all slots
    scheduler.quotas().set(0, a, 30);
    scheduler.quotas().set(0, b, 1);
    // 4096 free registers in two pieces, until 150
    script.run("end 100 0 0; end 100 0 2; launch 100; end 150 0 1; launch 150");

    FragmentationCounters counters = scheduler.fragmentation();
    assertEquals(1, counters.periods());
    assertEquals(50, counters.smCycles());
    assertEquals(50 * 4096 / 65536.0, counters.registerSmCycles(), 1e-12);
    assertEquals(0, counters.sharedMemorySmCycles());
    assertEquals(1, scheduler.sms().resident(0, b));
  }
}
