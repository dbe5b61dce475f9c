package org.polyphony.host.mgb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.HostFixture;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.TaskNeed;

/** Two devices of 1,000 bytes and 4 SMs, each with room for 8 warps in 3 thread blocks. */
class PlacementTest {
  private static final HostMachine MACHINE =
      HostFixture.node(4, HostFixture.gpu(1000), HostFixture.gpu(1000));

  private final EmulatedSms alg2 = new EmulatedSms(MACHINE);
  private final LeastWarps alg3 = new LeastWarps(MACHINE);

  private static TaskNeed need(long bytes, int threadBlocks, int warps) {
    return new TaskNeed(bytes, threadBlocks, warps, TaskNeed.ANY, 0);
  }

  /**
   * Tasks of processes 1, 2 and so on by bytes, thread blocks and warps of each, and the device
   * that they are placed on, or -1; or a process whose task is released.
   */
  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "alg2, 10/8/3@0 10/1/3@1 10/4/2@0, 4 SMs hold 8 of 3 warps; 2 warps are left on each",
    "alg2, 0/1/1@0 0/1000000/8@1 0/1000000/8@-1 release1 0/1000000/8@0, 'deviation 47: a grid that"
        + " is too large gets an idle device'",
    "alg3, 10/5/4@0 10/4/4@1 10/2/4@1 10/1/4@0 release2 10/100/4@1, 'deviation 46: the least warps:"
        + " 20 and 16, 20 and 24; compute is soft'",
    "alg3, 600/1/1@0 300/100/1@1 700/1/1@1 401/1/1@-1 400/1/1@0, only that one has the memory"
  })
  void places(String algorithm, String tasks, String why) {
    Placement placement = algorithm.equals("alg2") ? alg2 : alg3;
    int process = 0;
    for (String task : tasks.split(" ", -1)) {
      if (task.startsWith("release")) {
        placement.release(task.charAt(task.length() - 1) - '0');
        continue;
      }
      String[] words = task.split("[/@]", -1);
      int blocks = Integer.parseInt(words[1]);
      TaskNeed need = need(Long.parseLong(words[0]), blocks, Integer.parseInt(words[2]));
      assertEquals(Integer.parseInt(words[3]), placement.place(++process, need), why);
    }
  }

  @Test
  void alg2GoesRoundTheSmsAndChangesNothingWhenOneThreadBlockFindsNoRoom() {
    alg2.place(1, need(0, 5, 3));
    alg2.place(2, need(0, 8, 3));

    assertEquals(Placement.NONE, alg2.place(3, need(0, 4, 3)));
    assertEquals(2, alg2.sms(0).freeWarps(0));
    assertEquals(5, alg2.sms(0).freeWarps(3));
    assertEquals(0, alg2.place(4, need(0, 3, 3)));
  }

  @Test
  void alg2RefusesAThreadBlockLargerThanAnSm() {
    assertTrue(alg2.canEverPlace(need(0, 1, 8)));
    assertFalse(alg2.canEverPlace(need(0, 1, 9)));
  }

  /** After every step: what tasks have and what is free make the whole device. */
  @Test
  void conservesMemoryWarpsAndRoomOnSms() {
    long seed = new Random().nextLong();
    System.out.println("PlacementTest seed " + seed);
    Random random = new Random(seed);
    Map<Integer, TaskNeed> needs = new HashMap<>();
    Map<Integer, Integer> on2 = new HashMap<>();
    Map<Integer, Integer> on3 = new HashMap<>();
    for (int step = 0; step < 20_000; step++) {
      int process = random.nextInt(12);
      if (needs.remove(process) != null) {
        alg2.release(process);
        alg3.release(process);
        on2.remove(process);
        on3.remove(process);
      } else {
        TaskNeed need = need(random.nextInt(900), random.nextInt(15), 1 + random.nextInt(8));
        needs.put(process, need);
        on2.put(process, alg2.place(process, need));
        on3.put(process, alg3.place(process, need));
      }
      for (int device = 0; device < 2; device++) {
        checkAlg2(needs, on2, device);
        checkAlg3(needs, on3, device);
      }
    }
  }

  private void checkAlg2(Map<Integer, TaskNeed> needs, Map<Integer, Integer> on, int device) {
    long memory = alg2.freeMemory(device);
    int warps = 0;
    for (int sm = 0; sm < 4; sm++) {
      assertTrue(alg2.sms(device).freeWarps(sm) >= 0);
      assertTrue(alg2.sms(device).freeThreadBlocks(sm) >= 0);
      warps += alg2.sms(device).freeWarps(sm);
    }
    for (Map.Entry<Integer, Integer> task : on.entrySet()) {
      TaskNeed need = needs.get(task.getKey());
      if (task.getValue() == device) {
        int capacity = 4 * Math.min(3, 8 / need.warpsPerThreadBlock());
        memory += need.memoryBytes();
        warps += Math.min(capacity, need.threadBlocks()) * need.warpsPerThreadBlock();
      }
    }
    assertEquals(1000, memory);
    assertEquals(32, warps);
  }

  private void checkAlg3(Map<Integer, TaskNeed> needs, Map<Integer, Integer> on, int device) {
    long memory = alg3.freeMemory(device);
    long warps = 0;
    for (Map.Entry<Integer, Integer> task : on.entrySet()) {
      if (task.getValue() == device) {
        memory += needs.get(task.getKey()).memoryBytes();
        warps += needs.get(task.getKey()).warps();
      }
    }
    assertTrue(alg3.freeMemory(device) >= 0);
    assertEquals(1000, memory);
    assertEquals(warps, alg3.warpsInUse(device));
  }
}
