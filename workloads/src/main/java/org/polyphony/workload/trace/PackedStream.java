package org.polyphony.workload.trace;

import static org.polyphony.workload.trace.PackedFormat.ADDRESS_SHIFT;
import static org.polyphony.workload.trace.PackedFormat.DIFFERENCES;
import static org.polyphony.workload.trace.PackedFormat.JUMP;
import static org.polyphony.workload.trace.PackedFormat.MAX_RUN;
import static org.polyphony.workload.trace.PackedFormat.NEW_MASK;
import static org.polyphony.workload.trace.PackedFormat.NO_ADDRESSES;
import static org.polyphony.workload.trace.PackedFormat.STRIDE;

import org.polyphony.gpu.kernel.InstructionStream;

/**
 * Walks the packed thread blocks of one launch.
 *
 * <p>State per warp of a slot, 8 ints together in {@code cursors}: position and end in its current
 * piece, static index, mask, instructions left of a run, position and kind of the addresses, tails
 * not yet read. {@code heads[slot]} is the decompressed head frame of the thread block, {@code
 * tails} a buffer for each warp that is behind its head; both are reused, so that memory is bounded
 * by the slots times about 64 KiB per warp, and steady state allocates nothing.
 */
final class PackedStream implements InstructionStream {
  private static final int POSITION = 0;
  private static final int LIMIT = 1;
  private static final int INDEX = 2;
  private static final int MASK = 3;
  private static final int RUN_LEFT = 4;
  private static final int ADDRESSES = 5;
  private static final int KIND = 6;
  private static final int TAILS_LEFT = 7;
  private static final int STRIDE_BITS = 3;

  /** Zeros behind each piece, which end a damaged number: decoding never leaves the array. */
  private static final int SLACK = 64;

  private final PackedFile file;
  private final BlockIndex blocks;
  private final int instructions;
  private final int[] immediates; // by static index
  private final int warps;
  private final int maxHeadBytes;
  private final int[] cursors;
  private final byte[][] pieces;
  private final byte[][] heads;
  private final byte[][] tails;
  private final int[] tailEntries;

  PackedStream(PackedFile file, PackedFooter footer, int slots) {
    this.file = file;
    this.blocks = footer.blocks();
    this.instructions = footer.instructions().size();
    this.immediates = footer.instructions().stream().mapToInt(i -> i.immediate).toArray();
    this.warps = footer.header().warpsPerBlock();
    this.maxHeadBytes = blocks.maxRawBytes();
    cursors = new int[(slots * warps) << STRIDE_BITS];
    pieces = new byte[slots * warps][];
    heads = new byte[slots][];
    tails = new byte[slots * warps][];
    tailEntries = new int[slots * warps];
  }

  /** Returns itself: nothing in it but what belongs to a slot ever changes. */
  @Override
  public InstructionStream view() {
    return this;
  }

  @Override
  public void begin(int slot, long threadBlock) {
    int block = checkBlock(threadBlock);
    int raw = blocks.rawBytes(block);
    if (heads[slot] == null) {
      heads[slot] = new byte[maxHeadBytes + SLACK];
    }
    byte[] head = heads[slot];
    file.frame(blocks.offset(block), blocks.bytes(block), raw, head);
    checkLengths(head, raw);
    int entries = warps * 8;
    int piece = entries;
    for (int warp = 0; warp < warps; warp++) {
      piece += PackedFormat.getInt(head, warp * 8 + 4) * 16;
    }
    for (int warp = 0; warp < warps; warp++) {
      int length = PackedFormat.getInt(head, warp * 8);
      int tailCount = PackedFormat.getInt(head, warp * 8 + 4);
      int w = slot * warps + warp;
      startWarp(w, piece, piece + length, tailCount);
      pieces[w] = head;
      tailEntries[w] = entries;
      entries += tailCount * 16;
      piece += length;
    }
  }

  private int checkBlock(long threadBlock) {
    if (threadBlock < 0 || threadBlock >= blocks.size()) {
      throw new IllegalArgumentException("thread block of " + blocks.size() + ": " + threadBlock);
    }
    return (int) threadBlock;
  }

  /** The pieces and the places of the tails fill a head. */
  private void checkLengths(byte[] head, int raw) {
    long filled = 8L * warps;
    for (int warp = 0; warp < warps; warp++) {
      int length = PackedFormat.getInt(head, warp * 8);
      int tailCount = PackedFormat.getInt(head, warp * 8 + 4);
      if (length < 0 || tailCount < 0) {
        throw file.corrupt("a negative length");
      }
      filled += length + 16L * tailCount;
    }
    if (filled != raw) {
      throw file.corrupt("a thread block of " + filled + " bytes in a frame of " + raw);
    }
  }

  private void startWarp(int w, int start, int end, int tailCount) {
    int c = w << STRIDE_BITS;
    cursors[c + POSITION] = start;
    cursors[c + LIMIT] = end;
    cursors[c + INDEX] = -1;
    cursors[c + MASK] = -1;
    cursors[c + RUN_LEFT] = 0;
    cursors[c + KIND] = NO_ADDRESSES;
    cursors[c + TAILS_LEFT] = tailCount;
  }

  @Override
  public int next(int slot, int warp) {
    int w = slot * warps + warp;
    int c = w << STRIDE_BITS;
    int[] state = cursors;
    int run = state[c + RUN_LEFT];
    if (run > 0) {
      state[c + RUN_LEFT] = run - 1;
      return ++state[c + INDEX];
    }
    return decode(w, c, state);
  }

