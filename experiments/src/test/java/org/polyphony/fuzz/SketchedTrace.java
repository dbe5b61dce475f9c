package org.polyphony.fuzz;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.polyphony.compare.Choices;

/**
 * The trace of a small kernel, part by part, so that it can be changed and stays one: header,
 * thread blocks, warps, instructions. A warp's count of instructions follows from its lines.
 */
final class SketchedTrace {
  private static final List<String> ALU = Seeds.words("traced ALU opcodes");

  private static final List<String> MEMORY = Seeds.words("traced memory opcodes");

  private static final List<String> CONTROL = Seeds.words("traced control opcodes");

  final Map<String, String> header = new LinkedHashMap<>();
  final List<Block> blocks = new ArrayList<>();

  /** A thread block: its index in the grid, and its warps. */
  static final class Block {
    String index;
    final List<Warp> warps = new ArrayList<>();
  }

  /** A warp: its index in the thread block, and its lines. */
  static final class Warp {
    String index;
    final List<Instruction> lines = new ArrayList<>();
  }

  /** An instruction: its fields as they stand in a line. */
  static final class Instruction {
    String pc;
    String mask = "ffffffff";
    String destinations = "1 R2";
    String opcode = "IADD3";
    String sources = "2 R3 R4";
    String memory = "0";

    @Override
    public String toString() {
      return String.join(" ", pc, mask, destinations, opcode, sources, memory, "0");
    }

    Instruction copy() {
      Instruction copy = new Instruction();
      copy.pc = pc;
      copy.mask = mask;
      copy.destinations = destinations;
      copy.opcode = opcode;
      copy.sources = sources;
      copy.memory = memory;
      return copy;
    }
  }

  /** Returns a valid trace. */
  static SketchedTrace random(Choices choices) {
    SketchedTrace trace = new SketchedTrace();
    int blocks = choices.between(1, 4);
    int warps = choices.of(1, 1, 2, 3);
    trace.putHeader(blocks, warps, choices);
    List<Instruction> program = program(choices);
    for (int b = 0; b < blocks; b++) {
      Block block = new Block();
      block.index = b + ",0,0";
      trace.blocks.add(block);
      for (int w = 0; w < warps; w++) {
        block.warps.add(warp(w, program, choices));
      }
    }
    return trace;
  }

  private void putHeader(int blocks, int warps, Choices choices) {
    header.put("kernel name", "_Z4testPf");
    header.put("kernel id", "1");
    header.put("grid dim", "(" + blocks + ",1,1)");
    header.put("block dim", "(" + 32 * warps + ",1,1)");
    header.put("shmem", choices.of("0", "512", "4096"));
    header.put("nregs", choices.of("16", "20", "64"));
    header.put("binary version", choices.of("70", "75", "80", "86", "90"));
    header.put("cuda stream id", "0");
    header.put("shmem base_addr", "0x00007f5a00000000");
    header.put("local mem base_addr", "0x00007f5a01000000");
    header.put("nvbit version", "1.7");
    header.put("accelsim tracer version", choices.of("4", "5", "5"));
    header.put("enable lineinfo", "0");
  }

  private static List<Instruction> program(Choices choices) {
    List<Instruction> program = new ArrayList<>();
    for (int i = choices.between(1, 12); i > 0; i--) {
      Instruction line = new Instruction();
      line.pc = String.format(Locale.ROOT, "%04x", 16 * program.size());
      fill(line, choices);
      program.add(line);
    }
    return program;
  }

  /** Makes an instruction of any class. */
  static void fill(Instruction line, Choices choices) {
    int kind = choices.between(0, 9);
    line.opcode = choices.of(kind < 4 ? ALU : kind < 9 ? MEMORY : CONTROL);
    boolean writes = kind < 4 || line.opcode.startsWith("L");
    line.destinations = writes ? "1 R" + choices.between(0, 15) : "0";
    line.sources =
        choices.of("0", "1 R" + choices.between(0, 15), "2 R" + choices.between(0, 15) + " R255");
    line.memory = kind >= 4 && kind < 9 ? memory(choices) : "0";
  }

  /** Returns width, compression and addresses of an instruction of 32 lanes. */
  static String memory(Choices choices) {
    int width = choices.of(1, 2, 4, 4, 8, 16);
    String base = "0x" + Long.toHexString(0x7f0000000000L + 128L * choices.between(0, 4000));
    if (choices.percent(70)) {
      return width + " 1 " + base + " " + choices.of(0, width, 128, -width, 4096);
    }
    StringBuilder list = new StringBuilder(width + (choices.percent(50) ? " 0" : " 2 " + base));
    boolean isDelta = list.indexOf(" 2 ") > 0;
    for (int lane = isDelta ? 1 : 0; lane < 32; lane++) {
      int offset = choices.between(isDelta ? -512 : 0, 512);
      list.append(' ').append(isDelta ? "" + offset : "0x" + Long.toHexString(0x7f0000L + offset));
    }
    return list.toString();
  }

  private static Warp warp(int index, List<Instruction> program, Choices choices) {
    Warp warp = new Warp();
    warp.index = Integer.toString(index);
    for (Instruction line : program) {
      boolean isOff = choices.percent(8); // by a predicate
      if (!isOff || warp.lines.isEmpty()) {
        warp.lines.add(line.copy());
      }
    }
    return warp;
  }

  /** Returns the text of the trace. */
  String text() {
    StringBuilder text = new StringBuilder();
    header.forEach((key, value) -> text.append("-" + key + " = " + value + "\n"));
    text.append("\n#traces format = PC mask ...\n\n");
    for (Block block : blocks) {
      text.append("#BEGIN_TB\n\nthread block = " + block.index + "\n\n");
      for (Warp warp : block.warps) {
        text.append("warp = " + warp.index + "\ninsts = " + warp.lines.size() + "\n");
        warp.lines.forEach(line -> text.append(line).append('\n'));
        text.append('\n');
      }
      text.append("#END_TB\n\n");
    }
    return text.toString();
  }
}
