package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.polyphony.plot.Charts;
import org.polyphony.plot.Picture;

/** All charts that fit. */
final class Gallery implements Part {
  private static final double PIXELS_PER_POINT = 2; // makes small print of a paper readable

  @Override
  public Optional<Section> section(Source source) {
    Section section = new Section("charts", "Charts");
    for (Charts.Drawn drawn : Charts.drawAll(source.results())) {
      List<Section.Figure> figures = new ArrayList<>();
      for (Picture picture : drawn.pictures()) {
        figures.add(
            new Section.Figure(
                picture.caption(),
                picture.svgElement(),
                picture.isWide(),
                Math.round(picture.width() * PIXELS_PER_POINT)));
      }
      section.gallery(new Section.Gallery(title(drawn.kind().about()), figures));
    }
    return section.galleries().isEmpty() ? Optional.empty() : Optional.of(section);
  }

  private static String title(String about) {
    return about.substring(0, 1).toUpperCase(Locale.ROOT) + about.substring(1);
  }
}
