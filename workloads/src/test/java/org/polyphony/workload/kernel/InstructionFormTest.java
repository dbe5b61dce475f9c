package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.InvalidInputException;

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
  void writesRepeatedInstructionsOutAndCountsEightBytesForEach() {
    InstructionTable table = table("\"MOV r =; FADD*3 r = r\"");

    assertEquals(1 + 3 + 1, table.size());
    assertEquals(16, table.pc(2));
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
  void readsStallCountsBehindAColon() {
    InstructionTable table = table("\"FADD:4 R1 = R1; FADD*2:13y R1 = R1\"");

    assertEquals(4, table.stall(0));
    assertFalse(table.yields(0));
    assertEquals(13, table.stall(2));
    assertTrue(table.yields(2));
    assertEquals(0, table("\"FADD R1 = R1\"").stall(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FADD:0 R1 = R1", "FADD:64 R1 = R1", "FADD:4x R1 = R1", "FADD: R1 = R1"})
  void saysWhichStallCountsThereAre(String instruction) {
    Exception e = assertThrows(InvalidInputException.class, () -> table("\"" + instruction + "\""));

    assertTrue(e.getMessage().contains("1 to 63 after the :"), e.getMessage());
  }

  @Test
  void impliedBranchesStallFiveCyclesWhereOthersHaveStallCounts() {
    InstructionTable table =
        table("{\"loop\": \"i\", \"trips\": 2, \"body\": [\"FADD:4 R1 = R1; FADD R1 = R1\"]}");

    assertEquals(1, table.stall(1));
    assertEquals(5, table.stall(2));
  }

  @Test
  void readsAsynchronousCopiesAndTheirWaits() {
    InstructionTable table =
        table("\"LDGSTS.E.BYPASS.128(4) s = @ a[lane * 4]; LDGDEPBAR; DEPBAR.LE(1); DEPBAR.LE\"");

    assertEquals(Effect.COPY, table.effect(0));
    assertEquals(InstructionTable.BYPASS_L1, table.flags(0));
    assertEquals(MemorySpace.GLOBAL, table.space(0));
    assertEquals(16, table.widthBytes(0));
    assertEquals(1, table.operandCount(0));
    assertEquals(Effect.COMMIT_COPIES, table.effect(1));
    assertEquals(Effect.AWAIT_COPIES, table.effect(2));
    assertEquals(Effect.NONE, table.effect(3));
  }

  @Test
  void readsMultiplyAddsOfWarpgroups() {
    InstructionTable table =
        table(
            "\"WARPGROUP.ARRIVE; HGMMA.64x128x16.F32.BF16 d =; MOV a =;"
                + " HGMMA.64x128x16.F32.BF16 d = a, d !commit; WARPGROUP.DEPBAR.LE(0)\"");

    assertEquals(Effect.NONE, table.effect(0));
    assertEquals(Effect.MULTIPLY, table.effect(1));
    assertEquals(0, table.flags(1));
    assertEquals(InstructionTable.COMMITS, table.flags(3));
    assertEquals(OpClass.TENSOR, table.opClass(3));
    assertEquals(Effect.AWAIT_MULTIPLIES, table.effect(4));
  }

  @Test
  void sharedMemoryCanBeAccessedInANumberOfPasses() {
    InstructionTable table =
        table("\"LDSM.16.M88.4(4) v =; STS.64(2 + warp) v; STSM.16.MT88.2(2) v; LDS(1) v =\"");

    assertEquals(Effect.MATRICES, table.effect(0));
    assertEquals(16, table.widthBytes(0));
    assertEquals(OpClass.STORE, table.opClass(2));
    assertEquals(8, table.widthBytes(2));
    for (int i = 0; i < 4; i++) {
      assertEquals(MemorySpace.SHARED, table.space(i));
      assertEquals(1, table.operandCount(i));
    }
  }

  @Test
  void wholeWarpsMayTakeSidesToBarriersWithANumber() {
    InstructionTable table =
        table(
            "{\"if\": \"thread < 32\", \"then\": [\"BAR.ARV(1, 64)\"],"
                + " \"else\": [\"BAR.SYNC(1, 64)\"]}");

    assertEquals(Effect.ARRIVE, table.effect(1));
    assertEquals(2, table.operandCount(3));
    assertEquals(Effect.NONE, table.effect(3));
  }
}
