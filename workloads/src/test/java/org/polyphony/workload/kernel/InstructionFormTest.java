package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.input.InvalidInputException;

class InstructionFormTest {
  private static InstructionTable table(String program) {
    return TinyModel.kernel(program).instructions();
  }

  private static String fact(InstructionTable table, int i, String what) {
    return switch (what) {
      case "class" -> table.opClass(i).name();
      case "space" -> table.space(i).name();
      case "effect" -> table.effect(i).name();
      case "flags" -> flags(table.flags(i));
      case "width" -> "" + table.widthBytes(i);
      case "operands" -> "" + table.operandCount(i);
      case "stall" -> table.stall(i) + (table.yields(i) ? "y" : "");
      case "to" -> "" + table.destination(i, 0);
      case "pc" -> "" + table.pc(i);
      default -> "" + table.size();
    };
  }

  private static String flags(int sum) {
    return sum == InstructionTable.BYPASS_L1
        ? "BYPASS_L1"
        : sum == InstructionTable.COMMITS ? "COMMITS" : "" + sum;
  }

  /** Programs, and facts about their instructions, by the numbers of these. */
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "LDG.E.U8 v = @ a[0] !bypassL1" \
              | 0 class LOAD, 0 space GLOBAL, 0 width 1, 0 flags BYPASS_L1 \
              | class, memory and width from the mnemonic
          {"op": "HMMA", "class": "TENSOR", "to": ["R3"]} | 0 class TENSOR, 0 to 3 \
              | the object form, with a class of its own
          "MOV r =; FADD*3 r = r" | 0 size 5, 2 pc 16 | each repetition counts, with eight bytes
          {"repeat": 2, "as": "k", "body": [{"op": "MOV", "to": ["R{k}"]}, "MOV R{k + 4} ="]} \
              | 0 to 0, 1 to 4, 2 to 1, 3 to 5 | registers of each copy have their names
          "FADD:4 R1 = R1; FADD*2:13y R1 = R1" | 0 stall 4, 2 stall 13y \
              | stall counts behind a colon
          "FADD R1 = R1" | 0 stall 0 | and none
          {"loop": "i", "trips": 2, "body": ["FADD:4 R1 = R1; FADD R1 = R1"]} \
              | 1 stall 1, 2 stall 5 \
              | implied branches stall five cycles where others have stall counts
          "LDGSTS.E.BYPASS.128(4) s = @ a[lane * 4]; LDGDEPBAR; DEPBAR.LE(1); DEPBAR.LE" \
              | 0 effect COPY, 0 flags BYPASS_L1, 0 space GLOBAL, 0 width 16, 0 operands 1, \
          1 effect COMMIT_COPIES, 2 effect AWAIT_COPIES, 3 effect NONE \
              | asynchronous copies and their waits
          "WARPGROUP.ARRIVE; HGMMA.64x128x16.F32.BF16 d =; MOV a =; HGMMA.64x128x16.F32.BF16 d = a, d \
          !commit; WARPGROUP.DEPBAR.LE(0)" \
              | 0 effect NONE, 1 effect MULTIPLY, 1 flags 0, 3 flags COMMITS, 3 class TENSOR, \
          4 effect AWAIT_MULTIPLIES | multiply-adds of warpgroups
          "LDSM.16.M88.4(4) v =; STS.64(2 + warp) v; STSM.16.MT88.2(2) v; LDS(1) v =" \
              | 0 effect MATRICES, 0 width 16, 2 class STORE, 2 width 8, 0 space SHARED, 1 space SHARED, \
          2 space SHARED, 3 space SHARED, 0 operands 1, 1 operands 1, 2 operands 1, 3 operands 1 \
              | passes of shared memory
          {"if": "thread < 32", "then": ["BAR.ARV(1, 64)"], "else": ["BAR.SYNC(1, 64)"]} \
              | 1 effect ARRIVE, 3 operands 2, 3 effect NONE \
              | whole warps may take sides to barriers with a number
          """)
  void isReadAs(String program, String facts, String why) {
    InstructionTable table = table(program);

    for (String each : facts.split(", ", -1)) {
      String[] words = each.split(" ", -1);
      assertEquals(words[2], fact(table, Integer.parseInt(words[0]), words[1]), each);
    }
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

  @ParameterizedTest
  @ValueSource(strings = {"FADD:0 R1 = R1", "FADD:64 R1 = R1", "FADD:4x R1 = R1", "FADD: R1 = R1"})
  void saysWhichStallCountsThereAre(String instruction) {
    Exception e = assertThrows(InvalidInputException.class, () -> table("\"" + instruction + "\""));

    assertTrue(e.getMessage().contains("1 to 63 after the :"), e.getMessage());
  }
}
