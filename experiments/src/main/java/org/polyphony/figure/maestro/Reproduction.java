package org.polyphony.figure.maestro;

import static org.polyphony.text.Formats.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.polyphony.config.Home;
import org.polyphony.figure.DocumentSection;
import org.polyphony.figure.Figure;
import org.polyphony.figure.FigureContext;
import org.polyphony.pairs.Variant;
import org.polyphony.run.Provenance;
import org.polyphony.store.OutputFolder;

/**
 * All figures and tables of GPU Maestro that can be made without further input, and one document
 * about them: what each has written, and what explains the differences as far as that is known.
 * Parts made by themselves replace their sections of the document and leave the others.
 *
 * @param parts in the order of the document
 */
record Reproduction(List<Figure> parts) {
  /** The document. */
  static final String FILE = "REPRODUCTION.md";

  private static final String HEAD =
      """
      # Reproduction of GPU Maestro

      What the paper states beside what this simulator measures. Each section says what made it: `polyphony reproduce all`
      makes all of them, with `--part NAME` those that are named again, and leaves the others. Texts under "What explains
      it" are from `experiments/notes`.
      """;
  private static final String FOLDER = "reproduction";
  private static final String NOTES = "experiments/notes";

  /** Returns the figure of them all. */
  static Figure figure(List<Figure> parts) {
    return new Figure("all", (figure, context) -> new Reproduction(parts).reproduce(context));
  }

  private void reproduce(FigureContext context) {
    List<String> wanted = context.inputs().parts();
    List<Figure> made =
        parts.stream().filter(p -> wanted.isEmpty() || wanted.contains(p.name())).toList();
    Path document = context.folder().file(FILE);
    runPairs(context, made);
    for (Figure part : made) {
      context.out().println(part.name() + ": " + part.about());
      OutputFolder folder =
          OutputFolder.open(context.folder().path().resolve(FOLDER).resolve(part.name()));
      part.reproduce(context.in(folder));
      if (context.stop().isRequested()) {
        return;
      }
      read(folder.file(part.textFile()))
          .map(section -> withProvenance(section, part, context))
          .map(section -> section + pictures(folder, part))
          .ifPresent(section -> new DocumentSection(part.name()).write(document, HEAD, section));
    }
    context.out().println("written to " + document);
    context.out().flush();
  }

  /** Puts what made a section behind its heading, and what explains it at its end. */
  private static String withProvenance(String section, Figure part, FigureContext context) {
    int heading = section.indexOf('\n') + 1;
    String notes = read(notes(context).resolve(part.name() + ".md")).map("\n\n"::concat).orElse("");
    return section.substring(0, heading)
        + "\n"
        + madeBy(context)
        + "\n"
        + section.substring(heading).strip()
        + notes
        + "\n";
  }

  /** What explains a figure on its own device need not explain it on another one. */
  private static Path notes(FigureContext context) {
    Path notes = Home.find().resolve(NOTES);
    String gpu = context.inputs().gpu();
    return gpu.isEmpty() ? notes : notes.resolve(Path.of(gpu).getFileName());
  }

  private static String pictures(OutputFolder folder, Figure part) {
    StringBuilder links = new StringBuilder();
    for (String name : folder.names(".svg")) {
      String title = name.replace(".svg", "").replace('-', ' ');
      links.append(text("%n![%s](%s/%s/%s)%n", title, FOLDER, part.name(), name));
    }
    return links.toString();
  }

  private static String madeBy(FigureContext context) {
    Provenance provenance = Provenance.current();
    String commit = provenance.gitCommit().isEmpty() ? "" : ", commit " + provenance.gitCommit();
    return "Made by `" + context.command() + "` (version " + provenance.version() + commit + ").\n";
  }

  /** Runs each pair under all that the figures compare before the next pair. */
  private void runPairs(FigureContext context, List<Figure> made) {
    Set<Variant> variants = new LinkedHashSet<>();
    made.forEach(part -> variants.addAll(part.variants()));
    if (!variants.isEmpty()) {
      new PairStudy("all", context).run(List.copyOf(variants));
    }
  }

  private static Optional<String> read(Path file) {
    return Files.exists(file) ? Optional.of(DocumentSection.read(file).strip()) : Optional.empty();
  }
}
