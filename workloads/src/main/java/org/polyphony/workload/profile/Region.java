package org.polyphony.workload.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A piece of a structured program. */
sealed interface Region {
  /** Instructions in a row. */
  record Straight(List<SassLine> lines) implements Region {}

  /**
   * A loop.
   *
   * @param id its number, in the order of the program
   * @param trips per entry, at least 1
   */
  record Loop(int id, double trips, List<Region> body) implements Region {
    @Override
    public List<Region> inside() {
      return body;
    }

    /** Returns the name of its counter in the model. */
    String counter() {
      return "k" + id;
    }
  }

  /**
   * Code that some executions of what is before it reach.
   *
   * @param branch the instruction that decides; null if several do
   * @param share of the executions that reach it, 0 to 1
   * @param lanes active lanes in it over those before it, 0 to 1
   * @param isTaken whether the branch leads to it, not past it
   * @param endsLoop whether an execution that does not reach it ends the loop around both
   * @param body what is reached
   * @param otherwise what is executed in its place; may be empty
   */
  record Part(
      SassLine branch,
      double share,
      double lanes,
      boolean isTaken,
      boolean endsLoop,
      List<Region> body,
      List<Region> otherwise)
      implements Region {
    @Override
    public List<Region> inside() {
      return Stream.concat(body.stream(), otherwise.stream()).toList();
    }
  }

  /** Returns the regions within, in order. */
  default List<Region> inside() {
    return List.of();
  }

  /** Returns all straight pieces of regions, in order. */
  static List<List<SassLine>> segments(List<Region> regions) {
    List<List<SassLine>> found = new ArrayList<>();
    for (Region region : regions) {
      if (region instanceof Straight straight) {
        found.add(straight.lines());
      }
      found.addAll(segments(region.inside()));
    }
    return found;
  }
}
