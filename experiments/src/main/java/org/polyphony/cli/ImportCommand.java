package org.polyphony.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    mixinStandardHelpOptions = true,
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

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (folder.toString().isEmpty()) {
      throw new InvalidInputException("--out: an empty name; give a folder");
    }
    List<String> refused = new ArrayList<>();
    List<Imported> models = ModelImport.read(source, raw, refused::add);
    List<Path> files = new ArrayList<>();
    for (Imported model : models) {
      files.add(folder.resolve(model.name() + ".json"));
    }
    files.forEach(ImportCommand::requireOwn);
    PrintWriter out = spec.commandLine().getOut();
    try {
      Files.createDirectories(folder);
      for (int i = 0; i < models.size(); i++) {
        AtomicFile.write(files.get(i), Json.text(models.get(i).json()));
        print(models.get(i), files.get(i), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + ": " + e.getMessage(), e);
    }
    out.flush();
    refused.forEach(this::warn);
    return 0;
  }

  private void warn(String refused) {
    spec.commandLine().getErr().println(Terminal.WARNING + refused + "; no model is written of it");
  }

  /** A file that something else has written is not replaced. */
  private static void requireOwn(Path file) {
    try {
      if (Files.exists(file) && !InputFile.text(file).contains(ModelImport.SOURCE)) {
        throw new InvalidInputException(
            file + ": not an imported model; choose another folder with --out");
      }
    } catch (IOException e) {
      throw new InvalidInputException(file + ": " + e.getMessage(), e);
    }
  }

  private static void print(Imported model, Path file, PrintWriter out) {
    out.printf(Locale.ROOT, "%s: %,d instructions read%n", file, model.instructions());
    model.notes().forEach(note -> out.println("  inferred: " + note));
    model.inexact().forEach(what -> out.println("  not exact: " + what));
  }
}
