package org.polyphony.workload.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.input.WholeFile;

/**
 * Rewrites a packed kernel in source order: reads it once to find the stretches, and once more to
 * reorder what each warp executes of a stretch. A warp that executes a part of one keeps to the
 * order of the whole, so that what depends on each other keeps its order.
 */
final class SourceOrderPacker {
  private final PackedFooter footer;
  private final TraceStretches stretches;
  private final int warps;
  private final int[] numbers; // in source order, by static instruction
  private Entry[] entries = new Entry[64]; // what a warp has executed of a stretch
  private int size;

  /** One instruction of the warp; reused. */
  private static final class Entry {
    int index;
    int mask;
    boolean hasAddresses;
    final long[] lanes = new long[32];
  }

  private SourceOrderPacker(PackedFooter footer) {
    this.footer = footer;
    this.stretches = new TraceStretches(footer.instructions());
    this.warps = footer.header().warpsPerBlock();
    this.numbers = new int[footer.instructions().size()];
  }

  /**
   * Writes a kernel in source order. The target appears whole or not at all.
   *
   * @param packed in the compiler's order
   * @param target the file to write
   * @throws IOException the target cannot be written
   */
  static void pack(Path packed, Path target) throws IOException {
    SourceOrderPacker packer;
    try (PackedFile file = PackedFile.open(packed)) {
      packer = new SourceOrderPacker(file.footer());
    }
    try (InstructionStream stream = packer.open(packed)) {
      packer.findStretches(stream);
    }
    WholeFile.write(target, file -> packer.write(packed, file));
  }

  private InstructionStream open(Path packed) {
    return new PackedStream(PackedFile.open(packed), footer, 1);
  }

  private void findStretches(InstructionStream stream) {
    for (int block = 0; block < footer.blocks().size(); block++) {
      stream.begin(0, block);
      for (int warp = 0; warp < warps; warp++) {
        findStretches(stream, warp);
      }
      stream.end(0);
    }
    stretches.order();
  }

  private void findStretches(InstructionStream stream, int warp) {
    int before = stream.next(0, warp);
    while (before != InstructionStream.END) {
      int after = stream.next(0, warp);
      if (after != InstructionStream.END) {
        stretches.follow(before, after);
      }
      before = after;
    }
  }

  private void write(Path packed, Path target) throws IOException {
    List<StaticInstruction> ordered = stretches.ordered(numbers);
    try (InstructionStream stream = open(packed);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(target), 1 << 18);
        PackedWriter writer = new PackedWriter(out, warps)) {
      for (int block = 0; block < footer.blocks().size(); block++) {
        stream.begin(0, block);
        writer.beginBlock();
        for (int warp = 0; warp < warps; warp++) {
          writer.beginWarp(warp);
          write(stream, warp, writer);
          writer.endWarp();
        }
        writer.endBlock();
        stream.end(0);
      }
      writer.finish(new PackedFooter(footer.header(), ordered, writer.blocks()));
    }
  }

  private void write(InstructionStream stream, int warp, PackedWriter writer) throws IOException {
    long[] lanes = new long[32];
    for (int i = stream.next(0, warp); i != InstructionStream.END; i = stream.next(0, warp)) {
      int mask = stream.activeMask(0, warp);
      boolean hasAddresses = footer.instructions().get(i).space != MemorySpace.NONE && mask != 0;
      if (hasAddresses) {
        stream.addresses(0, warp, lanes);
      }
      add(i, mask, hasAddresses ? lanes : null, writer);
    }
    flush(writer);
  }

  /** Adds the next instruction of the warp; {@code lanes} is null when it has no addresses. */
  private void add(int index, int mask, long[] lanes, PackedWriter writer) throws IOException {
    if (size > 0 && !goesOn(entries[size - 1].index, index)) {
      flush(writer);
    }
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, size * 2);
    }
    if (entries[size] == null) {
      entries[size] = new Entry();
    }
    Entry entry = entries[size++];
    entry.index = index;
    entry.mask = mask;
    entry.hasAddresses = lanes != null;
    if (lanes != null) {
      System.arraycopy(lanes, 0, entry.lanes, 0, lanes.length);
    }
  }

  private boolean goesOn(int last, int index) {
    return stretches.isOneStretch(last, index) && stretches.place(index) > stretches.place(last);
  }

  /** Writes what it holds; each instruction of the stretch is there once at most. */
  private void flush(PackedWriter writer) throws IOException {
    Arrays.sort(
        entries,
        0,
        size,
        (a, b) -> Integer.compare(stretches.rank(a.index), stretches.rank(b.index)));
    for (int i = 0; i < size; i++) {
      Entry entry = entries[i];
      writer.add(numbers[entry.index], entry.mask, entry.hasAddresses ? entry.lanes : null);
    }
    size = 0;
  }
}
