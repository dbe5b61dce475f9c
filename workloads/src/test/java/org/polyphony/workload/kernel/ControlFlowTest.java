package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

class ControlFlowTest {
  private static String trace(String program) {
    return Walk.trace(TinyModel.kernel(program), 0, 0);
  }

  @Test
  void issuesStraightLineCodeWithAllLanesAndAnExit() {
    assertEquals("MOV:ffffffff FADD:ffffffff EXIT:ffffffff", trace("\"MOV r =; FADD r = r\""));
  }

  @Test
  void repeatsALoopBodyAndItsBranch() {
    assertEquals(
        "MOV:ffffffff BRA:ffffffff MOV:ffffffff BRA:0 EXIT:ffffffff",
        trace("{\"loop\": \"i\", \"trips\": 2, \"body\": [\"MOV r =\"]}"));
  }

  @Test
  void skipsALoopWithoutTrips() {
    assertEquals(
        "EXIT:ffffffff", trace("{\"loop\": \"i\", \"trips\": 0, \"body\": [\"MOV r =\"]}"));
  }

  @Test
  void dropsLanesFromALoopWhenTheirTripsAreDone() {
    assertEquals(
        "MOV:fffffffe BRA:fffffffc MOV:fffffffc BRA:0 EXIT:ffffffff",
        trace("{\"loop\": \"i\", \"trips\": \"min(tx, 2)\", \"body\": [\"MOV r =\"]}"));
  }

  @Test
  void takesTripCountsFromTheThreadBlock() {
    Kernel kernel =
        TinyModel.kernel("{\"loop\": \"i\", \"trips\": \"bx\", \"body\": [\"MOV r =\"]}");

    assertEquals("EXIT:ffffffff", Walk.trace(kernel, 0, 0));
    assertEquals("MOV:ffffffff BRA:0 EXIT:ffffffff", Walk.trace(kernel, 1, 0));
  }

  @Test
  void nestsLoopsWithTripsThatDependOnTheOuterCounter() {
    assertEquals(
        "BRA:ffffffff MOV:ffffffff BRA:0 BRA:0 EXIT:ffffffff",
        trace(
            "{\"loop\": \"i\", \"trips\": 2, \"body\": ["
                + "{\"loop\": \"j\", \"trips\": \"i\", \"body\": [\"MOV r =\"]}]}"));
  }

  @Test
  void keepsALaneOutOfAWhileLoopOnceItLeft() {
    assertEquals(
        "MOV:ffffffff BRA:f MOV:f BRA:f MOV:f BRA:0 EXIT:ffffffff",
        trace(
            "{\"loop\": \"i\", \"while\": \"i != 1 || tx < 4\", \"limit\": 3,"
                + " \"body\": [\"MOV r =\"]}"));
  }

  @Test
  void splitsLanesBetweenThenAndElseAndJoinsThem() {
    assertEquals(
        "BRA:fffffff0 MOV:f BRA:f FADD:fffffff0 NOP:ffffffff EXIT:ffffffff",
        trace("{\"if\": \"tx < 4\", \"then\": [\"MOV r =\"], \"else\": [\"FADD s =\"]}, \"NOP\""));
  }

  @Test
  void skipsTheThenPartThatNoLaneTakes() {
    assertEquals(
        "BRA:ffffffff NOP:ffffffff EXIT:ffffffff",
        trace("{\"if\": \"0\", \"then\": [\"MOV r =\"]}, \"NOP\""));
  }

  @Test
  void skipsTheElsePartThatNoLaneTakes() {
    assertEquals(
        "BRA:0 MOV:ffffffff BRA:ffffffff EXIT:ffffffff",
        trace("{\"if\": \"1\", \"then\": [\"MOV r =\"], \"else\": [\"FADD s =\"]}"));
  }

  @Test
  void issuesPredicatedInstructionsWithoutActiveLanes() {
    assertEquals(
        "MOV:0 FADD:3 EXIT:ffffffff",
        trace(
            "{\"predicate\": \"0\", \"body\": [\"MOV r =\"]},"
                + "{\"predicate\": \"tx < 2\", \"body\": [\"FADD r =\"]}"));
  }

  @Test
  void endsTheWarpWhenAllLanesExit() {
    assertEquals("EXIT:ffffffff", trace("{\"exit\": \"1\"}, \"MOV r =\""));
  }

  @Test
  void keepsExitedLanesOutAfterTheJoin() {
    assertEquals(
        "BRA:ffffff00 EXIT:ff MOV:ffffff00 EXIT:ffffff00",
        trace("{\"if\": \"tx < 8\", \"then\": [{\"exit\": \"1\"}, \"NOP\"]}, \"MOV r =\""));
  }

  @Test
  void leavesALoopWhenAllLanesExitInIt() {
    assertEquals(
        "EXIT:0 BRA:ffffffff EXIT:ffffffff",
        trace("{\"loop\": \"i\", \"trips\": 9, \"body\": [{\"exit\": \"i == 1\"}]}, \"NOP\""));
  }

  @Test
  void leavesLanesBeyondTheBlockOut() {
    Kernel kernel = TinyModel.kernelOf(TinyModel.text("\"NOP\"").replace("[32, 2]", "[40]"));

    assertEquals("NOP:ff EXIT:ff", Walk.trace(kernel, 0, 1));
  }

  @Test
  void startsAThreadBlockAfreshInAReusedSlot() {
    Kernel kernel = TinyModel.kernel("\"NOP\", {\"exit\": \"tx < 8\"}, \"NOP\"");
    InstructionStream stream = kernel.open(1);
    stream.begin(0, 0);
    stream.next(0, 0);
    stream.next(0, 0);
    stream.end(0);

    stream.begin(0, 1);

    assertEquals(0, stream.next(0, 0));
    assertEquals(-1, stream.activeMask(0, 0));
  }

  @Test
  void staysAtTheEnd() {
    InstructionStream stream = TinyModel.kernel("{\"exit\": \"1\"}").open(1);
    stream.begin(0, 0);
    stream.next(0, 0);

    assertEquals(InstructionStream.END, stream.next(0, 0));
    assertEquals(InstructionStream.END, stream.next(0, 0));
  }

  @Test
  void keepsWarpsOfAllSlotsApart() {
    InstructionStream stream = TinyModel.kernel("\"NOP\", \"MOV r =\"").open(2);
    stream.begin(0, 0);
    stream.begin(1, 1);
    stream.next(1, 1);
    stream.next(1, 1);

    assertEquals(0, stream.next(0, 0));
    assertEquals(2, stream.next(1, 1));
  }
}
