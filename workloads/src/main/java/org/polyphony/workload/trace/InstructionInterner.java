package org.polyphony.workload.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.workload.sass.SassMnemonic;

/**
 * Numbers the distinct instructions of a kernel's trace in order of appearance.
 *
 * <p>An instruction is the same when its PC and the text from its destinations to its width are the
 * same; a generic access is one static instruction per memory that it turns out to access. Lines
 * are compared as bytes; the line that followed last time is tried first.
 *
 * <p>Of a barrier, the text includes the immediate: the last one of {@code BAR.SYNC 0x1, 0x80} is
 * the number of threads. Of waits for asynchronous groups and of sleeps, too. A barrier of fewer
 * threads than the thread block gets the modifier {@value #PARTIAL}.
 */
final class InstructionInterner {
  private static final int MAX_STATIC = 1 << 20;
  private static final int MAX_REGISTERS = 8;
  private static final int[] NO_REGISTERS = {};
  private static final int BARRIERS = 16; // of a thread block; higher immediates are threads
  private static final String PARTIAL = ".PARTIAL";
  private static final String BARRIER = "BAR";

  /** One distinct text; {@code statics} holds its static index per memory space, or -1. */
  static final class Entry {
    final long pc;
    final byte[] key;
    final SassMnemonic sass;
    final int width;
    final MemorySpace space;
    final int[] destinations;
    final int[] sources;
    final int immediate;
    final int[] statics = new int[MemorySpace.values().length];
    Entry follower;

    Entry(long pc, byte[] key, SassMnemonic sass, int width, int[][] registers, int immediate) {
      this.pc = pc;
      this.key = key;
      this.sass = sass;
      this.width = width;
      this.space = sass.space();
      this.destinations = registers[0];
      this.sources = registers[1];
      this.immediate = immediate;
      Arrays.fill(statics, -1);
    }
  }

  private final TraceScanner in;
  private final TraceHeader header;
  private final List<StaticInstruction> instructions = new ArrayList<>();
  private Entry[] table = new Entry[1024];
  private int entryCount;
  private Entry previous;

  InstructionInterner(TraceScanner in, TraceHeader header) {
    this.in = in;
    this.header = header;
  }

  /** Reads from the destination count to the width. */
  Entry read(long pc) {
    in.skipSpaces();
    Entry guess = previous == null ? null : previous.follower;
    if (guess != null && guess.pc == pc && matches(guess, in.cursor)) {
      in.cursor += guess.key.length;
      previous = guess;
      return guess;
    }
    Entry found = find(pc);
    if (previous != null) {
      previous.follower = found;
    }
    previous = found;
    return found;
  }

  private boolean matches(Entry entry, int start) {
    int end = start + entry.key.length;
    return end <= in.lineEnd
        && (end == in.lineEnd || in.buffer[end] == ' ')
        && Arrays.equals(entry.key, 0, entry.key.length, in.buffer, start, end);
  }

  private Entry find(long pc) {
    int start = in.cursor;
    skipKey();
    int hash = hash(pc, in.buffer, start, in.cursor);
    int slot = hash & (table.length - 1);
    while (table[slot] != null) {
      if (table[slot].pc == pc && matches(table[slot], start)) {
        return table[slot];
      }
      slot = (slot + 1) & (table.length - 1);
    }
    table[slot] = parse(pc, start, in.cursor);
    Entry added = table[slot];
    if (++entryCount * 2 > table.length) {
      rehash();
    }
    return added;
  }

  private void skipKey() {
    skipRegisters("the number of destination registers");
    in.skipSpaces();
    int opcode = in.cursor;
    in.skipToken("an opcode");
    skipRegisters("the number of source registers");
    in.skipToken("the access width in bytes");
    if (keepsImmediate(opcode) && !in.atLineEnd()) {
      in.skipToken("an immediate");
    }
  }

  /** Returns whether the immediate belongs to the text that makes an instruction. */
  private boolean keepsImmediate(int at) {
    return in.startsWith(at, BARRIER)
        || in.startsWith(at, "DEPBAR")
        || in.startsWith(at, "WARPGROUP.DEPBAR")
        || in.startsWith(at, "NANOSLEEP");
  }

