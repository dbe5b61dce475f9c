package org.polyphony.fuzz;

import java.util.Arrays;
import org.polyphony.compare.Choices;

/** Damages a file that is no text. */
final class ByteMutator {
  private final Choices choices;

  ByteMutator(Choices choices) {
    this.choices = choices;
  }

  /** Returns a damaged copy. */
  byte[] mutant(byte[] whole) {
    byte[] bytes = whole.clone();
    for (int i = choices.of(1, 1, 2, 8); i > 0 && bytes.length > 0; i--) {
      bytes = damaged(bytes);
    }
    return bytes;
  }

  private byte[] damaged(byte[] bytes) {
    int at = choices.between(0, bytes.length - 1);
    switch (choices.between(0, 5)) {
      case 0, 1 -> bytes[at] ^= (byte) (1 << choices.between(0, 7));
      case 2 -> bytes[at] = choices.of((byte) 0, (byte) -1, (byte) 127, (byte) -128);
      case 3 -> System.arraycopy(bytes, 0, bytes, at, Math.min(at, bytes.length - at));
      case 4 -> {
        return Arrays.copyOf(bytes, at);
      }
      default -> {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + at % 64);
        Arrays.fill(longer, bytes.length, longer.length, bytes[at]);
        return longer;
      }
    }
    return bytes;
  }
}
