package org.polyphony.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.Optional;
import org.jfree.chart.annotations.AbstractXYAnnotation;
import org.jfree.chart.annotations.XYAnnotation;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.PlotRenderingInfo;
import org.jfree.chart.plot.XYPlot;

/**
 * How a job ended that did not finish: a sign in black with a white rim, which no color and no grey
 * hides.
 */
enum EndMark {
  /** A cross. */
  CRASHED("crashed", "crashed", false),
  /** A square that is full, as the memory is. */
  OUT_OF_MEMORY("out-of-memory", "out of memory", true),
  /** An hourglass. */
  TIMED_OUT("timed-out", "timed out", true),
  /** A circle that is empty. */
  REFUSED("refused", "refused", false),
  /** An arrowhead: it waits for ever. */
  HUNG("hung", "hangs", true),
  /** An empty arrowhead: it went on when the run was ended. */
  UNFINISHED("unfinished", "not finished", false);

  private static final double RADIUS = 2.3; // points
  private static final BasicStroke RIM = new BasicStroke(2.1f);
  private static final BasicStroke LINE = new BasicStroke(0.9f);

  private final String outcome;
  private final String label;
  private final boolean isFull;

  EndMark(String outcome, String label, boolean isFull) {
    this.outcome = outcome;
    this.label = label;
    this.isFull = isFull;
  }

  /** Returns the mark of an outcome as {@code jobs.csv} has it; empty for one that finished. */
  static Optional<EndMark> of(String outcome) {
    for (EndMark mark : values()) {
      if (mark.outcome.equals(outcome)) {
        return Optional.of(mark);
      }
    }
    return Optional.empty();
  }

  Legend.Entry entry() {
    return new Legend.Entry(label, (g, area) -> draw(g, area.getMaxX() - 3, area.getCenterY(), 1));
  }

  /** Draws the sign around a place; a size of 1 is that in a legend. */
  private void draw(Graphics2D g, double x, double y, double size) {
    AffineTransform place = AffineTransform.getTranslateInstance(x, y);
    place.scale(RADIUS * size, RADIUS * size);
    Shape placed = place.createTransformedShape(shape());
    g.setStroke(RIM);
    g.setColor(Color.WHITE);
    g.draw(placed);
    g.setColor(isFull ? Color.BLACK : Color.WHITE);
    g.fill(placed);
    g.setStroke(LINE);
    g.setColor(Color.BLACK);
    g.draw(placed);
  }

  XYAnnotation at(double x, double y, double size) {
    return new AbstractXYAnnotation() {
      private static final long serialVersionUID = 1L;

      @Override
      public void draw(
          Graphics2D g,
          XYPlot plot,
          Rectangle2D area,
          ValueAxis domain,
          ValueAxis range,
          int rendererIndex,
          PlotRenderingInfo info) {
        double atX = domain.valueToJava2D(x, area, plot.getDomainAxisEdge());
        EndMark.this.draw(g, atX, range.valueToJava2D(y, area, plot.getRangeAxisEdge()), size);
      }
    };
  }

  /** Returns the sign around the origin, within -1 to 1 or so. */
  private Shape shape() {
    return switch (this) {
      case CRASHED -> lines(-1, -1, 1, 1, -1, 1, 1, -1);
      case OUT_OF_MEMORY -> new Rectangle2D.Double(-0.9, -0.9, 1.8, 1.8);
      case TIMED_OUT -> SeriesStyle.polygon(-1, -1, 1, -1, -1, 1, 1, 1);
      case REFUSED -> new Ellipse2D.Double(-1, -1, 2, 2);
      case HUNG, UNFINISHED -> SeriesStyle.polygon(-0.8, -1.1, 1.2, 0, -0.8, 1.1);
    };
  }

  private static Shape lines(double... xy) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < xy.length; i += 4) {
      path.moveTo(xy[i], xy[i + 1]);
      path.lineTo(xy[i + 2], xy[i + 3]);
    }
    return path;
  }
}
