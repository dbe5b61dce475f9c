package org.polyphony.workload.trace;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.stream.Stream;

/** Writes a packed kernel, a thread block at a time, into a stream. */
final class PackedWriter implements Closeable {
  private static final int COMPRESSION_LEVEL = 3;

  private final OutputStream out;
  private final ZstdCompressCtx zstd = new ZstdCompressCtx();
  private final WarpEncoder encoder = new WarpEncoder();
  private final int warps;
  private final int[] headLengths;
  private final BlockIndex[] tails; // by warp
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
    tails = Stream.generate(BlockIndex::new).limit(warps).toArray(BlockIndex[]::new);
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
    Stream.of(tails).forEach(BlockIndex::clear);
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
      writeFrame(encoder.bytes, length, tails[warp]);
    }
    encoder.startPiece();
  }

  private void writeFrame(byte[] raw, int length, BlockIndex index) throws IOException {
    int bound = (int) Zstd.compressBound(length);
    if (compressed.length < bound) {
      compressed = new byte[bound];
    }
    int size = zstd.compressByteArray(compressed, 0, compressed.length, raw, 0, length);
    index.add(position, size, length);
    write(compressed, size);
  }

  void endBlock() throws IOException {
    int at = writeDirectory();
    for (int w = 0; w < warps; w++) {
      if (headLengths[w] > 0) {
        System.arraycopy(warpHeads[w], 0, heads, at, headLengths[w]);
        at += headLengths[w];
      }
    }
    writeFrame(heads, at, blocks);
  }

  private int writeDirectory() {
    int needed = 0;
    for (int w = 0; w < warps; w++) {
      needed += 8 + tails[w].size() * 16 + headLengths[w];
    }
    if (heads.length < needed) {
      heads = new byte[needed * 2];
    }
    int at = 0;
    for (int w = 0; w < warps; w++) {
      PackedFormat.putInt(heads, at, headLengths[w]);
      PackedFormat.putInt(heads, at + 4, tails[w].size());
      at += 8;
    }
    for (BlockIndex ofWarp : tails) {
      for (int tail = 0; tail < ofWarp.size(); tail++) {
        PackedFormat.putLong(heads, at, ofWarp.offset(tail));
        PackedFormat.putInt(heads, at + 8, ofWarp.bytes(tail));
        PackedFormat.putInt(heads, at + 12, ofWarp.rawBytes(tail));
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
    BlockIndex place = new BlockIndex();
    writeFrame(raw.toByteArray(), raw.size(), place);
    byte[] trailer = new byte[PackedFormat.TRAILER_BYTES];
    PackedFormat.putLong(trailer, 0, place.offset(0));
    PackedFormat.putInt(trailer, 8, place.bytes(0));
    PackedFormat.putInt(trailer, 12, place.rawBytes(0));
    System.arraycopy(PackedFormat.MAGIC, 0, trailer, 16, PackedFormat.MAGIC.length);
    write(trailer, trailer.length);
  }

  @Override
  public void close() {
    zstd.close();
  }
}
