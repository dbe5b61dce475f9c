package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.workload.host.NodeList;
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
    description = "Convert a public trace into jobs and nodes for 'polyphony host'.",
    footer = {
      "",
      "Reads the pod list (openb_pod_list_*.csv) and node list of the Alibaba GPU",
      "cluster trace of 2023. Pods that never ran (without times) are skipped.",
      "",
      "Example:",
      "  polyphony convert-jobs openb_pod_list_default.csv --out jobs.csv \\",
      "    --nodes openb_node_list_gpu_node.csv --nodes-out nodes.csv"
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

  @Option(
      names = "--single-gpu",
      description = "skip pods with several GPUs, which need a host experiment with nodes")
  private boolean single;

  @Option(names = "--nodes", paramLabel = "NODES", description = "node list of the trace (CSV)")
  private Path nodes;

  @Option(names = "--nodes-out", paramLabel = "FILE", description = "nodes to write (CSV)")
  private Path nodesOut;

  @Override
  public void run() {
    if (gpuMemory < 1) {
      throw Arguments.wrong("--gpu-memory", gpuMemory, "1 byte or more");
    }
    if ((nodes == null) != (nodesOut == null)) {
      throw Arguments.wrong("--nodes", "only one of --nodes and --nodes-out", "both or neither");
    }
    GivenFile.refuseOurs(pods, "the pod list of a GPU cluster, a CSV file");
    OpenbPods converted = new OpenbPods(pods, gpuMemory, !single);
    List<ClusterNode> cluster = nodes == null ? List.of() : NodeList.readOpenb(nodes, gpuMemory);
    AtomicFile.write(FolderKind.openFor(out, ".csv"), converted.csv());
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        "%d jobs written to %s: %d without GPU, %d with one or a share, %d with several%n",
        converted.jobs(),
        out,
        converted.jobs(0, 0),
        converted.jobs(1, 1),
        converted.jobs(2, ClusterNode.MOST_GPUS));
    stdout.printf("%d pods skipped: they never ran%n", converted.neverRan());
    if (single) {
      stdout.printf("%d pods skipped: they have several GPUs%n", converted.ofSeveral());
    }
    if (nodes != null) {
      AtomicFile.write(FolderKind.openFor(nodesOut, ".csv"), NodeList.csv(cluster));
      int gpus = cluster.stream().mapToInt(ClusterNode::gpus).sum();
      stdout.printf("%d nodes with %d GPUs written to %s%n", cluster.size(), gpus, nodesOut);
    }
  }
}
