package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.OutputFolder;
import org.polyphony.workload.host.OpenbPods;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony convert-jobs}: a public trace of pods made into a job stream. */
@Command(
    name = "convert-jobs",
    mixinStandardHelpOptions = true,
    description = "Makes a job stream for 'polyphony host' of a public trace of pods.",
    footer = {
      "",
      "Reads the pod list of the Alibaba GPU cluster trace of 2023 (openb_pod_list_*.csv). Pods of",
      "several GPUs, and those without times, are left out.",
      "",
      "Example:",
      "  polyphony convert-jobs openb_pod_list_default.csv --out jobs.csv"
    })
final class ConvertJobsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PODS", description = "the pod list, a CSV file")
  private Path pods;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "the job stream to write")
  private Path out;

  @Option(
      names = "--gpu-memory",
      paramLabel = "BYTES",
      description =
          "memory of a whole GPU; the trace has none, so a pod gets its share of this (default:"
              + " ${DEFAULT-VALUE})")
  private long gpuMemory = 16_000_000_000L;

  @Override
  public Integer call() {
    if (gpuMemory < 1) {
      throw Arguments.wrong("--gpu-memory", gpuMemory, "1 byte or more");
    }
    GivenFile.refuseOurs(pods, "the pod list of a GPU cluster, a CSV file");
    OpenbPods converted = new OpenbPods(pods, gpuMemory);
    AtomicFile.write(OutputFolder.openFor(out), converted.csv());
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        "%d jobs written to %s, %d pods left out%n", converted.jobs(), out, converted.leftOut());
    stdout.flush();
    return 0;
  }
}
