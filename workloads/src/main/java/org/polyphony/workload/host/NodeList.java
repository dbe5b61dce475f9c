package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.input.InvalidInputException;

/** The nodes of a cluster as a CSV file, a line each, and those of the openb trace made into it. */
public final class NodeList {
  /** The columns. */
  public static final List<String> COLUMNS =
      List.of("node", "gpu_model", "gpus", "gpu_memory_bytes", "cpu_milli", "memory_bytes");

  private static final List<String> OPENB =
      List.of("sn", "cpu_milli", "memory_mib", "gpu", "model");
  private static final long MOST_BYTES = 1L << 52; // exact as a double
  private static final int MEBI = 1 << 20;

  private NodeList() {}

  /**
   * Reads nodes.
   *
   * @throws InvalidInputException with the line of the first mistake
   */
  public static List<ClusterNode> read(Path file) {
    CsvRows rows = new CsvRows(file, COLUMNS, name -> false);
    List<ClusterNode> nodes = new ArrayList<>();
    for (CsvRecord row : rows.rows("nodes")) {
      nodes.add(
          new ClusterNode(
              rows.unique(row, "node"),
              rows.text(row, "gpu_model"),
              (int) rows.whole(row, "gpus", 0, ClusterNode.MOST_GPUS),
              rows.whole(row, "gpu_memory_bytes", 0, MOST_BYTES),
              (int) rows.whole(row, "cpu_milli", 0, Integer.MAX_VALUE),
              rows.whole(row, "memory_bytes", 0, MOST_BYTES)));
    }
    return nodes;
  }

  /**
   * Reads the node list of the openb trace.
   *
   * @param gpuMemoryBytes memory of each GPU, which the trace does not have
   * @throws InvalidInputException with the line of the first mistake
   */
  public static List<ClusterNode> readOpenb(Path file, long gpuMemoryBytes) {
    CsvRows rows = new CsvRows(file, OPENB, name -> true);
    List<ClusterNode> nodes = new ArrayList<>();
    for (CsvRecord row : rows.rows("nodes")) {
      int gpus = (int) rows.whole(row, "gpu", 0, ClusterNode.MOST_GPUS);
      nodes.add(
          new ClusterNode(
              rows.unique(row, "sn"),
              gpus == 0 ? "" : rows.text(row, "model"),
              gpus,
              gpus == 0 ? 0 : gpuMemoryBytes,
              (int) rows.whole(row, "cpu_milli", 0, Integer.MAX_VALUE),
              rows.whole(row, "memory_mib", 0, MOST_BYTES / MEBI) * MEBI));
    }
    return nodes;
  }

  public static String csv(List<ClusterNode> nodes) {
    StringBuilder csv = new StringBuilder(String.join(",", COLUMNS)).append('\n');
    for (ClusterNode node : nodes) {
      csv.append(node.name()).append(',').append(node.model()).append(',');
      csv.append(node.gpus()).append(',').append(node.gpuMemoryBytes()).append(',');
      csv.append(node.cpuMilli()).append(',').append(node.memoryBytes()).append('\n');
    }
    return csv.toString();
  }
}
