package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.RecordingSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.preemption.OneTechnique;

class ThreadBlockSchedulerTest {
  private static final TestKernel HALF = TestKernel.of("half", 100, 1024, 1); // 2 fit on an SM
  private static final TestKernel EIGHTH = TestKernel.of("eighth", 100, 256, 1);
  private final RecordingSms sms = new RecordingSms();
  private final ThreadBlockScheduler scheduler =
      new ThreadBlockScheduler(
          Devices.gpu("sms", 2), OneWay::new, sms, OneTechnique.DRAIN, Dispatchers.one(2));

  @Test
  void launchesAtMostOneThreadBlockPerSmAndCycleInOrderOfTheGrid() {
    startUnlimited(0, HALF);

    assertEquals(2, scheduler.launch(0));
    assertEquals(2, scheduler.launch(1));

    assertEquals("0:sm0.0=k0/0 0:sm1.0=k0/1 1:sm0.1=k0/2 1:sm1.1=k0/3", sms.log());
  }

  @Test
  void beginsAfterTheSmThatReceivedAThreadBlockLast() {
    startUnlimited(0, HALF);
    fill();
    scheduler.threadBlockEnded(9, 0, 0, false);
    scheduler.launch(9); // SM 0 was last
    scheduler.threadBlockEnded(10, 0, 0, false);
    scheduler.threadBlockEnded(10, 1, 0, false);
    sms.clear();

    scheduler.launch(10);

    assertEquals("10:sm1.0=k0/5 10:sm0.0=k0/6", sms.log());
  }

  @Test
  void launchesNothingWhenTheSmsAreFull() {
    startUnlimited(0, HALF);
    fill();

    assertEquals(0, scheduler.launch(9));
    assertEquals(0, scheduler.sms().freeThreads(0));
    scheduler.verifyConservation();
  }

  @Test
  void givesTheRoomThatAThreadBlockLeavesAwayAfterTheRefillLatency() {
    ThreadBlockScheduler one = refilledAfter(5);
    int row = one.start(0, HALF);
    one.quotas().setOnAll(row, Integer.MAX_VALUE);
    one.launch(0);
    one.launch(1);

    one.threadBlockEnded(9, 0, 0, false);

    assertEquals(1, one.sms().resident(0, row));
    assertEquals(0, one.sms().freeThreads(0)); // not free yet
    assertEquals(14, one.roomDue());
    assertEquals(0, one.launch(13));
    one.verifyConservation();
    assertEquals(1, one.launch(14));
    one.verifyConservation();
    assertEquals(Long.MAX_VALUE, one.roomDue());
  }

  @Test
  void anSmHoldsAKernelUntilTheRoomOfItsLastThreadBlockIsFree() {
    ThreadBlockScheduler one = refilledAfter(5);
    int row = one.start(0, TestKernel.of("two", 2, 1024, 1));
    one.quotas().setOnAll(row, 1);
    one.launch(3);

    one.threadBlockEnded(9, 0, 0, false);
    assertEquals(1, one.sms().held(0, row));
    assertEquals(10 - 3, one.sms().heldCycles(10, 0, row));
    one.launch(14); // the second, in the room of the first
    one.threadBlockEnded(20, 0, 0, false);
    one.launch(25);

    assertEquals(0, one.sms().held(0, row));
    assertEquals(25 - 3, one.sms().heldCycles(99, 0, row));
    one.verifyConservation();
  }

  @Test
  void anSmHoldsNothingOfAKernelThatIsRemoved() {
    ThreadBlockScheduler one = refilledAfter(5);
    int row = one.start(0, TestKernel.of("one", 1, 1024, 1));
    one.quotas().setOnAll(row, 1);
    one.launch(3);
    one.threadBlockEnded(9, 0, 0, false);

    one.remove(10, row);
    one.launch(14); // frees the room

    assertEquals(0, one.sms().held(0, row));
    assertEquals(10 - 3, one.sms().heldCycles(99, 0, row));
    one.verifyConservation();
  }

  private ThreadBlockScheduler refilledAfter(int cycles) {
    DispatchConfig dispatch = Devices.dispatch("refillLatency", cycles);
    return new ThreadBlockScheduler(
        Devices.gpu("sms", 1, "dispatch", dispatch),
        OneWay::new,
        sms,
        OneTechnique.DRAIN,
        Dispatchers.one(1));
  }

