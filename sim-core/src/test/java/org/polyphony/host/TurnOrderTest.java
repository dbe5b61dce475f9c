package org.polyphony.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.engine.EventQueue;

class TurnOrderTest {
  @Test
  void theLaunchThatStartedFirstComesFirst() {
    LaunchTurns turns = new LaunchTurns(3);
    turns.started(2);
    turns.started(0);

    assertEquals(2, turns.turn(0, 0b101, false));
    turns.started(2); // its next one
    assertEquals(0, turns.turn(10, 0b101, false));
    assertEquals(EventQueue.NEVER, turns.due());
  }

  @Test
  void slicesGoRoundTheQueuesThatAreReady() {
    SliceTurns turns = new SliceTurns(50);
    assertEquals(1, turns.turn(0, 0b110, false));
    assertEquals(50, turns.due());
    assertEquals(1, turns.turn(49, 0b110, false));
    assertEquals(2, turns.turn(50, 0b110, false));
    assertEquals(1, turns.turn(100, 0b110, false));
  }

  @Test
  void aSliceEndsEarlyWhenNothingIsLeftToPlace() {
    SliceTurns turns = new SliceTurns(50);
    turns.turn(0, 0b110, false);

    assertEquals(2, turns.turn(20, 0b100, false));
    assertEquals(EventQueue.NEVER, turns.due()); // nobody else is ready
  }

  @Test
  void aSliceIsGrantedAgainWhileOthersLeave() {
    SliceTurns turns = new SliceTurns(50);
    turns.turn(0, 0b110, false);

    assertEquals(1, turns.turn(50, 0b110, true));
    assertEquals(100, turns.due());
  }
}
