package org.polyphony.study;

import static org.polyphony.text.Formats.text;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.polyphony.input.Home;
import org.polyphony.run.Provenance;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;

/**
 * All figures and tables of the papers that can be made without further input, and one document
 * about them: what each has written, and what explains the differences as far as that is known.
 * Parts made by themselves replace their sections of the document and leave the others.
 */
public record Reproduction(List<Figure> parts, BiConsumer<FigureContext, List<Figure>> before) {
  /** The name of the figure of all parts. */
  public static final String NAME = "all";

  /** The document. */
  public static final String FILE = "REPRODUCTION.md";

  /** The first line of the document. */
  public static final String TITLE = "# Reproduction of GPU Maestro, schedGPU and MGB\n";

  private static final String HEAD =
      TITLE
          + """

          What a paper states beside what this simulator measures. Each section says what made it: `polyphony reproduce all`
          makes all of them, with `--part NAME` those that are named again, and leaves the others. Texts under "What explains
          it" are from `experiments/notes`.

          """;
  private static final Pattern HEADING = Pattern.compile("^## (.*)$", Pattern.MULTILINE);
  private static final String FOLDER = "reproduction";
  private static final String NOTES = "experiments/notes";

  /**
   * Returns the figure of them all.
   *
   * @param parts in the order in which they are made
   */
  public static Figure figure(List<Figure> parts, BiConsumer<FigureContext, List<Figure>> before) {
    Reproduction all = new Reproduction(parts, before);
    return new Figure(NAME, (figure, context) -> all.reproduce(context));
  }

  /** Makes the parts that are wanted, and writes their sections. */
  public void reproduce(FigureContext context) {
    List<String> wanted = context.inputs().parts();
    List<Figure> made = parts.stream().filter(part -> isWanted(part.name(), wanted)).toList();
    Path document = context.folder().file(FILE);
    before.accept(context, made);
    for (Figure part : made) {
      context.out().println(part.name() + ": " + part.about());
      OutputFolder folder =
          OutputFolder.open(context.folder().path().resolve(FOLDER).resolve(part.name()));
      part.reproduce(context.in(folder));
      if (context.stop().isRequested()) {
        return;
      }
      read(folder.file(part.textFile()))
          .map(section -> whole(section, part, context.in(folder)))
          .ifPresent(section -> new DocumentSection(part.name()).write(document, HEAD, section));
    }
    index(document);
    context.out().println("written to " + document);
    context.out().flush();
  }

  /** Puts links to all sections, whoever wrote them, in front of these. */
  private static void index(Path document) {
    String text = read(document).orElse("") + "\n";
    int sections = text.indexOf("<!-- ");
    if (sections < 0) {
      return; // no part has written any
    }
    StringBuilder head = new StringBuilder(HEAD);
    HEADING
        .matcher(text)
        .results()
        .map(heading -> heading.group(1))
        .forEach(title -> head.append(text("- [%s](#%s)%n", title, anchor(title))));
    AtomicFile.write(document, head.append('\n').append(text.substring(sections)).toString());
  }

  private static String anchor(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  /** A paper's name stands for all figures whose names begin with it. */
  private static boolean isWanted(String part, List<String> wanted) {
    return wanted.isEmpty()
        || wanted.contains(part)
        || wanted.stream().anyMatch(name -> part.startsWith(name + "-"));
  }

  /** Puts what made a section and its charts behind its heading, what explains it at its end. */
  private static String whole(String section, Figure part, FigureContext context) {
    int heading = section.indexOf('\n') + 1;
    String notes = read(notes(context).resolve(part.name() + ".md")).map("\n\n"::concat).orElse("");
    return section.substring(0, heading)
        + "\n"
        + madeBy(context)
        + pictures(context.folder(), part)
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

  private static Optional<String> read(Path file) {
    return Files.exists(file) ? Optional.of(DocumentSection.read(file).strip()) : Optional.empty();
  }
}