  @Test
  void stopsAtTheQuota() {
    int row = scheduler.start(0, EIGHTH);
    scheduler.quotas().set(1, row, 3);

    fill();

    assertEquals(0, scheduler.sms().resident(0, row));
    assertEquals(3, scheduler.sms().resident(1, row));
  }

  @Test
  void launchesNothingAboveALoweredQuotaAndGoesOnOnceBelowIt() {
    int row = startUnlimited(0, EIGHTH);
    fill();
    scheduler.quotas().setOnAll(row, 7);
    scheduler.threadBlockEnded(9, 0, 0, false);

    assertEquals(0, scheduler.launch(9)); // 7 of 7
    scheduler.threadBlockEnded(10, 0, 1, false);
    assertEquals(1, scheduler.launch(10)); // 6 of 7
  }

  @Test
  void triesLowerRanksFirst() {
    int later = startUnlimited(0, EIGHTH);
    int first = startUnlimited(1, EIGHTH);
    scheduler.quotas().setRank(later, 1);

    fill();

    assertEquals(8, scheduler.sms().resident(0, first));
    assertEquals(0, scheduler.sms().resident(0, later));
  }

  @Test
  void triesTheKernelFurthestBelowItsQuotaFirst() {
    int two = scheduler.start(0, EIGHTH);
    int six = scheduler.start(1, EIGHTH);
    scheduler.quotas().set(0, two, 2);
    scheduler.quotas().set(0, six, 6);

    for (int cycle = 0; cycle < 4; cycle++) {
      scheduler.launch(cycle);
    }

    assertEquals("0:sm0.0=k0/0 1:sm0.1=k1/0 2:sm0.2=k1/1 3:sm0.3=k1/2", sms.log());
  }

  @Test
  void letsTheNextKernelTryWhenOneThatIsResidentDoesNotFit() {
    startUnlimited(0, TestKernel.of("three quarters", 9, 768 * 2, 1));
    int small = startUnlimited(1, EIGHTH);

    fill();

    assertEquals(2, scheduler.sms().resident(0, small)); // 512 threads were left
  }

  @Test
  void holdsOthersBackUntilAKernelWithNothingOnTheSmFits() {
    int small = startUnlimited(0, EIGHTH);
    fill();
    int large = startUnlimited(1, HALF);
    for (int slot = 0; slot < 3; slot++) {
      scheduler.threadBlockEnded(9, 0, slot, false);
      assertEquals(0, scheduler.launch(9)); // room for one more of the small, none for the large
    }

    scheduler.threadBlockEnded(9, 0, 3, false);

    assertEquals(1, scheduler.launch(9));
    assertEquals(1, scheduler.sms().resident(0, large));
    assertEquals(4, scheduler.sms().resident(0, small));
  }

  @Test
  void keepsAnExclusiveSmForOneKernelUntilItIsEmpty() {
    int old = startUnlimited(0, HALF);
    fill();
    int young = startUnlimited(1, EIGHTH);
    scheduler.quotas().setOnAll(old, 0);
    scheduler.quotas().setAllExclusive();
    scheduler.threadBlockEnded(9, 0, 0, false);

    assertEquals(0, scheduler.launch(9));
    scheduler.threadBlockEnded(10, 0, 1, false);
    assertEquals(1, scheduler.launch(10));
    assertEquals(1, scheduler.sms().resident(0, young));
  }

  @Test
  void launchesADroppedThreadBlockAgainBeforeNewOnes() {
    startUnlimited(0, HALF);
    fill(); // 0 to 3
    scheduler.threadBlockEnded(9, 1, 0, true); // 1
    scheduler.threadBlockEnded(9, 0, 0, false);
    sms.clear();

    scheduler.launch(9);

    assertEquals("9:sm0.0=k0/1 9:sm1.0=k0/4", sms.log());
  }

