package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.polyphony.results.store.AtomicFile;
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
    customSynopsis = "polyphony convert-jobs [OPTIONS] --out=FILE PODS",
    description = "Convert a public trace into jobs for 'polyphony host'.",
    footer = {
      "",
      "Reads the pod list (openb_pod_list_*.csv) of the Alibaba GPU cluster trace of",
      "2023. Pods that never ran (without times) and pods of several GPUs are skipped.",
      "",
      "Example:",
      "  polyphony convert-jobs openb_pod_list_default.csv --out jobs.csv"
    })
final class ConvertJobsCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "PODS", description = "pod list of the trace (CSV)")
  private Path pods;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      required = true,
      description = "job stream to write (CSV)")
  private Path out;

  @Option(
      names = "--gpu-memory",
      paramLabel = "BYTES",
      description =
          "memory of a whole GPU, which the trace lacks; a pod gets its share (default:"
              + " ${DEFAULT-VALUE})")
  private long gpuMemory = 16_000_000_000L;

  @Override
  public void run() {
    if (gpuMemory < 1) {
      throw Arguments.wrong("--gpu-memory", gpuMemory, "1 byte or more");
    }
    GivenFile.refuseOurs(pods, "the pod list of a GPU cluster, a CSV file");
    OpenbPods converted = new OpenbPods(pods, gpuMemory);
    AtomicFile.write(FolderKind.openFor(out, ".csv"), converted.csv());
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        "%d jobs written to %s: %d without GPU, %d with one or a share%n",
        converted.jobs(), out, converted.withoutGpu(), converted.jobs() - converted.withoutGpu());
    stdout.printf("%d pods skipped: they never ran%n", converted.neverRan());
    stdout.printf("%d pods skipped: they have several GPUs%n", converted.ofSeveral());
  }
}
