package org.polyphony.gpu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.config.DispatchConfig;
import org.polyphony.gpu.config.SmConfig;
import org.polyphony.gpu.dispatch.Dispatchers;
import org.polyphony.gpu.dispatch.Occupancy;
import org.polyphony.gpu.dispatch.Preemption;
import org.polyphony.gpu.dispatch.PreemptionTechnique;
import org.polyphony.gpu.dispatch.Quotas;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.dispatch.ThreadBlockPort;
import org.polyphony.gpu.dispatch.ThreadBlockScheduler;
import org.polyphony.gpu.testing.Devices;

/**
 * Drives the scheduler with random kernels, quotas, ends, preemptions and stops; after each step
 * the tables must agree, and at the end every grid must have run exactly once.
 */
class RandomQuotasTest implements ThreadBlockPort {
  private static final int SMS = 3;
  private static final int STEPS = 3000;
  private final List<int[]> resident = new ArrayList<>(); // SM, slot
  private final Map<Integer, Set<Long>> finished = new HashMap<>(); // by kernel row
  private static final int SLOTS = 32;
  private final Set<Integer> leaving = new HashSet<>(); // SM and slot: will end as dropped
  private final Set<String> suspended = new HashSet<>(); // kernel and thread block
  private final Set<Integer> launchedOn = new HashSet<>(); // SMs in this cycle
  private ThreadBlockScheduler scheduler;
  private Random random;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void keepsItsTablesAndEndsEveryKernelWhateverIsAsked(long seed) {
    random = new Random(seed);
    DispatchConfig dispatch =
        Devices.dispatch(
            "mostRoom " + (seed > 6),
            "perCycle " + (1 + seed % 4),
            "refillLatency " + seed % 3 * 7);
    String allocation = RangeAllocators.names().get((int) (seed % 3));
    scheduler =
        new ThreadBlockScheduler(
            Devices.gpu("sms", SMS, "dispatch", dispatch),
            RangeAllocators.of(allocation, 4),
            this,
            technique(),
            Dispatchers.one(SMS));
    for (int cycle = 0; cycle < STEPS; cycle++) {
      step(cycle);
      launch(cycle);
      scheduler.verifyConservation();
    }
    finishAll();
    assertEquals(0, scheduler.kernels().runningMask());
  }

  private void step(int cycle) {
    switch (random.nextInt(8)) {
      case 0 -> startKernel();
      case 1 -> setQuotas();
      case 2, 3, 4, 5 -> endOne(cycle);
      case 6 -> stopSometimes(cycle);
      default -> removeEnded(cycle);
    }
  }

  private void startKernel() {
    if (Integer.bitCount(scheduler.kernels().runningMask()) < 6) {
      int row = scheduler.start(random.nextInt(4), randomKernel(random, 40));
      finished.put(row, new HashSet<>());
    }
  }

  private void setQuotas() {
    if (random.nextInt(4) == 0) {
      scheduler.quotas().clear(); // SMs are no longer exclusive
    }
    if (random.nextInt(4) == 0) {
      scheduler.quotas().setAllExclusive();
    }
    for (int row = 0; row < 6; row++) {
      scheduler.quotas().set(random.nextInt(SMS), row, random.nextInt(6));
      scheduler.quotas().setRank(row, random.nextInt(2));
    }
  }

  private void endOne(long cycle) {
    if (resident.isEmpty()) {
      return;
    }
    int[] place = resident.remove(random.nextInt(resident.size()));
    int row = scheduler.sms().block(place[0], place[1]).kernel();
    boolean dropped = leaving.remove(SLOTS * place[0] + place[1]);
    if (!dropped) {
      long threadBlock = scheduler.sms().block(place[0], place[1]).index();
      assertTrue(finished.get(row).add(threadBlock), "ran twice: " + threadBlock);
    }
    scheduler.threadBlockEnded(cycle, place[0], place[1], dropped);
  }

