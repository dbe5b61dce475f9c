package org.polyphony.plot;

import java.awt.Graphics2D;
import java.util.function.Consumer;

/**
 * A drawing of a certain size, not yet in any format.
 *
 * @param name of its file, without extension
 * @param caption what it shows, for readers who do not see it too
 * @param width in points of 1/72 inch
 * @param height in points
 */
public record Picture(
    String name, String caption, double width, double height, Consumer<Graphics2D> painting) {
  private static final double WIDE = 1.75 * Style.ONE_COLUMN;
  private static final double PIXELS_PER_POINT = 2; // makes small print of a paper readable

  public boolean isWide() {
    return width > WIDE;
  }

  /** Returns how wide it is at most on a page. */
  public long pixels() {
    return Math.round(width * PIXELS_PER_POINT);
  }

  /** Returns the picture as an SVG element that is as wide as there is room, for a page. */
  public String svgElement() {
    return Svg.element(this, false);
  }
}
