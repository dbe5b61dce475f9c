package org.polyphony.figure;

import java.util.List;
import org.polyphony.plot.Charts;
import org.polyphony.plot.Picture;
import org.polyphony.plot.PictureFormat;
import org.polyphony.plot.Results;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;

/** Draws the chart of a figure beside its results, in every format. */
public final class FigureCharts {
  private FigureCharts() {}

  /**
   * Draws a chart of a figure from the table of the same name beside it.
   *
   * @param folder holds the table, gets the pictures
   * @param chart its name
   */
  public static void draw(OutputFolder folder, String chart) {
    for (Picture picture : Charts.draw(Results.read(folder.path()), List.of(chart))) {
      for (PictureFormat format : PictureFormat.values()) {
        AtomicFile.write(
            folder.file(picture.name() + "." + format.extension()), format.bytes(picture));
      }
    }
  }
}
