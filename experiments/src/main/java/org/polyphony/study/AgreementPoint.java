package org.polyphony.study;

import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.table.Formats;
import org.polyphony.results.table.Table;

/** A point of an agreement chart: a simulated and a reference value. */
public record AgreementPoint(
    String metric, String series, String name, String xName, String yName, double x, double y) {
  /** Definition of the chart's data file. */
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
