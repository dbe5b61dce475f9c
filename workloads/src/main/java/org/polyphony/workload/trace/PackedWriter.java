package org.polyphony.workload.trace;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Writes a packed kernel, a thread block at a time, into a stream. */
final class PackedWriter implements Closeable {
  private static final int COMPRESSION_LEVEL = 3;

  private final OutputStream out;
  private final ZstdCompressCtx zstd = new ZstdCompressCtx();
  private final WarpEncoder encoder = new WarpEncoder();
  private final int warps;
  private final int[] headLengths;
  private final int[] tailCounts;
  private final long[][] tailOffsets;
  private final int[][] tailBytes;
  private final int[][] tailRawBytes;
  private final BlockIndex blocks = new BlockIndex();
  private byte[] heads = new byte[1 << 16];
  private final byte[][] warpHeads;
  private byte[] compressed = new byte[1 << 16];
  private int warp = -1;
  private long position;

  PackedWriter(OutputStream out, int warps) throws IOException {
    this.out = out;
    this.warps = warps;
    headLengths = new int[warps];
    tailCounts = new int[warps];
    tailOffsets = new long[warps][4];
    tailBytes = new int[warps][4];
    tailRawBytes = new int[warps][4];
    warpHeads = new byte[warps][];
    zstd.setLevel(COMPRESSION_LEVEL);
    zstd.setChecksum(true);
    byte[] start = Arrays.copyOf(PackedFormat.MAGIC, PackedFormat.HEAD_BYTES);
    PackedFormat.putInt(start, PackedFormat.MAGIC.length, PackedFormat.VERSION);
    write(start, start.length);
  }

  private void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    position += length;
  }

  void beginBlock() {
    Arrays.fill(headLengths, 0);
    Arrays.fill(tailCounts, 0);
  }

  void beginWarp(int index) {
    warp = index;
    encoder.startWarp();
  }

  /** Appends an instruction; {@code lanes} is null when it has no addresses. */
  void add(int index, int mask, long[] lanes) throws IOException {
    if (encoder.isFull()) {
      flushPiece();
    }
    encoder.add(index, mask, lanes);
  }

  void endWarp() throws IOException {
    flushPiece();
  }

  private void flushPiece() throws IOException {
    int length = encoder.length();
    if (headLengths[warp] == 0) {
      headLengths[warp] = length;
      byte[] kept = warpHeads[warp];
      if (kept == null || kept.length < length) {
        warpHeads[warp] = Arrays.copyOf(encoder.bytes, length);
      } else {
        System.arraycopy(encoder.bytes, 0, kept, 0, length);
      }
    } else {
      addTail(length);
    }
    encoder.startPiece();
  }

  private void addTail(int length) throws IOException {
    int tail = tailCounts[warp]++;
    if (tail == tailOffsets[warp].length) {
      tailOffsets[warp] = Arrays.copyOf(tailOffsets[warp], tail * 2);
      tailBytes[warp] = Arrays.copyOf(tailBytes[warp], tail * 2);
      tailRawBytes[warp] = Arrays.copyOf(tailRawBytes[warp], tail * 2);
    }
    tailOffsets[warp][tail] = position;
    tailRawBytes[warp][tail] = length;
    tailBytes[warp][tail] = writeFrame(encoder.bytes, length);
  }

  private int writeFrame(byte[] raw, int length) throws IOException {
    int bound = (int) Zstd.compressBound(length);
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    int size = zstd.compressByteArray(compressed, 0, compressed.length, raw, 0, length);
    write(compressed, size);
    return size;
  }

  void endBlock() throws IOException {
    int at = writeDirectory();
    for (int w = 0; w < warps; w++) {
      if (headLengths[w] > 0) {
        System.arraycopy(warpHeads[w], 0, heads, at, headLengths[w]);
        at += headLengths[w];
      }
    }
    long offset = position;
    int size = writeFrame(heads, at);
    blocks.add(offset, size, at);
  }

  private int writeDirectory() {
    int needed = 0;
    for (int w = 0; w < warps; w++) {
      needed += 8 + tailCounts[w] * 16 + headLengths[w];
    }
    if (heads.length < needed) {
      heads = new byte[needed * 2];
    }
    int at = 0;
    for (int w = 0; w < warps; w++) {
      PackedFormat.putInt(heads, at, headLengths[w]);
      PackedFormat.putInt(heads, at + 4, tailCounts[w]);
      at += 8;
    }
    for (int w = 0; w < warps; w++) {
      for (int tail = 0; tail < tailCounts[w]; tail++) {
        PackedFormat.putLong(heads, at, tailOffsets[w][tail]);
        PackedFormat.putInt(heads, at + 8, tailBytes[w][tail]);
        PackedFormat.putInt(heads, at + 12, tailRawBytes[w][tail]);
        at += 16;
      }
    }
    return at;
  }

  BlockIndex blocks() {
    return blocks;
  }

  void finish(PackedFooter footer) throws IOException {
    ByteArrayOutputStream raw = new ByteArrayOutputStream();
    footer.write(new DataOutputStream(raw));
    long offset = position;
    int size = writeFrame(raw.toByteArray(), raw.size());
    byte[] trailer = new byte[PackedFormat.TRAILER_BYTES];
    PackedFormat.putLong(trailer, 0, offset);
    PackedFormat.putInt(trailer, 8, size);
    PackedFormat.putInt(trailer, 12, raw.size());
    System.arraycopy(PackedFormat.MAGIC, 0, trailer, 16, PackedFormat.MAGIC.length);
    write(trailer, trailer.length);
  }

  @Override
  public void close() {
    zstd.close();
  }
}
