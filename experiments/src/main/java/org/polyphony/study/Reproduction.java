package org.polyphony.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import org.polyphony.results.store.OutputFolder;

/**
 * All figures and tables of the papers that need no input from the user. Each part writes its data
 * and charts to its own folder; parts that summarize others also update a section of a page.
 */
public record Reproduction(List<Figure> parts, BiConsumer<FigureContext, List<Figure>> before) {
  /** The name of the figure of all parts. */
  public static final String NAME = "all";

  private static final String PAGE = "REPRODUCTION.md"; // with a section of each summary
  private static final String FOLDER = "reproduction";

  /**
   * Returns the figure of them all.
   *
   * @param parts in the order in which they are made
   */
  public static Figure figure(List<Figure> parts, BiConsumer<FigureContext, List<Figure>> before) {
    Reproduction all = new Reproduction(parts, before);
    return new Figure(NAME, (figure, context) -> all.reproduce(context));
  }

  /** Makes the requested parts. */
  public void reproduce(FigureContext context) {
    List<String> wanted = context.inputs().parts();
    List<Figure> made = parts.stream().filter(part -> isWanted(part.name(), wanted)).toList();
    before.accept(context, made);
    for (Figure part : made) {
      context.out().println(part.name() + ": " + part.about());
      OutputFolder folder = part.isOnSharedPage() ? context.folder() : own(part, context);
      part.reproduce(context.in(folder));
      if (context.stop().isRequested()) {
        return;
      }
      updatePage(part, folder, context.folder());
    }
    context.out().flush();
  }

  private static OutputFolder own(Figure part, FigureContext context) {
    return OutputFolder.open(context.folder().path().resolve(FOLDER).resolve(part.name()));
  }

  /** A paper's name stands for all figures whose names begin with it. */
  private static boolean isWanted(String part, List<String> wanted) {
    return wanted.isEmpty()
        || wanted.contains(part)
        || wanted.stream().anyMatch(name -> part.startsWith(name + "-"));
  }

  private static void updatePage(Figure part, OutputFolder folder, OutputFolder pages) {
    Path section = folder.path().resolve(part.textFile());
    if (part.isSummary() && Files.exists(section)) {
      String title = "# Reproduction of GPU Maestro\n";
      new DocumentSection(part.name())
          .write(pages.file(PAGE), title, DocumentSection.read(section));
    }
  }
}
