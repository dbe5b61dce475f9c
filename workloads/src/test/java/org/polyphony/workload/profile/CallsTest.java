package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallsTest {
  private final List<SassLine> code = new ArrayList<>();

  private void line(long address, String text, long warps) {
    code.add(
        SassLine.parse(
            address, text, new SassLine.Counts(warps, 32 * warps, 32 * warps, 0, 0, 0, 0)));
  }

  private static List<String> texts(List<SassLine> lines) {
    return lines.stream().map(line -> line.counts().warps() + " " + line).toList();
  }

  @Test
  void eachCallGetsACopyOfItsFunctionWithItsShareOfTheExecutions() {
    line(0x00, "CALL.REL.NOINC 0x100", 2);
    line(0x10, "CALL.REL.NOINC 0x100", 6);
    line(0x20, "EXIT", 8);
    line(0x100, "FADD R1, R2, R3", 8);
    line(0x110, "RET.REL.NODEC R4, 0x0", 8);

    assertEquals(
        List.of(
            "2 BRA 0x1000000000100",
            "6 BRA 0x2000000000100",
            "8 EXIT ",
            "2 FADD R1, R2, R3",
            "2 BRA 0x10",
            "6 FADD R1, R2, R3",
            "6 BRA 0x20"),
        texts(Calls.inlined(code)));
  }

  @Test
  void branchesWithinAFunctionStayInItsCopy() {
    line(0x00, "CALL.REL.NOINC 0x100", 4);
    line(0x10, "EXIT", 4);
    line(0x100, "@P0 BRA 0x120", 4);
    line(0x110, "FADD R1, R2, R3", 4);
    line(0x120, "RET.REL.NODEC R4, 0x0", 4);

    assertTrue(texts(Calls.inlined(code)).contains("4 @P0 BRA 0x1000000000120"));
  }

  @Test
  void aFunctionThatCallsAnotherHasACopyOfThatInIt() {
    line(0x00, "CALL.REL.NOINC 0x100", 4);
    line(0x10, "EXIT", 4);
    line(0x100, "CALL.REL.NOINC 0x200", 4);
    line(0x110, "RET.REL.NODEC R4, 0x0", 4);
    line(0x200, "FMUL R1, R2, R3", 4);
    line(0x210, "RET.REL.NODEC R6, 0x0", 4);

    List<String> texts = texts(Calls.inlined(code));

    assertTrue(texts.contains("4 BRA 0x2000000000200"), texts.toString());
    assertTrue(texts.contains("4 BRA 0x1000000000110"), texts.toString()); // behind the inner call
    assertTrue(texts.contains("4 BRA 0x10"), texts.toString());
  }

  @Test
  void recursionEnds() {
    line(0x00, "CALL.REL.NOINC 0x100", 4);
    line(0x10, "EXIT", 4);
    line(0x100, "CALL.REL.NOINC 0x100", 4);
    line(0x110, "RET.REL.NODEC R4, 0x0", 8);

    assertTrue(Calls.inlined(code).size() < 100);
  }

  @Test
  void codeWithoutCallsIsKept() {
    line(0x00, "FADD R1, R2, R3", 4);
    line(0x10, "EXIT", 4);

    assertEquals(code, Calls.inlined(code));
  }

  @Test
  void callsThatBranchOutWithoutEndAreCopiedToALimit() {
    line(0x00, "CALL.REL.NOINC 0x100", 4);
    line(0x10, "EXIT", 4);
    for (int i = 0; i < 99; i++) {
      line(0x100 + 0x10 * i, i % 2 == 0 ? "FADD R1, R2, R3" : "CALL.REL.NOINC 0x100", 4);
    }
    line(0x100 + 0x10 * 99, "RET.REL.NODEC R4, 0x0", 4);

    assertTrue(Calls.inlined(code).size() < 80_000);
  }

  @Test
  void aCallOfWhatWasNotExecutedIsABranch() {
    line(0x00, "CALL.REL.NOINC 0x100", 4);
    line(0x10, "EXIT", 4);
    line(0x100, "FADD R1, R2, R3", 0);
    line(0x110, "RET.REL.NODEC R4, 0x0", 4);

    assertEquals("4 CALL.REL.NOINC 0x100", texts(Calls.inlined(code)).get(0));
  }
}
