package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.StudyFile;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.NearestName;
import org.polyphony.results.table.Sentences;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony describe}: one workload, GPU, policy, scheduler or file in full. */
@Command(
    name = "describe",
    description = "Describe a workload, GPU, policy, scheduler, hardware part or file in full.",
    footer = {
      "",
      "Examples:",
      "  polyphony describe BS --gpu volta-v100",
      "  polyphony describe gtx980",
      "  polyphony describe configs/sweeps/policies.json"
    })
final class DescribeCommand implements Runnable {
  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      description = "name from 'polyphony list', or a file of any kind (see validate)")
  private String name;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description =
          "device on which to compute the occupancy of a workload (default: ${DEFAULT-VALUE})")
  private String gpu = "gtx980";

  DescribeCommand(Services services) {
    this.services = services;
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text());
    out.flush();
  }

  private String text() {
    if (BundledModels.all().contains(name) && !BundledTraces.contains(name)) {
      return workload(name, ModelWorkload.bundled(name, ModelOptions.DEFAULT));
    }
    if (WorkloadLibrary.names().contains(name)) {
      return workload(name, services.library(spec).bundled(name).workload());
    }
    if (GpuConfigs.names().contains(name)) {
      return GpuDescription.of(name).text();
    }
    String policy = PolicyCatalog.describe(name);
    List<Path> files = FileKind.named(name);
    if (policy.isEmpty() && files.isEmpty()) {
      return file(Path.of(name), name);
    }
    StringBuilder text = new StringBuilder(policy);
    for (Path file : files) {
      text.append(text.isEmpty() ? "" : "\n").append(file(file, FileKind.shown(file)));
    }
    return text.toString();
  }

  private String file(Path file, String shown) {
    if (Files.notExists(file) && name.matches("[^/]*")) {
      throw Arguments.wrong("NAME", "'" + name + "'", nearest());
    }
    GivenFile.require(file, FileKind.values());
    FileKind kind = FileKind.of(file).orElse(FileKind.EXPERIMENT);
    return switch (kind) {
      case GPU -> GpuDescription.of(file.toString()).text();
      case MODEL -> workload(ModelWorkload.load(file, ModelOptions.DEFAULT.approximating(true)));
      case TRACE -> workload(TraceWorkload.open(file, services.traces(spec, true)));
      default -> facts(file, shown, kind);
    };
  }

  private String workload(Workload workload) {
    return workload(workload.name(), workload);
  }

  private String workload(String shown, Workload workload) {
    return WorkloadDescription.of(shown, workload, GpuConfigs.load(gpu));
  }

  private String facts(Path file, String shown, FileKind kind) {
    FileFacts facts =
        new FileFacts.Loader(services, services.library(spec), List.of()).of(file, kind);
    Path told = kind == FileKind.STUDY ? StudyFile.folder(file).resolve(StudyFile.NAME) : file;
    String about = kind == FileKind.JOB_STREAM ? "" : FileKind.about(told);
    String wrapped = about.isEmpty() ? "" : Sentences.wrapped(about, "  ");
    String run =
        kind.isRun() || kind == FileKind.STUDY
            ? "to run it: polyphony " + kind.command() + " " + name + "\n"
            : "";
    String words = kind.words().replaceFirst("an? ", "");
    return shown + " (" + words + ")\n" + wrapped + facts.table() + run;
  }

  private String nearest() {
    List<String> names = new ArrayList<>(WorkloadLibrary.names());
    Stream.of(FileKind.values()).forEach(files -> names.addAll(files.names()));
    PolicyCatalog.names().forEach(names::add);
    return "a name from 'polyphony list', or a file"
        + NearestName.of(name, names).map(n -> " (nearest: " + n + ")").orElse("");
  }
}
