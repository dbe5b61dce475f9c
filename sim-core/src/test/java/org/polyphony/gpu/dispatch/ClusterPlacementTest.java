package org.polyphony.gpu.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.RecordingSms;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.gpu.testing.Script;
import org.polyphony.gpu.testing.ScriptedKernel;
import org.polyphony.input.InvalidInputException;
import org.polyphony.policy.preemption.OneTechnique;

/** 6 SMs in 2 GPCs: SMs 0 to 3, and 4 and 5. */
class ClusterPlacementTest {
  private final RecordingSms sms = new RecordingSms();

  private ThreadBlockScheduler scheduler(Preemption technique, Object... dispatch) {
    return new ThreadBlockScheduler(
        Devices.gpu("sms", 6, "gpcs", List.of(4, 2), "dispatch", Devices.dispatch(dispatch)),
        OneWay::new,
        sms,
        technique,
        Dispatchers.one(6));
  }

  private static ScriptedKernel kernel(int blocks, int cluster) {
    return new Script("clustered").grid(blocks, 1024).clusters(cluster).op(OpClass.INT, 1).build();
  }

  private static int start(ThreadBlockScheduler scheduler, ScriptedKernel kernel) {
    int row = scheduler.start(0, kernel);
    scheduler.quotas().setOnAll(row, Quotas.UNLIMITED);
    return row;
  }

  @Test
  void theThreadBlocksOfAClusterLaunchTogetherInAGpc() {
    ThreadBlockScheduler scheduler = scheduler(OneTechnique.DRAIN);
    start(scheduler, kernel(8, 2));

    assertEquals(6, scheduler.launch(0));
    assertEquals(2, scheduler.launch(1));

    assertEquals(
        "0:sm0.0=k0/0 0:sm1.0=k0/1 0:sm2.0=k0/2 0:sm3.0=k0/3 0:sm4.0=k0/4 0:sm5.0=k0/5"
            + " 1:sm0.1=k0/6 1:sm1.1=k0/7",
        sms.log());
  }

  @Test
  void aClusterWaitsUntilAllItsThreadBlocksHaveRoom() {
    ThreadBlockScheduler scheduler = scheduler(OneTechnique.DRAIN);
    int other = scheduler.start(1, kernel(4, 1));
    scheduler.quotas().set(1, other, 2);
    scheduler.quotas().set(5, other, 2);
    scheduler.launch(0);
    scheduler.launch(1);
    sms.clear();
    start(scheduler, kernel(6, 3));

    scheduler.launch(2);

    assertEquals("2:sm0.0=k1/0 2:sm2.0=k1/1 2:sm3.0=k1/2", sms.log());
  }

  @Test
  void theRoomiestSmTakesItsPeersAlong() {
    ThreadBlockScheduler scheduler = scheduler(OneTechnique.DRAIN, "mostRoom", true, "perCycle", 2);
    start(scheduler, kernel(8, 2));

    for (int cycle = 0; cycle < 3; cycle++) {
      assertEquals(2, scheduler.launch(cycle));
    }

    assertEquals(
        "0:sm0.0=k0/0 0:sm1.0=k0/1 1:sm2.0=k0/2 1:sm3.0=k0/3 2:sm4.0=k0/4 2:sm5.0=k0/5", sms.log());
  }

  @Test
  void aClusterDrainsWhateverTheTechnique() {
    ThreadBlockScheduler scheduler = scheduler(OneTechnique.FLUSH);
    int row = start(scheduler, kernel(8, 2));
    scheduler.launch(0);
    sms.clear();

    scheduler.quotas().setOnAll(row, 0);
    scheduler.launch(1);

    assertEquals(6, sms.log().split("prefer", -1).length - 1);
    assertTrue(!sms.log().contains("drop"), sms.log());
  }

  @Test
  void aShareWithoutRoomInAGpcIsRefusedByName() {
    ThreadBlockScheduler scheduler = scheduler(OneTechnique.DRAIN);
    int row = scheduler.start(0, kernel(8, 4));
    for (int sm = 2; sm < 6; sm++) {
      scheduler.quotas().set(sm, row, 1);
    }

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> scheduler.launch(0));
    assertEquals(
        "kernel clustered: its clusters of 4 thread blocks need 4 SMs of one GPC, but its share of"
            + " the device has at most 2 in one (device key gpcs)",
        e.getMessage());
  }

  @Test
  void anSmWithoutPeersDoesNotHoldUpOtherKernels() {
    ThreadBlockScheduler scheduler = scheduler(OneTechnique.DRAIN);
    start(scheduler, kernel(30, 3));
    start(scheduler, kernel(1, 1));
    scheduler.launch(0);
    scheduler.launch(1);
    scheduler.launch(2);

    assertTrue(sms.log().contains("sm3.0=k1/0"), sms.log());
  }
}
