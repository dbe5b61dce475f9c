package org.polyphony.workload.order;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.polyphony.gpu.kernel.MemorySpace;

/**
 * How far loads of global, local and shared memory stand before their first uses, in the innermost
 * loop that has the most of them, or else in the whole text of the program.
 *
 * <p>A use waits for its load and for those issued before it; loads come back in order. A loop is
 * gone through twice, so that what the next trip uses counts.
 *
 * @param instructions of the loop, or of the text
 * @param loads of these
 * @param meanDistance instructions from a load to its first use, 1 for the next one, over loads
 *     that have one; 0 when none has
 * @param mostInFlight loads issued and not yet waited for, at most
 */
public record LoadUse(int instructions, int loads, double meanDistance, int mostInFlight) {
  /**
   * Part of a program's text.
   *
   * @param from first instruction
   * @param to behind the last one
   */
  public record Range(int from, int to) {
    private boolean isAround(Range other) {
      return !equals(other) && from <= other.from && other.to <= to;
    }
  }

  /**
   * Measures a program.
   *
   * @param text all instructions
   * @param loops those of its loops
   */
  public static LoadUse of(List<Operation> text, List<Range> loops) {
    Optional<Range> hot =
        loops.stream()
            .filter(loop -> loops.stream().noneMatch(loop::isAround))
            .filter(loop -> loads(text, loop) > 0)
            .max(Comparator.comparingLong((Range loop) -> loads(text, loop)));
    Range range = hot.orElse(new Range(0, text.size()));
    return new Walk(text.subList(range.from, range.to), hot.isPresent() ? 2 : 1).result();
  }

  private static long loads(List<Operation> text, Range range) {
    return text.subList(range.from, range.to).stream().filter(LoadUse::counts).count();
  }

  private static boolean counts(Operation operation) {
    return operation.isLoad() && operation.space() != MemorySpace.CONSTANT;
  }

  /** Goes through instructions as a warp does. */
  private static final class Walk {
    private final List<Operation> text;
    private final TreeMap<Integer, Operation> unused = new TreeMap<>(); // loads, by when issued
    private final TreeSet<Integer> inFlight = new TreeSet<>(); // of these, not yet waited for
    private final List<Integer> distances = new ArrayList<>();
    private int most;

    Walk(List<Operation> text, int times) {
      this.text = text;
      for (int at = 0; at < times * text.size(); at++) {
        step(at, text.get(at % text.size()));
      }
    }

    private void step(int at, Operation operation) {
      List<Integer> used =
          unused.entrySet().stream()
              .filter(load -> operation.uses(load.getValue()))
              .map(Map.Entry::getKey)
              .toList();
      for (int issued : used) {
        unused.remove(issued);
        inFlight.headSet(issued, true).clear();
        if (issued < text.size()) {
          distances.add(at - issued);
        }
      }
      if (counts(operation)) {
        unused.put(at, operation);
        inFlight.add(at);
        most = Math.max(most, inFlight.size());
      }
    }

    LoadUse result() {
      double mean = distances.stream().mapToInt(i -> i).average().orElse(0);
      return new LoadUse(
          text.size(), (int) text.stream().filter(LoadUse::counts).count(), mean, most);
    }
  }
}
