package org.polyphony.sweep;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/**
 * Every n-th run of a sweep.
 *
 * @param number from 1
 * @param count of shards, not below {@code number}
 */
public record Shard(int number, int count) {
  /** The whole sweep. */
  public static final Shard ALL = new Shard(1, 1);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /**
   * Returns the shard that {@code i/n} names.
   *
   * @param text as {@code 2/8}
   * @throws InvalidInputException when it is none
   */
  public static Shard parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      Shard shard =
          new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      if (1 <= shard.number && shard.number <= shard.count) {
        return shard;
      }
    }
    throw new InvalidInputException(
        "--shard: found '" + text + "', allowed: I/N with I from 1 to N, such as 2/8");
  }

  /** Returns how files of this shard are called, without an ending. */
  String fileName() {
    return number + "-of-" + count;
  }

  /**
   * Returns a view of the elements of a list that belong to this shard.
   *
   * @param all in order
   */
  public <T> List<T> of(List<T> all) {
    int size = all.size() < number ? 0 : (all.size() - number) / count + 1;
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return all.get(number - 1 + Objects.checkIndex(index, size) * count);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }
}