  @Test
  void dropsWhatIsResidentOfAStoppedKernelAndLaunchesNothingMore() {
    int row = startUnlimited(0, HALF);
    scheduler.launch(0);
    sms.clear();

    scheduler.stop(5, row);

    assertEquals("5:drop sm0.0 5:drop sm1.0", sms.log());
    assertEquals(0, scheduler.launch(6));
    assertEquals(ResidentBlock.State.PREEMPTING, scheduler.sms().block(0, 0).state());
  }

  @Test
  void hasEndedAStoppedKernelWhenTheLastOfItIsGone() {
    int row = startUnlimited(0, HALF);
    scheduler.launch(0);
    scheduler.stop(5, row);

    scheduler.threadBlockEnded(8, 0, 0, true);
    assertFalse(scheduler.kernels().hasEnded(row));
    scheduler.threadBlockEnded(8, 1, 0, true);
    assertTrue(scheduler.kernels().hasEnded(row));
  }

  @Test
  void usesAFreedRowForTheNextKernel() {
    int row = startUnlimited(0, TestKernel.of("one", 1, 32, 1));
    startUnlimited(1, EIGHTH);
    scheduler.launch(0);
    scheduler.threadBlockEnded(5, 0, 0, false);
    scheduler.remove(0, row);

    assertEquals(row, scheduler.start(0, HALF));
    assertEquals(0, scheduler.quotas().get(0, row)); // not what the kernel before had
  }

  @Test
  void refusesToFreeTheRowOfAKernelThatRuns() {
    int row = startUnlimited(0, HALF);

    assertThrows(IllegalStateException.class, () -> scheduler.remove(0, row));
  }

  @Test
  void meansOverFinishedThreadBlocksOnly() {
    int row = startUnlimited(0, HALF);
    fill(); // two in cycle 0, two in cycle 1
    assertEquals(KernelControlBlocks.NONE, scheduler.kernels().meanInstructions(row));

    scheduler.threadBlockEnded(10, 0, 0, false);
    scheduler.threadBlockEnded(21, 0, 1, false);
    scheduler.threadBlockEnded(90, 1, 0, true);

    assertEquals(RecordingSms.ISSUED, scheduler.kernels().meanInstructions(row));
  }

  @Test
  void preemptsFromTheBoundaryOfEachSide() {
    ThreadBlockScheduler twoWay =
        new ThreadBlockScheduler(
            Devices.gpu("sms", 1),
            RangeAllocators.of(RangeAllocators.TWO_WAY, 2),
            sms,
            OneTechnique.SWITCH,
            Dispatchers.one(1));
    int bottom = twoWay.start(0, EIGHTH);
    int top = twoWay.start(1, EIGHTH);
    twoWay.quotas().setOnAll(bottom, 4);
    twoWay.quotas().setOnAll(top, 4);
    for (int cycle = 0; cycle < 8; cycle++) {
      twoWay.launch(cycle);
    }
    sms.clear();
    twoWay.quotas().setOnAll(bottom, 2);
    twoWay.quotas().setOnAll(top, 3);

    twoWay.launch(9);

    // slots alternate: the bottom kernel has 0, 2, 4, 6 upwards, the top kernel 1, 3, 5, 7
    // downwards
    assertEquals("9:suspend sm0.6 9:suspend sm0.4 9:suspend sm0.7", sms.log());
  }

  @Test
  void resumesASuspendedThreadBlockBeforeItLaunchesNewOnes() {
    ThreadBlockScheduler switching =
        new ThreadBlockScheduler(
            Devices.gpu("sms", 1), OneWay::new, sms, OneTechnique.SWITCH, Dispatchers.one(1));
    int row = switching.start(0, HALF);
    switching.quotas().setOnAll(row, 2);
    switching.launch(0);
    switching.launch(1);
    switching.quotas().setOnAll(row, 1);
    switching.launch(2);
    switching.threadBlockEnded(5, 0, 1, true);
    switching.quotas().setOnAll(row, 2);
    sms.clear();

    switching.launch(6);

    assertEquals("6:resume sm0.1=k0/1", sms.log());
    switching.verifyConservation();
  }