  /** Returns the immediate at the cursor, or that there is none that counts. */
  private int immediate(SassMnemonic sass) {
    if (!sass.hasImmediate() || in.atLineEnd()) {
      return StaticInstruction.NO_IMMEDIATE;
    }
    in.skipSpaces();
    int start = in.cursor;
    in.skipToken("an immediate");
    String text = in.text(start, in.cursor);
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : StaticInstruction.NO_IMMEDIATE;
  }

  /** Returns whether the immediate at the cursor is a part of the thread block's threads. */
  private boolean isPartial() {
    long immediate = in.atLineEnd() ? 0 : in.decimal("the immediate of a barrier");
    long threads = 32L * header.warpsPerBlock();
    return immediate >= BARRIERS && immediate != threads;
  }

  private void skipRegisters(String expected) {
    int count = in.decimal(expected, 0, MAX_REGISTERS);
    for (int i = 0; i < count; i++) {
      in.skipToken("a register");
    }
  }

  private static int hash(long pc, byte[] text, int from, int to) {
    int hash = Long.hashCode(pc * 0x9E3779B97F4A7C15L);
    for (int i = from; i < to; i++) {
      hash = hash * 31 + text[i];
    }
    return hash ^ (hash >>> 15);
  }

  private void rehash() {
    Entry[] old = table;
    table = new Entry[old.length * 2];
    for (Entry entry : old) {
      if (entry != null) {
        int slot = hash(entry.pc, entry.key, 0, entry.key.length) & (table.length - 1);
        while (table[slot] != null) {
          slot = (slot + 1) & (table.length - 1);
        }
        table[slot] = entry;
      }
    }
  }

  private Entry parse(long pc, int start, int end) {
    if (instructions.size() >= MAX_STATIC) {
      throw in.unexpectedLine("at most " + MAX_STATIC + " distinct instructions in a kernel");
    }
    in.cursor = start;
    int[] destinations = registers("the number of destination registers");
    in.skipSpaces();
    int opcodeStart = in.cursor;
    in.skipToken("an opcode");
    String opcode = in.text(opcodeStart, in.cursor);
    if (!Character.isLetter(opcode.charAt(0))) {
      in.cursor = opcodeStart;
      throw in.expected("an opcode");
    }
    int[] sources = registers("the number of source registers");
    int width = in.decimal("the access width in bytes", 0, 128);
    if (opcode.startsWith(BARRIER) && isPartial()) {
      opcode += PARTIAL;
    }
    SassMnemonic sass = new SassMnemonic(opcode, header.binaryVersion(), width);
    if (sass.isMemory() && width == 0) {
      throw in.unexpectedLine("a width above 0 and addresses, as " + opcode + " accesses memory");
    }
    byte[] key = Arrays.copyOfRange(in.buffer, start, end);
    int[][] registers = {destinations, sources};
    return new Entry(pc, key, sass, width, registers, immediate(sass));
  }

  private int[] registers(String expected) {
    int count = in.decimal(expected, 0, MAX_REGISTERS);
    int[] found = count == 0 ? NO_REGISTERS : new int[count];
    for (int i = 0; i < count; i++) {
      found[i] = register();
    }
    return found;
  }

  private int register() {
    in.skipSpaces();
    int start = in.cursor;
    in.require('R', "a register R0 to R255");
    long number = in.decimal("the number of a register");
    if (number < 0 || number > 255) {
      in.cursor = start;
      throw in.expected("a register R0 to R255");
    }
    return (int) number;
  }

  /** Returns the static index of an instruction that accesses a memory. */
  int staticIndex(Entry entry, MemorySpace space) {
    int known = entry.statics[space.ordinal()];
    if (known >= 0) {
      return known;
    }
    entry.statics[space.ordinal()] = instructions.size();
    instructions.add(
        new StaticInstruction(
            entry.pc, entry.sass, space, entry.destinations, entry.sources, entry.immediate));
    return instructions.size() - 1;
  }

  StaticInstruction instruction(int index) {
    return instructions.get(index);
  }

  List<StaticInstruction> instructions() {
    return instructions;
  }
}