  private void stopSometimes(long cycle) {
    int row = random.nextInt(6);
    if (random.nextInt(10) == 0 && scheduler.kernels().isRunning(row)) {
      scheduler.stop(cycle, row);
    }
  }

  private void removeEnded(long cycle) {
    for (int row = 0; row < 6; row++) {
      if (scheduler.kernels().isRunning(row) && scheduler.kernels().hasEnded(row)) {
        if (!scheduler.kernels().isStopping(row)) {
          assertEquals(scheduler.kernels().threadBlocks(row), finished.get(row).size());
        }
        scheduler.remove(cycle, row);
      }
    }
  }

  private void launch(long cycle) {
    launchedOn.clear();
    assertEquals(scheduler.launch(cycle), launchedOn.size());
  }

  private void finishAll() {
    scheduler.quotas().clear();
    for (int row = 0; row < 6; row++) {
      scheduler.quotas().setOnAll(row, Quotas.UNLIMITED);
    }
    for (int cycle = STEPS; cycle < 4 * STEPS; cycle++) {
      endOne(cycle);
      launch(cycle);
      scheduler.verifyConservation();
      removeEnded(cycle);
    }
  }

  @Override
  public void launch(long cycle, int sm, int tbSlot, int kernel, long threadBlock) {
    assertTrue(launchedOn.add(sm), "two thread blocks in a cycle on SM " + sm);
    int staying = scheduler.sms().resident(sm, kernel) - scheduler.sms().leaving(sm, kernel);
    assertTrue(staying <= scheduler.quotas().get(sm, kernel));
    resident.add(new int[] {sm, tbSlot});
  }

  @Override
  public void drop(long cycle, int sm, int tbSlot) {
    leaving.add(SLOTS * sm + tbSlot);
  }

  @Override
  public void prefer(long cycle, int sm, int tbSlot, boolean first) {}

  @Override
  public void suspend(long cycle, int sm, int tbSlot, boolean movesContext) {
    leaving.add(SLOTS * sm + tbSlot);
    assertTrue(suspended.add(name(sm, tbSlot)), "suspended twice: " + name(sm, tbSlot));
  }

  @Override
  public void resume(
      long cycle, int sm, int tbSlot, int kernel, long threadBlock, boolean movesContext) {
    String name = scheduler.kernels().order(kernel) + "/" + threadBlock;
    assertTrue(suspended.remove(name), "not suspended: " + name);
    launch(cycle, sm, tbSlot, kernel, threadBlock);
  }

  private String name(int sm, int tbSlot) {
    int row = scheduler.sms().block(sm, tbSlot).kernel();
    return scheduler.kernels().order(row) + "/" + scheduler.sms().block(sm, tbSlot).index();
  }

  @Override
  public boolean mayRunAgain(int sm, int tbSlot) {
    return tbSlot % 2 == 0;
  }

  /** A technique of its own for each thread block. */
  private Preemption technique() {
    return victims ->
        victims.stream()
            .map(v -> PreemptionTechnique.values()[random.nextInt(v.mayFlush() ? 3 : 2)])
            .toList();
  }

  @Override
  public long issuedBy(int sm, int tbSlot) {
    return 1;
  }

  @Override
  public long restoreCycles(int sm, int tbSlot) {
    return 0;
  }

  /** Returns a kernel of which at least one thread block fits on an SM. */
  static TestKernel randomKernel(Random random, int threadBlocks) {
    SmConfig sm = Devices.sm();
    while (true) {
      TestKernel kernel =
          new TestKernel(
              "random",
              1 + random.nextInt(threadBlocks),
              1 + random.nextInt(1024),
              1 + random.nextInt(100),
              random.nextBoolean() ? 0 : random.nextInt(49_153),
              1);
      if (Occupancy.of(sm, ThreadBlockNeed.of(sm, kernel)).threadBlocks() > 0) {
        return kernel;
      }
    }
  }
}
