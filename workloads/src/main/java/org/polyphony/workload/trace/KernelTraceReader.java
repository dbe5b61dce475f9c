package org.polyphony.workload.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.WholeFile;

/**
 * Reads the thread blocks of one kernel's trace text into a {@link PackedWriter}, one instruction
 * at a time; what it keeps grows with the static instructions only.
 */
final class KernelTraceReader {
  private final TraceScanner in;
  private final TraceHeader header;
  private final PackedWriter writer;
  private final InstructionInterner interner;
  private final InstructionLine line;
  private final LineMemory memory = new LineMemory();
  private final AccessedLines accessed = new AccessedLines();
  private final BitSet warpsSeen = new BitSet();
  private int writerCount;
  private long instructionCount;

  private KernelTraceReader(TraceScanner in, TraceHeader header, PackedWriter writer) {
    this.in = in;
    this.header = header;
    this.writer = writer;
    this.interner = new InstructionInterner(in, header);
    this.line = new InstructionLine(in, header, interner);
  }

  /**
   * Packs the text of a kernel. The target appears whole or not at all.
   *
   * @param trace text, plain, .gz or .xz
   * @param target the packed file, replaced when it exists
   * @throws InvalidInputException the trace is not one
   * @throws IOException the target cannot be written
   */
  static void pack(Path trace, Path target) throws IOException {
    try (TraceScanner in = TraceSource.open(trace)) {
      TraceHeader header = TraceHeaderReader.read(in);
      WholeFile.write(target, file -> write(in, header, file));
    }
  }

  private static void write(TraceScanner in, TraceHeader header, Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 18);
        PackedWriter writer = new PackedWriter(out, header.warpsPerBlock())) {
      writer.finish(new KernelTraceReader(in, header, writer).readAll());
    }
  }

  /** Reads to the end of the text; the scanner stands at the line that ended the header. */
  private PackedFooter readAll() throws IOException {
    boolean more = true;
    while (more) {
      if (in.startsWith("#BEGIN_TB")) {
        readBlock();
      } else if (!in.startsWith("#")) {
        throw in.unexpectedLine(
            "#BEGIN_TB before a thread block, as post-traces-processing writes it");
      }
      more = in.nextFilledLine();
    }
    if (instructionCount == 0) {
      throw in.truncated("at least one thread block with a warp that has instructions");
    }
    markNonIdempotent();
    return new PackedFooter(header, interner.instructions(), writer.blocks());
  }

  private void readBlock() throws IOException {
    nextLine("thread block = x,y,z");
    readThreadBlockLine();
    writer.beginBlock();
    warpsSeen.clear();
    skipCluster();
    while (!in.startsWith("#END_TB")) {
      readWarp();
      nextLine("warp = w or #END_TB");
    }
    if (warpsSeen.isEmpty()) {
      throw in.unexpectedLine("at least one warp in the thread block");
    }
    writer.endBlock();
  }

  /** The place of a thread block in its cluster, which newer tracers write, changes nothing. */
  private void skipCluster() {
    do {
      nextLine("warp = w");
    } while (in.startsWith("cluster "));
  }

  private void nextLine(String expected) {
    if (!in.nextFilledLine()) {
      throw in.truncated(expected);
    }
  }

  private void readThreadBlockLine() {
    String expected = "thread block = x,y,z";
    skipKey("thread block", expected);
    TraceHeader.Dim3 grid = header.grid();
    readPlace("x", grid.x());
    in.require(',', expected);
    readPlace("y", grid.y());
    in.require(',', expected);
    readPlace("z", grid.z());
  }

  private void readPlace(String dimension, int extent) {
    String expected = dimension + " of a thread block of the grid " + header.grid();
    int start = in.cursor;
    long place = in.number(expected);
    if (place < 0 || place >= extent) {
      in.cursor = start;
      throw in.expected(expected);
    }
  }

  private void skipKey(String key, String expected) {
    if (!in.startsWith(key)) {
      throw in.unexpectedLine(expected);
    }
    in.cursor += key.length();
    in.require('=', expected);
  }

  private void readWarp() throws IOException {
    skipKey("warp", "warp = w or #END_TB");
    int warp = in.decimal("a warp of the thread block", 0, header.warpsPerBlock() - 1);
    if (warpsSeen.get(warp)) {
      throw in.unexpectedLine("each warp once in a thread block");
    }
    warpsSeen.set(warp);
    nextLine("insts = n");
    skipKey("insts", "insts = n");
    int count = in.decimal("the number of instructions", 0, Integer.MAX_VALUE);
    writer.beginWarp(warp);
    for (int left = count; left > 0; left--) {
      readInstruction(left);
    }
    writer.endWarp();
    instructionCount += count;
  }

  private void readInstruction(int left) throws IOException {
    int repeated = memory.repeated(in);
    if (repeated >= 0) {
      count(interner.instruction(repeated), memory.mask(repeated));
      writer.add(repeated, memory.mask(repeated), null);
    } else {
      readLine(left);
    }
  }

  private void readLine(int left) throws IOException {
    if (!in.nextFilledLine()) {
      throw in.truncated(left + " more instructions of this warp");
    }
    if (in.startsWith("#") || in.startsWith("warp")) {
      throw in.unexpectedLine(left + " more instructions of this warp");
    }
    line.read();
    memory.note(in, line.index, line.mask, line.hasAddresses);
    StaticInstruction instruction = interner.instruction(line.index);
    count(instruction, line.mask);
    if (instruction.isGlobal() && line.hasAddresses) {
      noteAccess(instruction);
    }
    writer.add(line.index, line.mask, line.hasAddresses ? line.lanes : null);
  }

  private static void count(StaticInstruction instruction, int mask) {
    instruction.warpCount++;
    instruction.threadCount += Integer.bitCount(mask);
  }

  private void noteAccess(StaticInstruction instruction) {
    if (instruction.opClass == OpClass.STORE) {
      if (instruction.writer == 0) {
        instruction.writer = ++writerCount;
      }
      accessed.write(line.mask, line.lanes, instruction.widthBytes, instruction.writer - 1);
    } else {
      accessed.read(line.mask, line.lanes, instruction.widthBytes);
    }
  }

  private void markNonIdempotent() {
    BitSet writers = accessed.writersOfReadLines(writerCount);
    for (StaticInstruction instruction : interner.instructions()) {
      if (instruction.writer > 0 && writers.get(instruction.writer - 1)) {
        instruction.flags |= InstructionTable.NON_IDEMPOTENT;
      }
    }
  }
}
