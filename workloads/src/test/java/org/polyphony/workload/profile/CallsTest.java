package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallsTest {
  /** Lines of an address, the warps that executed it, and the instruction. */
  private static List<SassLine> code(String text) {
    List<SassLine> code = new ArrayList<>();
    for (String line : text.split("; ", -1)) {
      String[] words = line.split(" ", 3);
      long warps = Long.parseLong(words[1]);
      SassLine.Counts counts = new SassLine.Counts(warps, 32 * warps, 32 * warps, 0, 0, 0, 0);
      code.add(SassLine.parse(Long.parseLong(words[0], 16), words[2], counts));
    }
    return code;
  }

  private static List<String> texts(List<SassLine> lines) {
    return lines.stream().map(line -> line.counts().warps() + " " + line).toList();
  }

  @Test
  void eachCallGetsACopyOfItsFunctionWithItsShareOfTheExecutions() {
    List<SassLine> code =
        code(
            "0 2 CALL.REL.NOINC 0x100; 10 6 CALL.REL.NOINC 0x100; 20 8 EXIT;"
                + " 100 8 FADD R1, R2, R3; 110 8 RET.REL.NODEC R4, 0x0");

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

  /** Of each program, lines of what it becomes. */
  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 4 CALL.REL.NOINC 0x100; 10 4 EXIT; 100 4 @P0 BRA 0x120; 110 4 FADD R1, R2, R3; \
          120 4 RET.REL.NODEC R4, 0x0 | 4 @P0 BRA 0x1000000000120 \
              | branches within a function stay in its copy
          0 4 CALL.REL.NOINC 0x100; 10 4 EXIT; 100 4 CALL.REL.NOINC 0x200; \
          110 4 RET.REL.NODEC R4, 0x0; 200 4 FMUL R1, R2, R3; 210 4 RET.REL.NODEC R6, 0x0 \
              | 4 BRA 0x2000000000200; 4 BRA 0x1000000000110; 4 BRA 0x10 \
              | a function that calls another has a copy of that in it
          0 4 CALL.REL.NOINC 0x100; 10 4 EXIT; 100 0 FADD R1, R2, R3; 110 4 RET.REL.NODEC R4, 0x0 \
              | 4 CALL.REL.NOINC 0x100 | a call of what was not executed is a branch
          """)
  void becomes(String program, String lines, String why) {
    List<String> texts = texts(Calls.inlined(code(program)));

    for (String line : lines.split("; ", -1)) {
      assertTrue(texts.contains(line), why + ": " + texts);
    }
  }

  @Test
  void recursionEnds() {
    List<SassLine> code =
        code(
            "0 4 CALL.REL.NOINC 0x100; 10 4 EXIT; 100 4 CALL.REL.NOINC 0x100;"
                + " 110 8 RET.REL.NODEC R4, 0x0");

    assertTrue(Calls.inlined(code).size() < 100);
  }

  @Test
  void codeWithoutCallsIsKept() {
    List<SassLine> code = code("0 4 FADD R1, R2, R3; 10 4 EXIT");

    assertEquals(code, Calls.inlined(code));
  }

  @Test
  void callsThatBranchOutWithoutEndAreCopiedToALimit() {
    StringBuilder code = new StringBuilder("0 4 CALL.REL.NOINC 0x100; 10 4 EXIT");
    for (int i = 0; i < 99; i++) {
      String text = i % 2 == 0 ? "FADD R1, R2, R3" : "CALL.REL.NOINC 0x100";
      code.append("; %x 4 %s".formatted(0x100 + 0x10 * i, text));
    }
    code.append("; %x 4 RET.REL.NODEC R4, 0x0".formatted(0x100 + 0x10 * 99));

    assertTrue(Calls.inlined(code(code.toString())).size() < 80_000);
  }
}
