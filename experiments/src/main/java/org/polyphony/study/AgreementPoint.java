package org.polyphony.study;

import org.polyphony.plot.ResultColumn;
import org.polyphony.plot.ResultFile;
import org.polyphony.text.Formats;
import org.polyphony.text.Table;

/**
 * A point of a chart of agreement: a value in two ways.
 *
 * @param metric what the value is; a chart each
 * @param series what the point is drawn as
 * @param name of the point
 * @param xName what x is of
 * @param yName what y is of
 * @param x the value that y should agree with
 * @param y the other
 */
public record AgreementPoint(
    String metric, String series, String name, String xName, String yName, double x, double y) {
  /** The file that the chart is drawn from. */
  public static final Table<AgreementPoint> TABLE =
      new Table<AgreementPoint>(ResultFile.AGREEMENT)
          .text(ResultColumn.METRIC, AgreementPoint::metric)
          .text(ResultColumn.SERIES, AgreementPoint::series)
          .text(ResultColumn.POINT, AgreementPoint::name)
          .text(ResultColumn.X_NAME, AgreementPoint::xName)
          .text(ResultColumn.Y_NAME, AgreementPoint::yName)
          .text(ResultColumn.X, p -> Formats.text("%.4f", p.x))
          .text(ResultColumn.Y, p -> Formats.text("%.4f", p.y));
}
