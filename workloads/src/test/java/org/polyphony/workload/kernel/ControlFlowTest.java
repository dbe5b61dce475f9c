package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

class ControlFlowTest {
  /** Instructions that warp 0 of thread block 0 issues, with the lanes that are active. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      textBlock =
          """
          straight line code -> 'MOV r =; FADD r = r' -> MOV:ffffffff FADD:ffffffff EXIT:ffffffff
          a loop repeats its body and its branch -> {'loop': 'i', 'trips': 2, 'body': ['MOV r =']} -> MOV:ffffffff BRA:ffffffff MOV:ffffffff BRA:0 EXIT:ffffffff
          a loop without trips is skipped -> {'loop': 'i', 'trips': 0, 'body': ['MOV r =']} -> EXIT:ffffffff
          lanes leave a loop when their trips are done -> {'loop': 'i', 'trips': 'min(tx, 2)', 'body': ['MOV r =']} -> MOV:fffffffe BRA:fffffffc MOV:fffffffc BRA:0 EXIT:ffffffff
          trips of an inner loop depend on the outer counter -> {'loop': 'i', 'trips': 2, 'body': [{'loop': 'j', 'trips': 'i', 'body': ['MOV r =']}]} -> BRA:ffffffff MOV:ffffffff BRA:0 BRA:0 EXIT:ffffffff
          a lane that left a while loop stays out -> {'loop': 'i', 'while': 'i != 1 || tx < 4', 'limit': 3, 'body': ['MOV r =']} -> MOV:ffffffff BRA:f MOV:f BRA:f MOV:f BRA:0 EXIT:ffffffff
          lanes split between then and else and join -> {'if': 'tx < 4', 'then': ['MOV r ='], 'else': ['FADD s =']}, 'NOP' -> BRA:fffffff0 MOV:f BRA:f FADD:fffffff0 NOP:ffffffff EXIT:ffffffff
          a then part that no lane takes is skipped -> {'if': '0', 'then': ['MOV r =']}, 'NOP' -> BRA:ffffffff NOP:ffffffff EXIT:ffffffff
          an else part that no lane takes is skipped -> {'if': '1', 'then': ['MOV r ='], 'else': ['FADD s =']} -> BRA:0 MOV:ffffffff BRA:ffffffff EXIT:ffffffff
          predicated instructions issue without active lanes -> {'predicate': '0', 'body': ['MOV r =']}, {'predicate': 'tx < 2', 'body': ['FADD r =']} -> MOV:0 FADD:3 EXIT:ffffffff
          the warp ends when all lanes exit -> {'exit': '1'}, 'MOV r =' -> EXIT:ffffffff
          exited lanes stay out after the join -> {'if': 'tx < 8', 'then': [{'exit': '1'}, 'NOP']}, 'MOV r =' -> BRA:ffffff00 EXIT:ff MOV:ffffff00 EXIT:ffffff00
          a loop ends when all lanes exit in it -> {'loop': 'i', 'trips': 9, 'body': [{'exit': 'i == 1'}]}, 'NOP' -> EXIT:0 BRA:ffffffff EXIT:ffffffff
          """)
  void issuesWithTheLanesThatTakePart(String rule, String program, String trace) {
    assertEquals(trace, Walk.trace(TinyModel.kernel(program), 0, 0), rule);
  }

  @Test
  void takesTripCountsFromTheThreadBlock() {
    Kernel kernel = TinyModel.kernel("{'loop': 'i', 'trips': 'bx', 'body': ['MOV r =']}");

    assertEquals("EXIT:ffffffff", Walk.trace(kernel, 0, 0));
    assertEquals("MOV:ffffffff BRA:0 EXIT:ffffffff", Walk.trace(kernel, 1, 0));
  }

  @Test
  void leavesLanesBeyondTheBlockOut() {
    Kernel kernel = TinyModel.kernelOf(TinyModel.text("'NOP'").replace("[32, 2]", "[40]"));

    assertEquals("NOP:ff EXIT:ff", Walk.trace(kernel, 0, 1));
  }

  @Test
  void startsAThreadBlockAfreshInAReusedSlot() {
    Kernel kernel = TinyModel.kernel("'NOP', {'exit': 'tx < 8'}, 'NOP'");
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
    InstructionStream stream = TinyModel.kernel("{'exit': '1'}").open(1);
    stream.begin(0, 0);
    stream.next(0, 0);

    assertEquals(InstructionStream.END, stream.next(0, 0));
    assertEquals(InstructionStream.END, stream.next(0, 0));
  }

  @Test
  void keepsWarpsOfAllSlotsApart() {
    InstructionStream stream = TinyModel.kernel("'NOP', 'MOV r ='").open(2);
    stream.begin(0, 0);
    stream.begin(1, 1);
    stream.next(1, 1);
    stream.next(1, 1);

    assertEquals(0, stream.next(0, 0));
    assertEquals(2, stream.next(1, 1));
  }
}
