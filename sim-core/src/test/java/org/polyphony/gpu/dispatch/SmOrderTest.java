package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.RecordingSms;
import org.polyphony.gpu.TestKernel;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.policy.preemption.OneTechnique;

class SmOrderTest {
  private static final TestKernel EIGHTH = TestKernel.of("eighth", 100, 256, 1);
  private final RecordingSms sms = new RecordingSms();

  @Test
  void launchesNoMoreThanTheDeviceDoesInACycle() {
    ThreadBlockScheduler scheduler = scheduler(4, Devices.dispatch("perCycle", 3));
    start(scheduler, 0, EIGHTH);

    assertEquals(3, scheduler.launch(0));
    assertEquals(3, scheduler.launch(1));

    assertEquals(
        "0:sm0.0=k0/0 0:sm1.0=k0/1 0:sm2.0=k0/2 1:sm3.0=k0/3 1:sm0.1=k0/4 1:sm1.1=k0/5", sms.log());
  }

  @Test
  void sendsAThreadBlockWhereTheMostOfItsKernelHaveRoom() {
    ThreadBlockScheduler scheduler =
        scheduler(3, Devices.dispatch("mostRoom", true, "perCycle", 1));
    int first = scheduler.start(0, EIGHTH);
    scheduler.quotas().set(0, first, 4);
    scheduler.quotas().set(2, first, 1);
    launch(scheduler, 0, 5); // SM 0 has room for 4 more, SM 1 for 8, SM 2 for 7
    sms.clear();
    start(scheduler, 1, EIGHTH);

    launch(scheduler, 9, 3);

    assertEquals("9:sm1.0=k1/0 10:sm2.1=k1/1 11:sm1.1=k1/2", sms.log());
  }

  @Test
  void countsTheRoomThatTheQuotaLeaves() {
    ThreadBlockScheduler scheduler =
        scheduler(2, Devices.dispatch("mostRoom", true, "perCycle", 1));
    int row = scheduler.start(0, EIGHTH);
    scheduler.quotas().set(0, row, 2);
    scheduler.quotas().set(1, row, 4);

    launch(scheduler, 0, 4);

    assertEquals("0:sm1.0=k0/0 1:sm1.1=k0/1 2:sm0.0=k0/2 3:sm1.2=k0/3", sms.log());
  }

  @Test
  void letsKernelsOfOneRankTakeTurns() {
    ThreadBlockScheduler scheduler =
        scheduler(2, Devices.dispatch("mostRoom", true, "perCycle", 1));
    int large = scheduler.start(0, TestKernel.of("half", 100, 1024, 1));
    int small = scheduler.start(1, EIGHTH);
    scheduler.quotas().set(0, large, 2);
    scheduler.quotas().set(1, small, 8);

    launch(scheduler, 0, 4);

    assertEquals("0:sm0.0=k0/0 1:sm1.0=k1/0 2:sm0.1=k0/1 3:sm1.1=k1/1", sms.log());
  }

  @Test
  void servesTheLowestRankFirst() {
    ThreadBlockScheduler scheduler =
        scheduler(2, Devices.dispatch("mostRoom", true, "perCycle", 1));
    int later = scheduler.start(0, EIGHTH);
    int sooner = scheduler.start(1, TestKernel.of("half", 100, 1024, 1));
    scheduler.quotas().set(0, later, 8);
    scheduler.quotas().set(1, sooner, 2);
    scheduler.quotas().setRank(later, 1);

    launch(scheduler, 0, 3);

    assertEquals("0:sm1.0=k1/0 1:sm1.1=k1/1 2:sm0.0=k0/0", sms.log());
  }

  private ThreadBlockScheduler scheduler(int count, DispatchConfig dispatch) {
    return new ThreadBlockScheduler(
        Devices.gpu("sms", count, "dispatch", dispatch),
        OneWay::new,
        sms,
        OneTechnique.DRAIN,
        Dispatchers.one(count));
  }

  private static void start(ThreadBlockScheduler scheduler, int process, TestKernel kernel) {
    scheduler.quotas().setOnAll(scheduler.start(process, kernel), Integer.MAX_VALUE);
  }

  private static void launch(ThreadBlockScheduler scheduler, long from, int cycles) {
    for (int i = 0; i < cycles; i++) {
      scheduler.launch(from + i);
    }
  }
}
