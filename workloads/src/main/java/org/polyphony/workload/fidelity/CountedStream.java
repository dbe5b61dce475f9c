package org.polyphony.workload.fidelity;

import java.util.Arrays;
import org.polyphony.gpu.kernel.InstructionStream;

/**
 * A stream that counts the instructions that are not exact. A warp has issued the instruction at
 * its cursor when it asks for the next one: what is dropped or left at the end of a run is not
 * counted.
 *
 * <p>State per slot and warp: row in the counts of the instruction at the cursor, or EXACT.
 */
final class CountedStream implements InstructionStream {
  private final InstructionStream stream;
  private final InexactCounts counts;
  private final int[][] heads; // by slot, made at its first thread block; shared by all views
  private final int warps;

  CountedStream(InstructionStream stream, InexactCounts counts, int[][] heads, int warps) {
    this.stream = stream;
    this.counts = counts;
    this.heads = heads;
    this.warps = warps;
  }

  @Override
  public void begin(int slot, long threadBlock) {
    if (heads[slot] == null) {
      heads[slot] = new int[warps];
    }
    Arrays.fill(heads[slot], InexactCounts.EXACT);
    stream.begin(slot, threadBlock);
  }

  @Override
  public void drawn(int slot, long tile) {
    stream.drawn(slot, tile);
  }

  @Override
  public int next(int slot, int warp) {
    int[] ofWarps = heads[slot];
    if (ofWarps[warp] != InexactCounts.EXACT) {
      counts.add(ofWarps[warp]);
    }
    int next = stream.next(slot, warp);
    ofWarps[warp] = next == END ? InexactCounts.EXACT : counts.row(next);
    return next;
  }

  @Override
  public int activeMask(int slot, int warp) {
    return stream.activeMask(slot, warp);
  }

  @Override
  public void addresses(int slot, int warp, long[] lanes) {
    stream.addresses(slot, warp, lanes);
  }

  @Override
  public void operands(int slot, int warp, long[] values) {
    stream.operands(slot, warp, values);
  }

  @Override
  public InstructionStream view() {
    return new CountedStream(stream.view(), counts, heads, warps);
  }

  @Override
  public void end(int slot) {
    stream.end(slot);
  }

  @Override
  public void close() {
    stream.close();
  }
}
