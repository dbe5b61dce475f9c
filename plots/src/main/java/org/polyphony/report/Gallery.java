package org.polyphony.report;

import java.util.Locale;
import java.util.Optional;
import org.polyphony.plot.Charts;

/** All charts that fit. */
final class Gallery implements Part {
  @Override
  public Optional<Section> section(Source source) {
    Section section = new Section("charts", "Charts");
    for (Charts.Drawn drawn : Charts.drawAll(source.results())) {
      section.gallery(new Section.Gallery(title(drawn.kind().about()), drawn.pictures()));
    }
    return section.galleries().isEmpty() ? Optional.empty() : Optional.of(section);
  }

  private static String title(String about) {
    return about.substring(0, 1).toUpperCase(Locale.ROOT) + about.substring(1);
  }
}
