package org.polyphony.gpu.testing;

import java.util.List;
import org.polyphony.gpu.kernel.InstructionStream;

/** Cursors through the sections of a {@link ScriptedKernel}. */
final class ScriptedStream implements InstructionStream {
  private final Lanes[] lanesOf; // by static instruction, as the next two
  private final Operands[] operandsOf;
  private final int[] masks;
  private final int[] firstWarps;
  private final int[] endWarps;
  private final int[] ranks;
  private final int clusterSize;
  private final int[] sectionEnds;
  private final int[] sectionRepeats;
  private final int warps;
  private final long[] block;
  private final int[] at;
  private final int[] section;
  private final int[] repeat;

  ScriptedStream(ScriptedKernel.Sections sections, int warps, int clusterSize, int slots) {
    this.lanesOf = sections.lanes().toArray(Lanes[]::new);
    this.operandsOf = sections.operands().toArray(Operands[]::new);
    this.masks = ints(sections.masks());
    this.firstWarps = ints(sections.firstWarps());
    this.endWarps = ints(sections.endWarps());
    this.ranks = ints(sections.ranks());
    this.clusterSize = clusterSize;
    this.sectionEnds = ints(sections.ends());
    this.sectionRepeats = ints(sections.repeats());
    this.warps = warps;
    this.block = new long[slots];
    this.at = new int[slots * warps];
    this.section = new int[slots * warps];
    this.repeat = new int[slots * warps];
  }

  private static int[] ints(List<Integer> list) {
    return list.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public InstructionStream view() {
    return this; // nothing but the cursors changes
  }

  @Override
  public void begin(int slot, long threadBlock) {
    block[slot] = threadBlock;
    for (int w = 0; w < warps; w++) {
      at[slot * warps + w] = -1;
      section[slot * warps + w] = 0;
      repeat[slot * warps + w] = 0;
    }
  }

  @Override
  public int next(int slot, int warp) {
    int cursor = slot * warps + warp;
    do {
      step(cursor);
    } while (section[cursor] < sectionEnds.length && skips(at[cursor], slot, warp));
    return section[cursor] < sectionEnds.length ? at[cursor] : END;
  }

  private boolean skips(int instruction, int slot, int warp) {
    int rank = ranks[instruction];
    return firstWarps[instruction] > warp
        || endWarps[instruction] <= warp
        || (rank >= 0 && block[slot] % clusterSize != rank);
  }

  private void step(int cursor) {
    at[cursor]++;
    int end = sectionEnds[section[cursor]];
    if (at[cursor] < end) {
      return;
    }
    repeat[cursor]++;
    if (repeat[cursor] < sectionRepeats[section[cursor]]) {
      at[cursor] = section[cursor] == 0 ? 0 : sectionEnds[section[cursor] - 1];
    } else {
      repeat[cursor] = 0;
      section[cursor]++;
    }
  }

  @Override
  public int activeMask(int slot, int warp) {
    return masks[at[slot * warps + warp]];
  }

  @Override
  public void operands(int slot, int warp, long[] values) {
    int cursor = slot * warps + warp;
    long[] given = operandsOf[at[cursor]].of(block[slot] * warps + warp, repeat[cursor]);
    System.arraycopy(given, 0, values, 0, given.length);
  }

  @Override
  public void addresses(int slot, int warp, long[] lanes) {
    int cursor = slot * warps + warp;
    int mask = masks[at[cursor]];
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      lanes[lane] = lanesOf[at[cursor]].address(block[slot] * warps + warp, repeat[cursor], lane);
    }
  }

  @Override
  public void end(int slot) {
    block[slot] = -1;
  }

  @Override
  public void close() {}
}