  private int decode(int w, int c, int[] state) {
    int position = state[c + POSITION];
    if (position == state[c + LIMIT]) {
      if (state[c + TAILS_LEFT] == 0) {
        return END;
      }
      readTail(w, c);
      position = 0;
    }
    byte[] piece = pieces[w];
    int token = piece[position++];
    int index = state[c + INDEX] + 1;
    if (token < 0) {
      state[c + RUN_LEFT] = (token & MAX_RUN) - 1;
      state[c + KIND] = NO_ADDRESSES;
    } else {
      if ((token & JUMP) != 0) {
        int shift = 0;
        int distance = 0;
        int b;
        do {
          b = piece[position++];
          distance |= (b & 0x7F) << shift;
          shift += 7;
        } while (b < 0);
        index += (distance >>> 1) ^ -(distance & 1);
      }
      if ((token & NEW_MASK) != 0) {
        state[c + MASK] = PackedFormat.getInt(piece, position);
        position += 4;
      }
      int kind = token >> ADDRESS_SHIFT;
      state[c + KIND] = kind;
      state[c + ADDRESSES] = position;
      position += addressBytes(piece, position, kind);
    }
    state[c + POSITION] = position;
    state[c + INDEX] = index;
    return decoded(state, c);
  }

  /** Returns the index of the decoded item, once it is known to be an instruction. */
  private int decoded(int[] state, int c) {
    int index = state[c + INDEX];
    int run = state[c + RUN_LEFT];
    boolean isOfKernel = index >= 0 && run >= 0 && index < instructions - run;
    if (!isOfKernel || state[c + POSITION] > state[c + LIMIT] || state[c + KIND] > DIFFERENCES) {
      throw file.corrupt("an invalid instruction");
    }
    return index;
  }

  private static int addressBytes(byte[] piece, int position, int kind) {
    if (kind == NO_ADDRESSES) {
      return 0;
    }
    return kind == STRIDE
        ? 12
        : 2 + ((piece[position] & 0xFF) | ((piece[position + 1] & 0xFF) << 8));
  }

  private void readTail(int w, int c) {
    byte[] head = heads[w / warps];
    int entry = tailEntries[w];
    int raw = PackedFormat.getInt(head, entry + 12);
    long offset = PackedFormat.getLong(head, entry);
    if (tails[w] == null) {
      tails[w] = new byte[PackedFormat.PIECE_BYTES + PackedFormat.MAX_INSTRUCTION_BYTES + SLACK];
    }
    if (raw <= 0 || raw > tails[w].length - SLACK) {
      throw file.corrupt("a piece of " + raw + " bytes");
    }
    file.frame(offset, PackedFormat.getInt(head, entry + 8), raw, tails[w]);
    pieces[w] = tails[w];
    tailEntries[w] = entry + 16;
    cursors[c + LIMIT] = raw;
    cursors[c + TAILS_LEFT]--;
  }

  @Override
  public int activeMask(int slot, int warp) {
    return cursors[((slot * warps + warp) << STRIDE_BITS) + MASK];
  }

  @Override
  public void operands(int slot, int warp, long[] values) {
    values[0] = immediates[cursors[((slot * warps + warp) << STRIDE_BITS) + INDEX]];
  }

  /** Leaves {@code lanes} as they are when the instruction at the cursor has no addresses. */
  @Override
  public void addresses(int slot, int warp, long[] lanes) {
    int w = slot * warps + warp;
    int c = w << STRIDE_BITS;
    int kind = cursors[c + KIND];
    int mask = cursors[c + MASK];
    if (kind == STRIDE) {
      readStride(pieces[w], cursors[c + ADDRESSES], mask, lanes);
    } else if (kind == DIFFERENCES) {
      int end = readDifferences(pieces[w], cursors[c + ADDRESSES] + 2, mask, lanes);
      if (end != cursors[c + POSITION]) {
        throw file.corrupt("addresses that do not match the active lanes");
      }
    }
  }

  private static void readStride(byte[] piece, int at, int mask, long[] lanes) {
    long address = PackedFormat.getLong(piece, at);
    long stride = PackedFormat.getInt(piece, at + 8);
    for (int left = mask; left != 0; left &= left - 1) {
      lanes[Integer.numberOfTrailingZeros(left)] = address;
      address += stride;
    }
  }

  /** Returns the position behind them; a mask without a lane has none. */
  private static int readDifferences(byte[] piece, int at, int mask, long[] lanes) {
    if (mask == 0) {
      return -1;
    }
    long address = PackedFormat.getLong(piece, at);
    int position = at + 8;
    lanes[Integer.numberOfTrailingZeros(mask)] = address;
    for (int left = mask & (mask - 1); left != 0; left &= left - 1) {
      long distance = 0;
      int shift = 0;
      byte b;
      do {
        b = piece[position++];
        distance |= (long) (b & 0x7F) << shift;
        shift += 7;
      } while (b < 0);
      address += PackedFormat.unzigzag(distance);
      lanes[Integer.numberOfTrailingZeros(left)] = address;
    }
    return position;
  }

  @Override
  public void end(int slot) {
    // Buffers stay for the next thread block of the slot.
  }

  @Override
  public void close() {
    file.close();
  }
}
