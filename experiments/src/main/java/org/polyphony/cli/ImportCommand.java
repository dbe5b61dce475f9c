package org.polyphony.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.workload.profile.ModelImport;
import org.polyphony.workload.profile.ModelImport.Imported;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Turns an Nsight Compute report into kernel models. */
@Command(
    name = "import",
    description = "Import the kernels of an Nsight Compute report as kernel models.",
    footer = {
      "",
      "Write the two pages of a report with",
      "  ncu --set full -o app ./app",
      "  ncu --import app.ncu-rep --page source --csv --print-source sass > source.csv",
      "  ncu --import app.ncu-rep --page raw --csv > raw.csv"
    })
final class ImportCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "SOURCE",
      description = "source page of the report, CSV; also compressed (.gz)")
  private Path source;

  @Parameters(index = "1", paramLabel = "RAW", description = "raw page of the report, CSV")
  private Path raw;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "folder for the models, one JSON file for each launch")
  private Path folder;

  @Option(names = "--force", description = "replace files that differ from the models")
  private boolean force;

  @Spec private CommandSpec spec;

  /** A model as it is written, and what is said about it. */
  private record Model(Path file, String text, String about) {}

  @Override
  public Integer call() {
    if (folder.toString().isEmpty()) {
      throw new InvalidInputException("--out: an empty name; give a folder");
    }
    List<Model> models = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    ModelImport.read(source, raw, imported -> models.add(model(imported)), refused::add);
    models.forEach(this::requireReplaceable);
    PrintWriter out = spec.commandLine().getOut();
    try {
      Files.createDirectories(folder);
      for (Model model : models) {
        AtomicFile.write(model.file, model.text);
        out.print(model.about);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": " + e.getMessage(), e);
    }
    out.flush();
    refused.forEach(this::warn);
    return 0;
  }

  private Model model(Imported imported) {
    Path file = folder.resolve(imported.name() + ".json");
    StringBuilder about = new StringBuilder();
    about.append(
        String.format(Locale.ROOT, "%s: %,d instructions read\n", file, imported.instructions()));
    imported.notes().forEach(note -> about.append("  inferred: ").append(note).append('\n'));
    imported.inexact().forEach(what -> about.append("  not exact: ").append(what).append('\n'));
    return new Model(file, Json.text(imported.json()), about.toString());
  }

  private void warn(String refused) {
    spec.commandLine().getErr().println(Terminal.WARNING + refused + "; no model is written of it");
  }

  /** The model in the file may have been edited since it was imported, or be of another report. */
  private void requireReplaceable(Model model) {
    if (!Files.exists(model.file) || (force && Files.isRegularFile(model.file))) {
      return;
    }
    try (InputStream in = InputFile.open(model.file)) {
      if (!Arrays.equals(in.readAllBytes(), model.text.getBytes(StandardCharsets.UTF_8))) {
        throw new InvalidInputException(
            model.file
                + ": differs from the model of this report; replace it with --force, or choose"
                + " another folder with --out");
      }
    } catch (IOException e) {
      throw new InvalidInputException(model.file + ": " + e.getMessage(), e);
    }
  }
}
