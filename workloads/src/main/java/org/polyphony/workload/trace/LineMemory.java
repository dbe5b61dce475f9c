package org.polyphony.workload.trace;

import java.util.Arrays;

/**
 * The last line without addresses of each static instruction, and which instruction followed it.
 * Warps run the same code, so that most lines repeat one of them: to compare bytes is several times
 * quicker than to read a line.
 *
 * <p>State per static index: the text with its length, the mask that it states, the follower.
 */
final class LineMemory {
  private static final int NONE = -1;

  private byte[][] texts = new byte[64][];
  private int[] lengths = new int[64]; // 0 where there is none
  private int[] masks = new int[64];
  private int[] followers = new int[64];
  private int previous = NONE;

  LineMemory() {
    Arrays.fill(followers, NONE);
  }

  /**
   * Moves to the next line and returns its static index when it is the one that followed last time;
   * else returns -1 and leaves the scanner as it is.
   */
  int repeated(TraceScanner in) {
    int guess = previous == NONE ? NONE : followers[previous];
    if (guess == NONE || lengths[guess] == 0 || !in.nextLineIs(texts[guess], lengths[guess])) {
      return NONE;
    }
    previous = guess;
    return guess;
  }

  /** Returns the lanes that execute, of an instruction that {@link #repeated} returned. */
  int mask(int index) {
    return masks[index];
  }

  /** Notes a line that was read; one with addresses ({@code hasAddresses}) rarely repeats. */
  void note(TraceScanner in, int index, int mask, boolean hasAddresses) {
    if (index >= lengths.length) {
      grow(Integer.highestOneBit(index) * 2);
    }
    if (previous != NONE) {
      followers[previous] = index;
    }
    previous = index;
    masks[index] = mask;
    lengths[index] = hasAddresses ? 0 : in.lineEnd - in.lineStart;
    if (!hasAddresses) {
      keep(in, index, lengths[index]);
    }
  }

  private void keep(TraceScanner in, int index, int length) {
    if (texts[index] == null || texts[index].length < length) {
      texts[index] = new byte[length];
    }
    System.arraycopy(in.buffer, in.lineStart, texts[index], 0, length);
  }

  private void grow(int size) {
    int old = lengths.length;
    texts = Arrays.copyOf(texts, size);
    lengths = Arrays.copyOf(lengths, size);
    masks = Arrays.copyOf(masks, size);
    followers = Arrays.copyOf(followers, size);
    Arrays.fill(followers, old, size, NONE);
  }
}
