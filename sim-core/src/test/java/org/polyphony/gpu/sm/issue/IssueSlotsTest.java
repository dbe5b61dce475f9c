package org.polyphony.gpu.sm.issue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.sm.warp.Ports;
import org.polyphony.gpu.sm.warp.Schedulers;
import org.polyphony.gpu.sm.warp.Waiting;
import org.polyphony.gpu.sm.warp.WarpStates;
import org.polyphony.gpu.sm.warp.WarpTable;
import org.polyphony.gpu.sm.warp.Warps;

/** Two schedulers: even warps belong to the first, odd ones to the second. */
class IssueSlotsTest {
  private static final long EVEN = 0b0101;
  private static final long ODD = 0b1010;
  private static final int SHARED_PORT = Warps.MEMORY_PORT + 1;
  private static final int CONSTANT_PORT = Warps.MEMORY_PORT + 2;

  private final WarpStates warps = new WarpTable(16, Ports.count(Warps.SM), true, 1).states();
  private final IssueSlots slots = new IssueSlots(new Schedulers(Warps.SM), Warps.SM, warps, 1);
  private long cycle;

  private void ready(int port, long who) {
    Waiting.setReady(warps, port, who);
  }

  /** Charges a cycle in which nothing issues; returns the cause that has got both slots. */
  private StallCause nextIdle() {
    Map<StallCause, Long> before = new EnumMap<>(StallCause.class);
    for (StallCause cause : StallCause.values()) {
      before.put(cause, slots.charged(cause));
    }
    slots.charge(cycle++, 0, 0);
    return Stream.of(StallCause.values())
        .filter(cause -> slots.charged(cause) == before.get(cause) + 2)
        .findFirst()
        .orElseThrow();
  }

  /** Every wait at once, in the order of the causes; each ends when it has been charged. */
  @Test
  void chargesTheFirstOfTheCausesInTheirOrder() {
    int[] ports = {Warps.ALU_PORT, Warps.MEMORY_PORT, CONSTANT_PORT, SHARED_PORT};
    StallCause[] atPorts = {
      StallCause.PIPE_BUSY,
      StallCause.MEMORY_PIPE_BUSY,
      StallCause.MEMORY_PIPE_BUSY,
      StallCause.SHARED_PIPE_BUSY
    };
    Map<Waiting, StallCause> waits = new LinkedHashMap<>();
    waits.put(Waiting.LOAD, StallCause.LOAD_DEPENDENCY);
    waits.put(Waiting.RESULT, StallCause.RESULT_DEPENDENCY);
    waits.put(Waiting.BARRIER, StallCause.BARRIER);
    waits.put(Waiting.FENCE, StallCause.FENCE);
    waits.put(Waiting.FETCH, StallCause.FETCH);
    waits.put(Waiting.CONTEXT, StallCause.PREEMPTION);
    waits.put(Waiting.ALIVE, StallCause.DRAINING);
    for (int port : ports) {
      ready(port, 0b0011);
    }
    waits.keySet().forEach(wait -> wait.set(warps, 0b0011));

    for (int i = 0; i < ports.length; i++) {
      assertEquals(atPorts[i], nextIdle());
      ready(ports[i], 0);
    }
    waits.forEach(
        (wait, cause) -> {
          assertEquals(cause, nextIdle());
          wait.set(warps, 0);
        });
    assertEquals(StallCause.NO_WARP, nextIdle());
  }

  @Test
  void chargesEachSchedulerToWhatItsOwnWarpsWaitFor() {
    Waiting.ALIVE.set(warps, EVEN | ODD);
    Waiting.BARRIER.set(warps, EVEN);
    Waiting.LOAD.set(warps, ODD);

    slots.charge(0, 0, 0);

    assertEquals(1, slots.charged(StallCause.BARRIER));
    assertEquals(1, slots.charged(StallCause.LOAD_DEPENDENCY));
    assertEquals(2, slots.stalled());
  }

  @Test
  void chargesASchedulerThatIssuedOrWasRefusedToNothingElse() {
    ready(Warps.ALU_PORT, EVEN | ODD);

    slots.charge(0, 0b01, 0b10);

    assertEquals(1, slots.charged(StallCause.ISSUED));
    assertEquals(1, slots.charged(StallCause.NO_QUOTA));
    assertEquals(0, slots.charged(StallCause.PIPE_BUSY));
    assertEquals(1, slots.stalled());
  }

  @Test
  void chargesTheCyclesInWhichTheSmSleptOnceToWhatItWaitedFor() {
    Waiting.ALIVE.set(warps, EVEN);
    Waiting.LOAD.set(warps, EVEN);
    slots.charge(4, 0, 0);
    assertEquals(1, slots.charged(StallCause.LOAD_DEPENDENCY));

    slots.chargeUntil(5);
    assertEquals(1, slots.charged(StallCause.LOAD_DEPENDENCY));
    slots.chargeUntil(6);
    assertEquals(2, slots.charged(StallCause.LOAD_DEPENDENCY));
    slots.chargeUntil(106);
    slots.chargeUntil(106);

    assertEquals(102, slots.charged(StallCause.LOAD_DEPENDENCY));
    assertEquals(102, slots.charged(StallCause.NO_WARP));
  }

  /** Seven cycles; a wait for memory counts a slot a cycle for each scheduler. */
  @ParameterizedTest
  @CsvSource({"true, 14", "false, 0"})
  void countsAWaitForTheMemoryPipeForMemoryWhenAnAccessToItTookThePipe(
      boolean byGlobal, long counted) {
    ready(Warps.MEMORY_PORT, EVEN | ODD);
    slots.memoryPipeTaken(byGlobal);

    slots.chargeUntil(7);

    assertEquals(counted, slots.memoryStalled());
    assertEquals(14, slots.charged(StallCause.MEMORY_PIPE_BUSY));
  }

  @Test
  void countsAWaitForGlobalDataForMemoryUnlessAPipeOrTheConstantUnitIsWaitedForToo() {
    Waiting.LOAD.set(warps, EVEN | ODD);
    Waiting.GLOBAL_LOAD.set(warps, ODD);
    slots.chargeUntil(7);
    assertEquals(7, slots.memoryStalled());

    ready(CONSTANT_PORT, ODD);
    slots.chargeUntil(10);
    ready(CONSTANT_PORT, 0);
    ready(Warps.ALU_PORT, ODD);
    slots.chargeUntil(20);

    assertEquals(7, slots.memoryStalled());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void chargesEverySlotOfEveryCycleOnceWhateverIsWaitedFor(long seed) {
    Random random = new Random(seed);
    long now = 0;
    for (int step = 0; step < 2000; step++) {
      ready(random.nextInt(CONSTANT_PORT + 1), some(random));
      Waiting.LOAD.set(warps, some(random));
      Waiting.GLOBAL_LOAD.set(warps, warps.blockedOnLoad() & random.nextInt(16));
      Waiting.BARRIER.set(warps, some(random));
      Waiting.ALIVE.set(warps, random.nextInt(16));
      now += random.nextInt(4);
      slots.chargeUntil(now);
      int issued = random.nextInt(4);
      slots.charge(now++, issued, ~issued & random.nextInt(4));
      long sum = slots.stalled() + slots.charged(StallCause.ISSUED);
      assertEquals(2 * now, sum, "seed " + seed + " step " + step);
    }
  }

  private static int some(Random random) {
    int warps = random.nextInt(16);
    return warps & random.nextInt(16);
  }
}
