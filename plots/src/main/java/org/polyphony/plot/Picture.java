package org.polyphony.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;

/**
 * A drawing of a certain size, not yet in any format.
 *
 * @param name of its file, without extension
 * @param width in points of 1/72 inch
 * @param height in points
 * @param painting draws it
 */
public record Picture(String name, double width, double height, Painting painting) {
  /** Draws into an area. */
  @FunctionalInterface
  interface Painting {
    void paint(Graphics2D graphics, Rectangle2D area);
  }

  void paint(Graphics2D graphics) {
    painting.paint(graphics, new Rectangle2D.Double(0, 0, width, height));
  }
}
