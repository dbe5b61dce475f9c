package org.polyphony.plot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A chart as data, an entry of {@code charts.json}: from a table draw a form of a column over
 * another, a series per value of a third, a panel and a picture per value of others. In captions,
 * titles, labels and names, {@code {column}} is the value of the first row; in captions, {@code
 * {y}} is the label of the vertical axis and {@code {over policy}} what the reader draws it over.
 * Captions end with the number of sets of workloads and seeds.
 *
 * @param about what it shows, in one line
 * @param needs files that it reads, in words
 * @param isOnRequest true for a chart that is drawn only where it is asked for
 * @param mostSettings on request, too, where a sweep has more settings; 0 for no limit
 * @param leastGroups on request, too, where there are fewer groups of bars
 * @param mostPictures on request, too, where there are more pictures; 0 for no limit
 * @param from a file of the folder, or a table of {@link Tables}
 * @param picture columns of which each combination of values has a picture; empty for one picture
 * @param file name of the picture; null for that of the entry, with the picture's value if there
 *     are several
 * @param panel column of which each value has a panel; null for one panel
 * @param title of a panel; null for its value
 * @param series column of which each value has a series; null for one series
 * @param colour value of a cell of a heat map
 * @param arrange how several vertical axes and panels stand
 * @param diagonal what the diagonal of two equal axes means; null for none
 * @param caption what the pictures show
 */
record Entry(
    String about,
    String needs,
    boolean isOnRequest,
    int mostSettings,
    int leastGroups,
    int mostPictures,
    String from,
    List<String> picture,
    String file,
    String panel,
    String title,
    String series,
    X x,
    List<Y> y,
    Value colour,
    Arrange arrange,
    String diagonal,
    Size size,
    String caption) {

  Entry {
    picture = picture == null ? List.of() : List.copyOf(picture);
    y = y == null ? List.of() : List.copyOf(y);
    arrange = Objects.requireNonNullElse(arrange, Arrange.BESIDE);
    size = Objects.requireNonNullElse(size, new Size(0, 0, 0, 0, 0, 0, 0));
  }

  /**
   * Reads entries by their names, in the order of the file.
   *
   * @throws IllegalStateException when one says what no entry can say
   */
  static Map<String, Entry> read(String file) {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
            .build();
    Map<String, Entry> entries = new LinkedHashMap<>();
    try (InputStream in = Entry.class.getResourceAsStream(file)) {
      for (Map.Entry<String, JsonNode> each : mapper.readTree(in).properties()) {
        try {
          entries.put(each.getKey(), mapper.treeToValue(each.getValue(), Entry.class));
        } catch (JsonProcessingException e) {
          throw new IllegalStateException(file + ": " + each.getKey() + ": " + e.getMessage(), e);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  /** What is drawn at a value. */
  enum Form {
    BARS,
    /** Bars of shares on top of each other, upright. */
    STACK,
    /** The same, level. */
    LEVEL,
    POINTS,
    LINES,
    MARKED,
    /** A value that holds from the row before, or from column {@code from}, to x. */
    STEPS,
    CELLS,
    /** See {@link Boxes}: from column {@code from} to the column of each axis. */
    BOXES
  }

  /** The scale of an axis. */
  enum Axis {
    /** Measured values: see {@link AxisScale}. */
    MEASURED,
    /** Latencies: see {@link AxisScale}. */
    LATENCIES,
    /** Numbers from where the data begin, as time. */
    SPAN,
    /** Values that a config sets, a tick at each. */
    SET,
    /** Whole numbers. */
    WHOLE,
    /** Percent, 0 to 100. */
    PERCENT,
    /** Rows by their value, the largest first. */
    RANK,
    /** Names, side by side. */
    NAMES,
    /** A row for each series. */
    SERIES
  }

  /** How rows of the same series and place become one value. */
  enum Mean {
    /** The mean. */
    ARITHMETIC,
    /** The mean over seeds with its interval. */
    SEEDS,
    /** The geometric mean over sets of workloads with its interval, and each set. */
    GEOMETRIC
  }

  /** What a ratio is drawn over, as the reader of the charts asks for. */
  enum Over {
    /** Non-shared execution. */
    ALONE,
    /** Non-shared execution, or a policy. */
    BASELINE,
    /** A policy; as it is where none is given. */
    POLICY
  }

  /** How vertical axes and panels stand. */
  enum Arrange {
    BESIDE,
    /** One below the other over one horizontal axis. */
    STACKED,
    /** A picture for each vertical axis. */
    PICTURES
  }

  /**
   * The horizontal axis.
   *
   * @param label with its unit
   * @param times factor to the unit that is drawn; 0 for none
   * @param from column with the start of a step; null for the end of the one before
   * @param all name of a group of all rows, beside those of each name; null for none
   * @param levels dashed lines, at each value that their column has
   */
  record X(
      String column,
      Axis axis,
      String label,
      double times,
      String from,
      String all,
      List<Level> levels) {
    X {
      levels = levels == null ? List.of() : List.copyOf(levels);
      axis = Objects.requireNonNullElse(axis, Axis.MEASURED);
      label = Objects.requireNonNullElse(label, "");
      times = times == 0 ? 1 : times;
    }
  }

  /**
   * A vertical axis and what is drawn over it.
   *
   * @param column a column, or the path of a declared metric
   * @param label with its unit; null for that of the metric
   * @param low column with the lower end of an interval; null for none
   * @param stated column with what a paper states; null for none
   * @param from column with where a bar begins; null for zero
   * @param series null for that of the entry; empty for one series
   * @param isSame true for equal axes of all panels
   * @param isDirected true where the label says whether higher or lower is better
   * @param isPlain true for lines in one colour, which their place or label tells apart
   * @param share of the height of stacked plots; 0 for 2
   * @param levels dashed lines
   * @param file name of its picture where each has one
   */
  record Y(
      String column,
      Form form,
      Axis axis,
      String label,
      double times,
      Mean mean,
      Over over,
      String low,
      String high,
      String stated,
      String from,
      String series,
      boolean isSame,
      boolean isDirected,
      boolean isPlain,
      int share,
      List<Level> levels,
      String file) {
    Y {
      axis = Objects.requireNonNullElse(axis, Axis.MEASURED);
      times = times == 0 ? 1 : times;
      share = share == 0 ? 2 : share;
      levels = levels == null ? List.of() : List.copyOf(levels);
    }
  }

  /** A value that is drawn as a color. */
  record Value(String column, String label, double times) {}

  /**
   * A dashed line.
   *
   * @param at its value; null for that of the column, or the median of all that is drawn
   * @param column with its value in the first row; null for none
   * @param name in the legend; empty for none
   * @param isOptional true for one that is drawn only where the data reach it
   */
  record Level(Double at, String column, String name, boolean isOptional) {
    Level {
      name = Objects.requireNonNullElse(name, "");
    }
  }

  /**
   * Sizes in points.
   *
   * @param width of the picture; 0 for two columns
   * @param fits as many bars, or letters of a name beside a level bar, fit a column, or two panels
   *     a row; 0 for no limit
   * @param height of a panel
   * @param perName added to the height for each name of an axis of names
   * @param margin of the axis that stacked panels share; 0 for that of most
   * @param columns of panels, at most; 0 for one
   * @param rows of panels in a picture, at most; 0 for all
   */
  record Size(
      double width, int fits, double height, double perName, double margin, int columns, int rows) {
    Size {
      margin = margin == 0 ? 31 : margin;
      width = width == 0 ? Style.TWO_COLUMNS : width;
      columns = columns == 0 ? 1 : columns;
    }
  }
}
