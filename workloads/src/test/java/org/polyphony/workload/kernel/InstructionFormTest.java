package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

class InstructionFormTest {
  private static InstructionTable table(String program) {
    return TinyModel.kernel(program).instructions();
  }

  @Test
  void takesClassMemoryAndWidthFromTheMnemonic() {
    InstructionTable table = table("\"LDG.E.U8 v = @ a[0] !bypassL1\"");

    assertEquals(OpClass.LOAD, table.opClass(0));
    assertEquals(MemorySpace.GLOBAL, table.space(0));
    assertEquals(1, table.widthBytes(0));
    assertEquals(InstructionTable.BYPASS_L1, table.flags(0));
  }

  @Test
  void readsTheObjectFormWithAClassOfItsOwn() {
    InstructionTable table = table("{\"op\": \"HMMA\", \"class\": \"TENSOR\", \"to\": [\"R3\"]}");

    assertEquals(OpClass.TENSOR, table.opClass(0));
    assertEquals(3, table.destination(0, 0));
  }

  @Test
  void writesRepeatedInstructionsOut() {
    assertEquals(1 + 3 + 1, table("\"MOV r =; FADD*3 r = r\"").size());
  }

  @Test
  void renamesRegistersOfEachCopy() {
    InstructionTable table =
        table(
            "{\"repeat\": 2, \"as\": \"k\", \"body\":"
                + " [{\"op\": \"MOV\", \"to\": [\"R{k}\"]}, \"MOV R{k + 4} =\"]}");

    assertEquals(0, table.destination(0, 0));
    assertEquals(4, table.destination(1, 0));
    assertEquals(1, table.destination(2, 0));
    assertEquals(5, table.destination(3, 0));
  }

  @Test
  void givesValuesThatLiveAtOnceDifferentRegisters() {
    InstructionTable table = table("\"MOV x =; MOV y =; FADD z = x, y\"");

    assertNotEquals(table.destination(0, 0), table.destination(1, 0));
    assertEquals(table.destination(0, 0), table.source(2, 0));
    assertEquals(table.destination(1, 0), table.source(2, 1));
  }

  @Test
  void keepsWhatALoopReadsUntilItsEnd() {
    InstructionTable table =
        table(
            "\"MOV x =\", {\"loop\": \"i\", \"trips\": 2, \"body\":"
                + " [\"FADD s = x; FADD*9 t = s\"]}");

    for (int i = 1; i < table.size() - 2; i++) {
      assertNotEquals(table.destination(0, 0), table.destination(i, 0));
    }
  }

  @Test
  void countsEightBytesPerInstruction() {
    assertEquals(16, table("\"NOP; NOP; NOP\"").pc(2));
  }
}
