package org.polyphony.study.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.study.pairs.Category.COM_COM;
import static org.polyphony.study.pairs.Category.MEM_MEM;
import static org.polyphony.study.pairs.Variant.MAESTRO;
import static org.polyphony.study.pairs.Variant.SMK_EVEN;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.run.Standing;

class TimeLeftTest {
  private static TimeLeft.Work left(Category category, Variant variant, double share) {
    return new TimeLeft.Work(category, variant, TimeLeft.State.LEFT, share, Double.NaN, Double.NaN);
  }

  private static TimeLeft.Work ended(
      Category category, Variant variant, double cpuSeconds, double secondsHere) {
    return new TimeLeft.Work(category, variant, TimeLeft.State.ENDED, 1, cpuSeconds, secondsHere);
  }

  private static Standing standing(int jobs, TimeLeft.Work... works) {
    return new TimeLeft(jobs, 5, List.of(works)).standing();
  }

  @Test
  void takesTheMeanOfTheCategoryAndVariant() {
    Standing standing =
        standing(
            1,
            ended(COM_COM, MAESTRO, 10, 10),
            ended(COM_COM, MAESTRO, 20, 20),
            ended(MEM_MEM, MAESTRO, 40, 40),
            left(COM_COM, MAESTRO, 0),
            left(MEM_MEM, MAESTRO, 0));

    assertEquals(15 + 40, standing.secondsLeft(), 1e-9);
    assertEquals((15.0 + 15 + 40) / (3 * 15 + 2 * 40), standing.share(), 1e-9);
    assertEquals(3, standing.ended());
    assertEquals(3, standing.known());
    assertEquals(5, standing.runs());
  }

  @Test
  void takesTheVariantThenTheCategoryThenAllWhereNoneOfBothHasEnded() {
    Standing ofVariant =
        standing(
            1,
            ended(COM_COM, MAESTRO, 10, 10),
            ended(MEM_MEM, SMK_EVEN, 30, 30),
            left(MEM_MEM, MAESTRO, 0));
    Standing ofCategory = standing(1, ended(COM_COM, MAESTRO, 10, 10), left(COM_COM, SMK_EVEN, 0));
    Standing ofAll = standing(1, ended(COM_COM, MAESTRO, 10, 10), left(MEM_MEM, SMK_EVEN, 0));

    assertEquals(10, ofVariant.secondsLeft(), 1e-9);
    assertEquals(10, ofCategory.secondsLeft(), 1e-9);
    assertEquals(10, ofAll.secondsLeft(), 1e-9);
  }

  @Test
  void runsGoSideBySideAsLongAsThereAreSome() {
    TimeLeft.Work ended = ended(COM_COM, MAESTRO, 10, 10);
    TimeLeft.Work left = left(COM_COM, MAESTRO, 0);

    assertEquals(20, standing(2, ended, left, left, left, left).secondsLeft(), 1e-9);
    assertEquals(10, standing(2, ended, left).secondsLeft(), 1e-9);
  }

  @Test
  void whatARunHasDoneIsNotLeft() {
    Standing standing = standing(1, ended(COM_COM, MAESTRO, 10, 10), left(COM_COM, MAESTRO, 0.25));

    assertEquals(7.5, standing.secondsLeft(), 1e-9);
    assertEquals(12.5 / 20, standing.share(), 1e-9);
  }

  @Test
  void takesTheSpeedOfThisMachineNotOfTheOneThatBegan() {
    // two runs took 100 s elsewhere; one here took 50 s where (100 + 100 + 50) / 3 was expected
    Standing standing =
        standing(
            1,
            ended(COM_COM, MAESTRO, 100, Double.NaN),
            ended(COM_COM, MAESTRO, 100, Double.NaN),
            ended(COM_COM, MAESTRO, 50, 50),
            left(COM_COM, MAESTRO, 0));

    assertEquals(50, standing.secondsLeft(), 1e-9);
  }

  @Test
  void takesWhatAnotherMachineTookBeforeAnythingHasEndedHere() {
    Standing standing =
        standing(1, ended(COM_COM, MAESTRO, 100, Double.NaN), left(COM_COM, MAESTRO, 0));

    assertEquals(100, standing.secondsLeft(), 1e-9);
  }

  @Test
  void knowsNothingBeforeARunHasEnded() {
    Standing standing = standing(1, left(COM_COM, MAESTRO, 0.5), left(COM_COM, SMK_EVEN, 0));

    assertTrue(Double.isNaN(standing.secondsLeft()));
    assertEquals(0, standing.share());
  }

  @Test
  void aRunThatHasFailedIsNotLeft() {
    TimeLeft.Work failed =
        new TimeLeft.Work(COM_COM, MAESTRO, TimeLeft.State.FAILED, 1, Double.NaN, Double.NaN);

    Standing standing = standing(1, ended(COM_COM, MAESTRO, 10, 10), failed);

    assertEquals(0, standing.secondsLeft(), 1e-9);
    assertEquals(1, standing.failed());
    assertEquals(1, standing.share(), 1e-9);
  }
}
