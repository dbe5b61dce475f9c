package org.polyphony.gpu.sm.warp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shape of an asynchronous matrix multiply-add of a warpgroup, from its opcode ({@code
 * HGMMA.64x128x16.F32.BF16}): 64 rows, of which each of the four warps computes 16, N columns and a
 * depth of K.
 *
 * <p>K elements are 32 bytes whatever their type, 64 of a sparse operand B (half of whose partners
 * in A are zero and not stored). Source: PTX ISA, wgmma.mma_async.
 *
 * @param columns N
 * @param isSparse whether half of A is zero
 */
record WarpgroupShape(int columns, boolean isSparse) {
  private static final Pattern SHAPE = Pattern.compile("\\.64x([0-9]{1,3})x[0-9]+");
  private static final int MOST_COLUMNS = 256;
  private static final int ROW_BYTES = 32; // of K elements
  private static final int ROWS = 16; // of a warp
  private static final int WARPS = 4;

  /** Reads an opcode; one that states no shape has the largest. */
  static WarpgroupShape of(String mnemonic) {
    Matcher matcher = SHAPE.matcher(mnemonic);
    int columns = matcher.find() ? Integer.parseInt(matcher.group(1)) : MOST_COLUMNS;
    return new WarpgroupShape(
        Math.max(8, Math.min(MOST_COLUMNS, columns)), mnemonic.contains(".SP."));
  }

  /**
   * Returns the cycles for which a warp occupies the tensor unit of its scheduler.
   *
   * @param multiplyAdds of 16-bit elements in a cycle; those of another type by its width
   */
  int cycles(int multiplyAdds) {
    int of16Bits = ROWS * columns * ROW_BYTES / 2;
    return Math.max(1, (of16Bits + multiplyAdds - 1) / multiplyAdds);
  }

  /**
   * Returns the bytes that a warp reads from shared memory: its own rows of A, unless they are in
   * registers, and its quarter of B.
   */
  int bytes(boolean readsA) {
    int ofA = readsA ? ROWS * ROW_BYTES : 0;
    return ofA + columns * ROW_BYTES * (isSparse ? 2 : 1) / WARPS;
  }
}
