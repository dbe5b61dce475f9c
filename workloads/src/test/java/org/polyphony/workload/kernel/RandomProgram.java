package org.polyphony.workload.kernel;

import java.util.Random;
import java.util.StringJoiner;

/** The steps of a random program for {@link TinyModel}: loads, stores, arithmetic, control flow. */
final class RandomProgram {
  private static final int NAMES = 9;
  private static final String[] MEMORY = {
    "LDG.E.N# = @ a[tx + hash(#, tx) % 64]",
    "LDG.E.64.N# = @ a[2 * tx]",
    "LDS.N# = @ tile[(tx + #) % 128]",
    "LDL.N# = @ spill[# % 2]",
    "LDC.N# = @ coefficients[tx % 16]",
    "STG.E.N# @ a[tx]",
    "STS.N# @ tile[tx]",
    "STL.N# @ spill[# % 2]",
    "ATOMS.N# = @ tile[tx]"
  };
  private static final String[] ARITHMETIC = {
    "IADD.N# =", "IADD.X.N# =", "FFMA.N# =", "ISETP.N#", "SEL.N# =", "MUFU.N# =", "DEPBAR.N#"
  };

  private final Random random;
  private int next; // number of the next instruction: its mnemonic is its own

  RandomProgram(Random random) {
    this.random = random;
  }

  String text() {
    StringJoiner steps = new StringJoiner(", ");
    StringJoiner first = new StringJoiner("; ", "\"", "\"");
    for (int i = 0; i < NAMES; i++) {
      first.add("MOV r" + i + " =");
    }
    steps.add(first.toString());
    addSteps(steps, 0);
    return steps.toString();
  }

  private void addSteps(StringJoiner steps, int depth) {
    for (int i = random.nextInt(4); i >= 0; i--) {
      steps.add(straight());
      if (depth < 3) {
        steps.add(control(depth));
      }
    }
  }

  private String body(int depth) {
    StringJoiner steps = new StringJoiner(", ", "[", "]");
    addSteps(steps, depth + 1);
    return steps.toString();
  }

  private String control(int depth) {
    int one = next++;
    return switch (random.nextInt(5)) {
      case 0 -> "{\"loop\": \"i" + one + "\", \"trips\": 2, \"body\": " + body(depth) + "}";
      case 1 -> "{\"if\": \"tx < " + one % 32 + "\", \"then\": " + body(depth) + "}";
      case 2 ->
          "{\"if\": \"bx == 1\", \"then\": " + body(depth) + ", \"else\": " + body(depth) + "}";
      case 3 -> "{\"predicate\": \"tx > " + one % 32 + "\", \"body\": [" + straight() + "]}";
      default -> "\"MEMBAR.GL; SSY\"";
    };
  }

  private String straight() {
    StringJoiner text = new StringJoiner("; ", "\"", "\"");
    for (int i = random.nextInt(14); i >= 0; i--) {
      String[] forms = random.nextInt(5) < 2 ? MEMORY : ARITHMETIC;
      text.add(instruction(forms[random.nextInt(forms.length)]));
    }
    return text.toString();
  }

  private String instruction(String form) {
    String numbered = form.replace("#", "" + next++);
    String[] parts = numbered.split(" @ ", 2);
    boolean writes = parts[0].endsWith("=");
    String to = writes ? " r" + random.nextInt(NAMES) + " =" : "";
    String mnemonic = writes ? parts[0].substring(0, parts[0].length() - 2) : parts[0];
    String from = " r" + random.nextInt(NAMES) + ", r" + random.nextInt(NAMES);
    return mnemonic + to + from + (parts.length > 1 ? " @ " + parts[1] : "");
  }
}
