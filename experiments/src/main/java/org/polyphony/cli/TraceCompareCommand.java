package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.ProfileComparison;
import org.polyphony.workload.trace.TraceProfiler;
import org.polyphony.workload.trace.TraceWorkload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony trace compare}: a trace beside another, or beside a model of its program. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Puts a trace beside another or beside a model, with bounds and verdicts.",
    footer = {
      "",
      "Bounds: 5 points for each group of classes in the instruction mix, 15%% for sectors per",
      "global access, 5%% for active lanes, 10 points for the hit rate of L1D, which needs a run",
      "of both on a device.",
      "",
      "Example:",
      "  polyphony trace compare traces/mriq MRIQ --set voxels=65536 --set samples=64"
    })
final class TraceCompareCommand implements Runnable {
  private static final String MODEL_FILE = ".json";
  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PATH", description = "a trace")
  private Path path;

  @Parameters(
      paramLabel = "OTHER",
      description = "a trace, the file of a model, or the name of a bundled workload")
  private String other;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "replaces a parameter of the model, such as the trace's input; repeatable")
  private Map<String, Long> parameters = new LinkedHashMap<>();

  @Option(
      names = "--scale",
      paramLabel = "S",
      description = "size of the model's input, above 0 to 1 (default: ${DEFAULT-VALUE})")
  private double scale = 1;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "device of the runs (default: ${DEFAULT-VALUE})")
  private String gpu = "gtx980";

  @Option(names = "--no-run", description = "leaves the hit rate of L1D out")
  private boolean withoutRun;

  TraceCompareCommand(Services services) {
    this.services = services;
  }

  @Override
  public void run() {
    GpuConfig device = GpuConfigs.load(gpu);
    GivenFile.require(path, FileKind.TRACE);
    Workload second = second();
    TraceWorkload first = TraceWorkload.open(path, services.traces(spec, false));
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        new ProfileComparison(TraceProfiler.profile(first), TraceProfiler.profile(second)).table());
    AgreementTable agreement = new AgreementTable(first, second);
    out.print(
        withoutRun
            ? agreement
            : agreement.withHitRates(first, second, device, services.simulation()));
    out.flush();
  }

  private Workload second() {
    if (BundledModels.all().contains(other)) {
      return ModelWorkload.bundled(other, modelOptions());
    }
    if (other.endsWith(MODEL_FILE)) {
      Path model = GivenFile.require(Path.of(other), FileKind.MODEL);
      return ModelWorkload.load(model, modelOptions());
    }
    if (!parameters.isEmpty()) {
      throw Arguments.wrong("--set", "it with a trace", "it with a model");
    }
    return WorkloadLibrary.names().contains(other)
        ? services.library(spec).bundled(other).workload()
        : TraceWorkload.open(Path.of(other), services.traces(spec, false));
  }

  private ModelOptions modelOptions() {
    if (!(scale > 0 && scale <= 1)) {
      throw Arguments.wrong("--scale", scale, "above 0, at most 1");
    }
    return new ModelOptions(scale, 1, parameters);
  }
}