  /** Half of the SM for 3 cycles on the way out and for {@code RESTORED} on the way back. */
  @Test
  void countsTheWayOfAContextOutAndBackAsLost() {
    ThreadBlockScheduler switching =
        new ThreadBlockScheduler(
            Devices.gpu("sms", 1), OneWay::new, sms, OneTechnique.SWITCH, Dispatchers.one(1));
    int row = switching.start(0, HALF);
    switching.quotas().setOnAll(row, 1);
    switching.launch(0);
    switching.quotas().setOnAll(row, 0);
    switching.launch(2);
    switching.threadBlockEnded(5, 0, 0, true);
    switching.quotas().setOnAll(row, 1);
    switching.launch(6);
    assertEquals(0.5 * 3, switching.preemptions().lostSmCycles());

    switching.threadBlockEnded(90, 0, 0, false);

    assertEquals(0.5 * (3 + RecordingSms.RESTORED), switching.preemptions().lostSmCycles());
  }

  @Test
  void letsADrainingThreadBlockStayWhenItsQuotaRisesAgain() {
    int row = startUnlimited(0, HALF);
    fill();
    scheduler.quotas().setOnAll(row, 1);
    scheduler.launch(5);
    sms.clear();
    scheduler.quotas().setOnAll(row, 2);

    scheduler.launch(6);

    assertEquals("6:keep sm0.1 6:keep sm1.1", sms.log());
    assertEquals(0, scheduler.sms().leaving(0, row));
  }

  @Test
  void leavesAKernelAloneThatHasNothingLeftToLaunch() {
    int row = startUnlimited(0, TestKernel.of("last", 4, 1024, 1));
    fill();
    sms.clear();
    scheduler.quotas().setOnAll(row, 0);

    scheduler.launch(9);

    assertEquals("", sms.log());
  }

  @Test
  void prefersTheBoundaryThreadBlockOfAKernelThatLaunchesNothingMoreBesideAnother() {
    ThreadBlockScheduler twoWay =
        new ThreadBlockScheduler(
            Devices.gpu("sms", 1),
            RangeAllocators.of(RangeAllocators.TWO_WAY, 2),
            sms,
            OneTechnique.DRAIN,
            Dispatchers.one(1));
    int ending = twoWay.start(0, TestKernel.of("ending", 3, 256, 1));
    int other = twoWay.start(1, EIGHTH);
    twoWay.quotas().setOnAll(ending, 3);
    twoWay.quotas().setOnAll(other, 3);
    for (int cycle = 0; cycle < 6; cycle++) {
      twoWay.launch(cycle);
    }
    assertTrue(sms.log().contains("prefer sm0.4"), sms.log()); // the third of it
    sms.clear();

    twoWay.threadBlockEnded(20, 0, 4, false);

    assertEquals("20:prefer sm0.2", sms.log());
  }

  @Test
  void countsCyclesInWhichAThreadBlockHasRoomButNoPlace() {
    TestKernel small = new TestKernel("small", 100, 32, 64, 0, 1); // 2048 registers
    TestKernel large = new TestKernel("large", 100, 32, 128, 0, 1); // 4096
    int a = scheduler.start(0, small);
    int b = scheduler.start(1, large);
    scheduler.quotas().set(0, a, 32);
    fill(); // 65536 / 2048 = 32 thread blocks, all slots
    scheduler.quotas().set(0, a, 30);
    scheduler.quotas().set(0, b, 1);
    scheduler.threadBlockEnded(100, 0, 0, false);
    scheduler.threadBlockEnded(100, 0, 2, false);
    scheduler.launch(100); // 4096 free registers in two pieces
    scheduler.threadBlockEnded(150, 0, 1, false);
    scheduler.launch(150);

    FragmentationCounters counters = scheduler.fragmentation();
    assertEquals(1, counters.periods());
    assertEquals(50, counters.smCycles());
    assertEquals(50 * 4096 / 65536.0, counters.registerSmCycles(), 1e-12);
    assertEquals(0, counters.sharedMemorySmCycles());
    assertEquals(1, scheduler.sms().resident(0, b));
  }

  private int startUnlimited(int process, TestKernel kernel) {
    int row = scheduler.start(process, kernel);
    scheduler.quotas().setOnAll(row, Quotas.UNLIMITED);
    return row;
  }

  /** Launches in cycles from 0 on until nothing more fits. */
  private void fill() {
    long cycle = 0;
    while (scheduler.launch(cycle) > 0) {
      cycle++;
    }
  }
}
