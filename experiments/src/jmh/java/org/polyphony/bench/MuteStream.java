package org.polyphony.bench;

import org.polyphony.gpu.kernel.InstructionStream;

/** A stream that does nothing: what is left of a replay on it is the cost of the record. */
final class MuteStream implements InstructionStream {
  @Override
  public void begin(int slot, long threadBlock) {}

  @Override
  public int next(int slot, int warp) {
    return slot;
  }

  @Override
  public int activeMask(int slot, int warp) {
    return warp;
  }

  @Override
  public void addresses(int slot, int warp, long[] lanes) {}

  @Override
  public void end(int slot) {}

  @Override
  public void close() {}
}
