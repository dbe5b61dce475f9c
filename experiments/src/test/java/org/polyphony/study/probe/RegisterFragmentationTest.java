package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.alloc.OneWay;
import org.polyphony.gpu.alloc.RangeAllocators;
import org.polyphony.study.probe.RegisterFragmentation.Choice;

class RegisterFragmentationTest {
  private static final int REGISTERS = 65_536;
  private final Random random = new Random(1);

  private double oneWay(int ofA, int ofB) {
    return new RegisterFragmentation(OneWay::new, REGISTERS, 32, Choice.RANDOM, 4000)
        .mean(ofA, ofB, random);
  }

  @Test
  void isHalfWhereOneThreadBlockOfALeavesTooSmallAHoleForAHalf() {
    // A: one of 32,000 at 0; B: one of 32,768 behind it; 768 are free behind that
    assertEquals(0.5, oneWay(32_000, 32_768), 0);
  }

  @Test
  void isZeroWhereAThreadBlockOfAIsAsLargeAsOneOfB() {
    assertEquals(0, oneWay(8192, 8192), 0);
    assertEquals(0, oneWay(16_384, 4096), 0);
  }

  @Test
  void isTheChanceThatTheHolesDoNotTouch() {
    // A: 4 of 8192, B: 2 of 16,384, nothing is free: 2 of A leave; of the 6 choices 3 touch
    assertEquals(0.5 * 16_384 / REGISTERS, oneWay(8192, 16_384), 0.01);
  }

  @Test
  void isZeroWhereOnlySlotsAreShort() {
    assertEquals(0, oneWay(512, 1024), 0); // 16 of each, half of the registers are free
  }

  @Test
  void twoWayAllocationLeavesNothing() {
    RegisterFragmentation twoWay =
        new RegisterFragmentation(
            RangeAllocators.of(RangeAllocators.TWO_WAY, 2), REGISTERS, 32, Choice.BOUNDARY, 1);
    for (int ofA = 512; ofA <= REGISTERS / 2; ofA += 512) {
      for (int ofB = 512; ofB <= REGISTERS / 2; ofB += 512) {
        assertEquals(0, twoWay.mean(ofA, ofB, random), ofA + " " + ofB);
      }
    }
  }
}
