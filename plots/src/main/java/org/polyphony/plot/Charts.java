package org.polyphony.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.results.Results;

/** All kinds of charts. */
public final class Charts {
  private static final Map<String, Entry> ENTRIES = Entry.read("charts.json");

  private static final List<Kind> ALL =
      ENTRIES.entrySet().stream().map(entry -> new Kind(entry.getKey(), entry.getValue())).toList();

  private Charts() {}

  /**
   * A kind of chart.
   *
   * @param name on the command line, with which the names of its pictures begin
   */
  public record Kind(String name, Entry entry) {
    /** Returns what it shows, in one line. */
    public String about() {
      return entry.about();
    }

    /** Returns the files that it reads, in words. */
    public String needs() {
      return entry.needs();
    }

    private List<Picture> draw(Results results) {
      return new EntryChart(name, entry, results).pictures();
    }

    private Optional<String> heldBack(Results results) {
      String found = EntryChart.tooMany(entry, results);
      return found.isEmpty() || draw(results).isEmpty()
          ? Optional.empty()
          : Optional.of(
              String.format(
                  "Chart '%s' is not drawn for %s; draw it with plot --chart %1$s.", name, found));
    }

    private List<Picture> drawUnasked(Results results) {
      return EntryChart.isOnRequest(entry, results) ? List.of() : draw(results);
    }
  }

  public static List<Kind> kinds() {
    return ALL;
  }

  public static List<String> names() {
    return ALL.stream().map(Kind::name).toList();
  }

  /**
   * The charts of one kind.
   *
   * @param pictures at least one
   */
  public record Drawn(Kind kind, List<Picture> pictures) {
    /** Keeps its own copy of the list. */
    public Drawn {
      pictures = List.copyOf(pictures);
    }
  }

  /**
   * Draws all charts that fit but those that are to be asked for.
   *
   * @return the kinds that have something to show
   */
  public static List<Drawn> drawAll(Results results) {
    return ALL.stream()
        .map(kind -> new Drawn(kind, kind.drawUnasked(results)))
        .filter(drawn -> !drawn.pictures().isEmpty())
        .toList();
  }

  /** Returns a sentence for each kind that fits and shows too much to be drawn unasked. */
  public static List<String> heldBack(Results results) {
    return ALL.stream().flatMap(kind -> kind.heldBack(results).stream()).toList();
  }

  /**
   * Draws the charts that fit.
   *
   * @param names kinds that must fit; empty for all that do but those that are to be asked for
   * @return the pictures, at least one
   * @throws InvalidInputException when one that was asked for, or every one, has nothing to show
   */
  public static List<Picture> draw(Results results, List<String> names) {
    List<Picture> pictures = new ArrayList<>();
    for (Kind kind : ALL) {
      if (names.isEmpty()) {
        pictures.addAll(kind.drawUnasked(results));
      } else if (names.contains(kind.name())) {
        List<Picture> some = kind.draw(results);
        if (some.isEmpty()) {
          String found = ": no data for '" + kind.name() + "', which needs ";
          throw new InvalidInputException(results.folder() + found + kind.needs());
        }
        pictures.addAll(some);
      }
    }
    if (pictures.isEmpty()) {
      List<String> heldBack = heldBack(results);
      String why =
          heldBack.isEmpty()
              ? "nothing to draw; give a results folder of run, host, sweep or study"
              : String.join(" ", heldBack);
      throw new Violation("", why, "").errorAt(results.folder().toString());
    }
    return pictures;
  }
}
