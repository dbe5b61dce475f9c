package org.polyphony.sweep.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class LossesTest {
  private final Losses losses = new Losses(3);

  @Test
  void losesATaskThatIsOutOfTheQueueTwiceInARow() {
    assertFalse(losses.isLost(3, ended(0), false));
    assertFalse(losses.isLost(3, ended(0), true));
    assertFalse(losses.isLost(3, ended(0), false));
    assertTrue(losses.isLost(3, ended(0), false));
  }

  @Test
  void doesNotLoseATaskThatIsOver() {
    TaskStatus over = new TaskStatus(4, 1, 4, 9, 9, true);

    assertFalse(losses.isLost(1, over, false));
    assertFalse(losses.isLost(1, over, false));
  }

  @Test
  void givesUpAtTheThirdLossWithoutAnEndedRun() {
    assertTrue(lose(2, 5));
    assertTrue(lose(2, 5));
    assertEquals(Set.of(), losses.givenUp());
    assertFalse(lose(2, 5));
    assertEquals(Set.of(2), losses.givenUp());
    assertFalse(lose(2, 5));
  }

  @Test
  void goesOnWhileRunsEndBetweenLosses() {
    for (int ended = 0; ended < 10; ended++) {
      assertTrue(lose(1, ended));
      assertTrue(lose(1, ended));
    }
  }

  private boolean lose(int task, int ended) {
    boolean first = losses.isLost(task, ended(ended), false);
    return losses.isLost(task, ended(ended), false) && !first;
  }

  private static TaskStatus ended(int runs) {
    return new TaskStatus(runs, 0, runs, 0, 0, false);
  }
}
