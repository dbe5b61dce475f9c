package org.polyphony.gpu.testing;

import org.polyphony.gpu.kernel.InstructionStream;

/** Cursors through the sections of a {@link ScriptedKernel}. */
final class ScriptedStream implements InstructionStream {
  private final ScriptedKernel kernel;
  private final int warps;
  private final long[] block;
  private final int[] at;
  private final int[] section;
  private final int[] repeat;

  ScriptedStream(ScriptedKernel kernel, int slots) {
    this.kernel = kernel;
    this.warps = kernel.warpsPerBlock();
    this.block = new long[slots];
    this.at = new int[slots * warps];
    this.section = new int[slots * warps];
    this.repeat = new int[slots * warps];
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
    } while (section[cursor] < kernel.sectionEnds.length && kernel.firstWarps[at[cursor]] > warp);
    return section[cursor] < kernel.sectionEnds.length ? at[cursor] : END;
  }

  private void step(int cursor) {
    at[cursor]++;
    int end = kernel.sectionEnds[section[cursor]];
    if (at[cursor] < end) {
      return;
    }
    repeat[cursor]++;
    if (repeat[cursor] < kernel.sectionRepeats[section[cursor]]) {
      at[cursor] = section[cursor] == 0 ? 0 : kernel.sectionEnds[section[cursor] - 1];
    } else {
      repeat[cursor] = 0;
      section[cursor]++;
    }
  }

  @Override
  public int activeMask(int slot, int warp) {
    return kernel.masks[at[slot * warps + warp]];
  }

  @Override
  public void addresses(int slot, int warp, long[] lanes) {
    int cursor = slot * warps + warp;
    int mask = kernel.masks[at[cursor]];
    for (int rest = mask; rest != 0; rest &= rest - 1) {
      int lane = Integer.numberOfTrailingZeros(rest);
      lanes[lane] =
          kernel.lanes[at[cursor]].address(block[slot] * warps + warp, repeat[cursor], lane);
    }
  }

  @Override
  public void end(int slot) {
    block[slot] = -1;
  }

  @Override
  public void close() {}
}
