package org.polyphony.study.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.gpu.alloc.TwoNWay;
import org.polyphony.study.maestro.SharedMemorySituations.State;

/** Sizes of GPU Maestro section 3.3.1, in bytes: 2.5 kB is 2560, 3 kB is 3072. */
class SharedMemorySituationsTest {
  /** 2.5 kB before and 1.5 kB behind the two thread blocks of kernel 1, which wants 3 of the 4. */
  @Test
  void oneWayLeavesFourKilobytesThatKernelOneCannotUse() {
    assertEquals(
        new State(List.of(2560, 1536), 1, 0, 3072),
        new SharedMemorySituations(OneWay::new).afterAKernelEnds());
  }

  /** Of 5 kB one thread block gets a place; 0.5 kB and 2 kB stay, enough for another. */
  @Test
  void oneWayLaunchesOneOfTwoThreadBlocksAfterAPreemption() {
    assertEquals(
        new State(List.of(512, 2048), 2, 1, 2560),
        new SharedMemorySituations(OneWay::new).afterAPreemption());
  }

  @Test
  void twoWayLaunchesAllThatFitByAmount() {
    SharedMemorySituations twoWay =
        new SharedMemorySituations(RangeAllocators.of(RangeAllocators.TWO_WAY, 2));

    assertEquals(new State(List.of(1024), 1, 1, 0), twoWay.afterAKernelEnds());
    assertEquals(new State(List.of(), 2, 2, 0), twoWay.afterAPreemption());
  }

  @Test
  void twoNWayOfOnePairIsTwoWay() {
    SharedMemorySituations twoNWay = new SharedMemorySituations(n -> new TwoNWay(n, 1));

    assertEquals(
        new SharedMemorySituations(RangeAllocators.of(RangeAllocators.TWO_WAY, 2))
            .afterAPreemption(),
        twoNWay.afterAPreemption());
  }
}
