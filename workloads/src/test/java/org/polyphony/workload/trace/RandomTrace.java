package org.polyphony.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random program whose warps loop, skip branches and leave out what a predicate turns off; each
 * instruction has a mnemonic of its own.
 */
final class RandomTrace {
  private static final int LENGTH = 60;
  private static final String[] OPCODES = {
    "LDG.E", "LDG.E", "LDG.E.64", "LDS", "LDG.E.CONSTANT", "STG.E", "STS", "FADD", "FFMA", "IADD3",
    "IADD3.X", "ISETP", "MUFU", "DADD", "BAR.SYNC", "BRA", "LEA.HI.X", "MEMBAR", "FMUL", "LOP3"
  };

  private final Random random;
  private final String[] opcodes = new String[LENGTH];
  private final String[] registers = new String[LENGTH];

  RandomTrace(Random random) {
    this.random = random;
    for (int i = 0; i < LENGTH; i++) {
      opcodes[i] = OPCODES[random.nextInt(OPCODES.length)];
      boolean writes = !opcodes[i].matches("(ST|BRA|BAR|MEMBAR|ISETP).*");
      String to = writes ? "1 R" + random.nextInt(16) : "0";
      String mnemonic = opcodes[i] + ".N" + (char) ('A' + i % 26) + (char) ('A' + i / 26);
      registers[i] =
          to + " " + mnemonic + " 2 R" + random.nextInt(16) + " R" + random.nextInt(16) + " ";
    }
  }

  /** Returns the text of a kernel of some thread blocks of two warps. */
  TraceText text(int blocks) {
    TraceText text = new TraceText().grid(blocks).header();
    for (int block = 0; block < blocks; block++) {
      text.beginBlock(block).warp(0, warp()).warp(1, warp()).endBlock();
    }
    return text;
  }

  private String[] warp() {
    List<String> lines = new ArrayList<>();
    int at = 0;
    for (int left = 300; left > 0 && at < LENGTH; left--) {
      boolean isBranch = opcodes[at].equals("BRA");
      if (isBranch || random.nextInt(12) > 0) { // else a predicate turned it off
        lines.add(line(at));
      }
      boolean jumps = isBranch && random.nextInt(3) > 0;
      at = jumps ? (at * 7 + random.nextInt(2) * 13) % LENGTH : at + 1;
    }
    return lines.toArray(String[]::new);
  }

  private String line(int at) {
    int mask = random.nextInt(3) == 0 ? random.nextInt() : -1;
    int width = opcodes[at].contains("64") ? 8 : 4;
    boolean isMemory = opcodes[at].matches("(LD|ST).*");
    String address = String.format(" 1 0x%x %d", 0x7f0000000000L + 128L * at, width);
    return String.format("%04x %08x ", 16 * at, mask)
        + registers[at]
        + (isMemory ? width + (mask == 0 ? " 1 0x0 0" : address) : "0")
        + " 0";
  }
}
