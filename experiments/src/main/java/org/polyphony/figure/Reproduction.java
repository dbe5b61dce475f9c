package org.polyphony.figure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.polyphony.config.Home;
import org.polyphony.pairs.Variant;
import org.polyphony.run.Provenance;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;

/**
 * All figures and tables of GPU Maestro that can be made without further input, and one document
 * about them: what each has written, and what explains the differences as far as that is known.
 */
final class Reproduction implements Figure {
  /** The document. */
  static final String FILE = "REPRODUCTION.md";

  private static final String FOLDER = "reproduction";
  private static final String NOTES = "experiments/notes";

  private final List<Figure> parts;

  Reproduction(List<Figure> parts) {
    this.parts = List.copyOf(parts);
  }

  @Override
  public String name() {
    return "all";
  }

  @Override
  public String about() {
    return "all of " + String.join(", ", parts.stream().map(Figure::name).toList()) + "; " + FILE;
  }

  @Override
  public String source() {
    return "GPU Maestro";
  }

  @Override
  public void reproduce(FigureContext context) {
    StringBuilder text = new StringBuilder(head(context));
    List<String> wanted = context.inputs().parts();
    List<Figure> made =
        parts.stream().filter(p -> wanted.isEmpty() || wanted.contains(p.name())).toList();
    runPairs(context, made);
    for (Figure part : made) {
      context.out().println(part.name() + ": " + part.about());
      OutputFolder folder =
          OutputFolder.open(context.folder().path().resolve(FOLDER).resolve(part.name()));
      part.reproduce(context.in(folder));
      if (context.stop().isRequested()) {
        return;
      }
      read(folder.file(fileOf(part))).ifPresent(text::append);
      read(Home.find().resolve(NOTES).resolve(part.name() + ".md")).ifPresent(text::append);
    }
    AtomicFile.write(context.folder().file(FILE), text.toString().stripTrailing() + "\n");
    context.out().println("written to " + context.folder().file(FILE));
    context.out().flush();
  }

  /** Runs each pair under all that the figures compare before the next pair. */
  private static void runPairs(FigureContext context, List<Figure> made) {
    Set<Variant> variants = new LinkedHashSet<>();
    made.forEach(part -> variants.addAll(part.variants()));
    if (!variants.isEmpty()) {
      new PairStudy(context).run(List.copyOf(variants));
    }
  }

  /** Returns the file that a figure writes its section to. */
  static String fileOf(Figure figure) {
    return figure.name().toUpperCase(Locale.ROOT) + ".md";
  }

  private static String head(FigureContext context) {
    Provenance provenance = Provenance.current();
    String commit = provenance.gitCommit().isEmpty() ? "" : ", commit " + provenance.gitCommit();
    return "# Reproduction of GPU Maestro\n\nWhat the paper states beside what this simulator measures."
        + " Made by\n\n    "
        + context.command()
        + "\n\n(version "
        + provenance.version()
        + commit
        + "). Texts under \"What explains it\" are from `"
        + NOTES
        + "`.\n\n";
  }

  private static Optional<String> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(file).strip() + "\n\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
