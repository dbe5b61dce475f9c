package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

class ControlFlowTest {
  /** The instructions of the first warp with a mask of their active lanes, or * for all. */
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          "MOV r =", "FADD r = r" ; MOV:* FADD:* EXIT:* ; straight line, and an exit
          {"loop": "i", "trips": 2, "body": ["MOV r ="]} ; MOV:* BRA:* MOV:* BRA:0 EXIT:* \
              ; a body and its branch
          {"loop": "i", "trips": 0, "body": ["MOV r ="]} ; EXIT:* ; no trips
          {"loop": "i", "trips": "min(tx, 2)", "body": ["MOV r ="]} \
              ; MOV:fffffffe BRA:fffffffc MOV:fffffffc BRA:0 EXIT:* \
              ; lanes leave when their trips are done
          {"loop": "i", "trips": 2, "body": [{"loop": "j", "trips": "i", "body": ["MOV r ="]}]} \
              ; BRA:* MOV:* BRA:0 BRA:0 EXIT:* ; trips of the outer counter
          {"loop": "i", "while": "i != 1 || tx < 4", "limit": 3, "body": ["MOV r ="]} \
              ; MOV:* BRA:f MOV:f BRA:f MOV:f BRA:0 EXIT:* ; a lane that left stays out
          {"if": "tx < 4", "then": ["MOV r ="], "else": ["FADD s ="]}, "NOP" \
              ; BRA:fffffff0 MOV:f BRA:f FADD:fffffff0 NOP:* EXIT:* ; both sides, joined
          {"if": "0", "then": ["MOV r ="]}, "NOP" ; BRA:* NOP:* EXIT:* ; no lane takes then
          {"if": "1", "then": ["MOV r ="], "else": ["FADD s ="]} ; BRA:0 MOV:* BRA:* EXIT:* \
              ; no lane takes else
          {"predicate": "0", "body": ["MOV r ="]}, {"predicate": "tx < 2", "body": ["FADD r ="]} ; MOV:0 FADD:3 EXIT:* ; predicates issue without lanes
          {"exit": "1"}, "MOV r =" ; EXIT:* ; all lanes exit
          {"if": "tx < 8", "then": [{"exit": "1"}, "NOP"]}, "MOV r =" \
              ; BRA:ffffff00 EXIT:ff MOV:ffffff00 EXIT:ffffff00 ; exited lanes stay out
          {"loop": "i", "trips": 9, "body": [{"exit": "i == 1"}]}, "NOP" ; EXIT:0 BRA:* EXIT:* \
              ; all lanes exit in a loop
          """)
  void issues(String program, String trace, String why) {
    String found = Walk.trace(TinyModel.kernel(program), 0, 0);

    assertEquals(trace, found.replace("ffffffff", "*"), why);
  }

  @Test
  void takesTripCountsFromTheThreadBlock() {
    Kernel kernel =
        TinyModel.kernel("{\"loop\": \"i\", \"trips\": \"bx\", \"body\": [\"MOV r =\"]}");

    assertEquals("EXIT:ffffffff", Walk.trace(kernel, 0, 0));
    assertEquals("MOV:ffffffff BRA:0 EXIT:ffffffff", Walk.trace(kernel, 1, 0));
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
