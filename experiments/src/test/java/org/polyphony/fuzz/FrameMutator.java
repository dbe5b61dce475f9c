package org.polyphony.fuzz;

import com.github.luben.zstd.Zstd;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.compare.Choices;

/**
 * Damages the content of a packed trace: one of its zstd frames decompresses without an error to
 * bytes that no packer writes.
 */
final class FrameMutator {
  private static final int HEAD_BYTES = 12; // magic and version
  private static final int TRAILER_BYTES = 24; // offset, length and raw length of the footer, magic
  private static final int LEVEL = 3;

  private final Choices choices;

  FrameMutator(Choices choices) {
    this.choices = choices;
  }

  /** Returns a copy with a damaged footer, or with a footer that leads to a damaged frame. */
  byte[] mutant(byte[] whole) {
    ByteMutator mutator = new ByteMutator(choices);
    ByteBuffer trailer =
        ByteBuffer.wrap(whole, whole.length - TRAILER_BYTES, TRAILER_BYTES).slice();
    int footerAt = (int) trailer.order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    byte[] footer = content(whole, footerAt);
    if (choices.percent(50)) {
      return file(whole, footerAt, new byte[0], mutator.mutant(footer));
    }
    List<Integer> frames = frames(whole, footerAt);
    int frame = frames.get(choices.between(0, frames.size() - 1));
    byte[] damaged = mutator.mutant(content(whole, frame));
    byte[] compressed = Zstd.compress(damaged, LEVEL);
    int place = placeOf(footer, frame);
    if (place >= 0) { // else the tail of a warp
      ByteBuffer.wrap(footer)
          .putLong(place, footerAt)
          .putInt(place + 8, compressed.length)
          .putInt(place + 12, damaged.length);
    }
    return file(whole, footerAt, compressed, footer);
  }

  private static List<Integer> frames(byte[] whole, int end) {
    List<Integer> frames = new ArrayList<>();
    int at = HEAD_BYTES;
    while (at < end) {
      frames.add(at);
      at += (int) Zstd.findFrameCompressedSize(whole, at);
    }
    return frames;
  }

  private static byte[] content(byte[] whole, int frame) {
    int size = (int) Zstd.findFrameCompressedSize(whole, frame);
    return Zstd.decompress(Arrays.copyOfRange(whole, frame, frame + size));
  }

  /** Returns where the footer says of a thread block that its frame begins; -1 when nowhere. */
  private static int placeOf(byte[] footer, long frame) {
    ByteBuffer bytes = ByteBuffer.wrap(footer);
    int place = footer.length - 2 * Long.BYTES;
    while (place >= 0 && bytes.getLong(place) != frame) {
      place--;
    }
    return place;
  }

  private static byte[] file(byte[] whole, int footerAt, byte[] frame, byte[] footer) {
    byte[] compressed = Zstd.compress(footer, LEVEL);
    int at = footerAt + frame.length;
    ByteBuffer file = ByteBuffer.allocate(at + compressed.length + TRAILER_BYTES);
    file.order(ByteOrder.LITTLE_ENDIAN).put(whole, 0, footerAt).put(frame).put(compressed);
    file.putLong(at).putInt(compressed.length).putInt(footer.length);
    file.put(whole, whole.length - Long.BYTES, Long.BYTES);
    return file.array();
  }
}
