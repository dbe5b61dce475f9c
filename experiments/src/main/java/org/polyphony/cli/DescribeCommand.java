package org.polyphony.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.NearestName;
import org.polyphony.run.WorkloadLibrary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony describe}: one workload, GPU, policy or scheduler in full. */
@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    description = "Describes one workload, GPU, policy or scheduler in full.",
    footer = {
      "",
      "Examples:",
      "  polyphony describe BS --gpu gtx980",
      "  polyphony describe gtx980"
    })
final class DescribeCommand implements Callable<Integer> {
  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "as 'polyphony list' has it")
  private String name;

  @Option(
      names = "--gpu",
      paramLabel = "NAME",
      description = "device for the occupancy of a workload (default: ${DEFAULT-VALUE})")
  private String gpu = "gtx980";

  DescribeCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text());
    out.flush();
    return 0;
  }

  private String text() {
    if (WorkloadLibrary.names().contains(name)) {
      WorkloadLibrary library =
          new WorkloadLibrary(services.packedTraces(), false, spec.commandLine().getErr()::println);
      return WorkloadDescription.of(name, library.bundled(name).workload(), GpuConfigs.load(gpu));
    }
    if (GpuConfigs.names().contains(name)) {
      return GpuDescription.of(name).text();
    }
    String policy = PolicyCatalog.describe(name);
    if (policy.isEmpty()) {
      throw Arguments.wrong("NAME", "'" + name + "'", nearest());
    }
    return policy;
  }

  private static List<CatalogEntry> catalog() {
    List<CatalogEntry> entries = new ArrayList<>(PolicyCatalog.policies());
    entries.addAll(PolicyCatalog.schedulers());
    entries.addAll(PolicyCatalog.preemptions());
    return entries;
  }

  private String nearest() {
    List<String> names = new ArrayList<>(WorkloadLibrary.names());
    names.addAll(GpuConfigs.names());
    catalog().forEach(e -> names.add(e.name()));
    return "a workload, GPU, policy or scheduler of 'polyphony list'"
        + NearestName.of(name, names).map(n -> " (nearest: " + n + ")").orElse("");
  }
}
