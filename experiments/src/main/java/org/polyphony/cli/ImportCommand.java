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
import org.polyphony.imported.ImportCheck;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.run.Progress;
import org.polyphony.simulation.StopFlag;
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
  private static final String NO_MODEL = "; no model is written of it";

  @Parameters(
      index = "0",
      paramLabel = "SOURCE",
      description = "source page of the report, CSV; also compressed (.gz, .xz)")
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

  @Option(names = "--no-check", description = "run no part of a launch to compare it")
  private boolean isUnchecked;

  private final Services services;

  @Spec private CommandSpec spec;

  ImportCommand(Services services) {
    this.services = services;
  }

  /** A model as it is written, and what is said about it. */
  private record Model(Path file, String text, String about) {}

  @Override
  public Integer call() {
    if (folder.toString().isEmpty()) {
      throw new InvalidInputException("--out: an empty name; give a folder");
    }
    List<Imported> imported = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    ModelImport.read(source, raw, imported::add, refused -> warnings.add(refused + NO_MODEL));
    StopFlag stop = services.stops().get();
    try (Interrupt interrupt = Interrupt.raising(stop)) {
      List<Model> models = isUnchecked ? unchecked(imported) : checked(imported, stop, warnings);
      if (!stop.isRequested()) {
        if (models.isEmpty()) {
          throw new InvalidInputException(warnings.get(0));
        }
        write(models);
        warnings.forEach(text -> spec.commandLine().getErr().println(Terminal.WARNING + text));
      }
      return interrupt.exitCode(stop.isRequested());
    }
  }

  private List<Model> unchecked(List<Imported> all) {
    return all.stream().map(ImportCheck::unchecked).map(this::model).toList();
  }

  private List<Model> checked(List<Imported> all, StopFlag stop, List<String> warnings) {
    int jobs = Runtime.getRuntime().availableProcessors();
    List<ImportCheck> checks;
    try (Progress progress = Terminal.progress(false, spec.commandLine().getErr())) {
      checks = ImportCheck.all(all, services.device(), jobs, progress, stop);
    }
    List<Model> models = new ArrayList<>();
    for (ImportCheck check : checks) {
      String kernel = source + ": kernel " + check.model().name() + ": ";
      if (!check.failure().isEmpty()) {
        warnings.add(kernel + check.failure() + NO_MODEL);
        continue;
      }
      models.add(model(check));
      if (!check.far().isEmpty()) {
        warnings.add(
            kernel + "its model is far from the report: " + String.join(", ", check.far()));
      }
    }
    return models;
  }

  private void write(List<Model> models) {
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
  }

  private Model model(ImportCheck check) {
    Imported imported = check.model();
    Path file = folder.resolve(imported.name() + ".json");
    StringBuilder about = new StringBuilder();
    about.append(
        String.format(Locale.ROOT, "%s: %,d instructions read\n", file, imported.instructions()));
    imported.notes().forEach(note -> about.append("  inferred: ").append(note).append('\n'));
    imported.inexact().forEach(what -> about.append("  not exact: ").append(what).append('\n'));
    about.append(check.table());
    String said = imported.json().path("about").asText();
    imported.json().put("about", said + check.about());
    return new Model(file, Json.text(imported.json()), about.toString());
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
