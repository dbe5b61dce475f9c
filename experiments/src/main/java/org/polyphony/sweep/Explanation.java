package org.polyphony.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.gpu.config.Resource;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.RunRecord;
import org.polyphony.results.statistics.MeanInterval;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.results.table.Table;

/**
 * How much of the slowdown of each workload of a co-run comes from which resource: the run is
 * compared with runs in which each workload has a copy of its own of one resource, or of all.
 *
 * <p>A slowdown is the time of a workload over that alone on the device, so a share of it is in the
 * same unit. With {@code S} the slowdown, {@code S(x)} that with copies of {@code x}:
 *
 * <ul>
 *   <li>placement, fewer SMs or thread blocks and preemption: {@code S(all) - 1}
 *   <li>a resource: {@code S - S(x)}; of one within another that is copied with it, the inner one
 *       counts once
 *   <li>interaction: what is left, so that all shares add up to {@code S - 1}
 * </ul>
 */
public final class Explanation {
  /** The axis of a sweep that gives copies to workloads. */
  public static final String AXIS = "copies";

  private static final String ALL = ExperimentConfig.ALL;

  /** The file with all shares. */
  public static final Table<Share> TABLE =
      new Table<Share>(ResultFile.EXPLANATION)
          .text(ResultColumn.BENCHMARK, Share::workload)
          .text(ResultColumn.CAUSE, Share::cause)
          .number(ResultColumn.MEAN.heading(), share -> share.size().mean())
          .number(ResultColumn.LOW.heading(), share -> share.size().low())
          .number(ResultColumn.HIGH.heading(), share -> share.size().high())
          .number(ResultColumn.FROM.heading(), Share::from)
          .number(ResultColumn.TO.heading(), Share::to);

  private static final String SLOWDOWN = "slowdown";
  private static final String PLACEMENT = "placement";
  private static final String INTERACTION = "interaction";

  /** Resources that are copied with others: those with which they are. */
  private static final Map<String, String> WITHIN = within();

  private final List<Share> shares = new ArrayList<>();

  private static Map<String, String> within() {
    Map<String, String> outer = new HashMap<>();
    outer.put(Resource.DRAM_ROWS.toString(), Resource.DRAM.toString());
    for (Resource resource : Resource.values()) {
      if (resource.isOfSm()) {
        outer.put(resource.toString(), Resource.SM.toString());
      }
    }
    return Map.copyOf(outer);
  }

  /**
   * A part of a slowdown.
   *
   * @param workload its name
   * @param cause a resource, {@code placement}, {@code interaction}, or {@code slowdown}: the whole
   * @param size mean over seeds
   * @param from where it begins when shares are drawn one after another, from 1 on; 0 of the whole
   */
  public record Share(String workload, String cause, MeanInterval size, double from) {
    double to() {
      return from + size.mean();
    }
  }

  /**
   * Explains a co-run.
   *
   * @param runs of one point of a sweep: they differ in {@link #AXIS} and in their seeds
   * @throws IllegalArgumentException unless there are runs without copies and with all copies
   */
  public Explanation(List<RunRecord> runs) {
    Map<String, Map<String, RunRecord>> byCopies = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      String seed = run.summary().path("axes").path("seed").asText("");
      byCopies.computeIfAbsent(copies(run), of -> new TreeMap<>()).put(seed, run);
    }
    if (!byCopies.keySet().containsAll(Set.of("", ALL))) {
      throw new IllegalArgumentException("without copies and with all: " + byCopies.keySet());
    }
    List<String> names = runs.get(0).names();
    for (int workload = 0; workload < names.size(); workload++) {
      explain(names.get(workload), workload, byCopies);
    }
  }

  /** Returns of what workloads have copies, empty for nothing. */
  private static String copies(RunRecord run) {
    JsonNode axis = run.summary().path("axes").path(AXIS);
    return axis.valueStream().map(JsonNode::asText).collect(Collectors.joining("+"));
  }

  private void explain(String name, int workload, Map<String, Map<String, RunRecord>> byCopies) {
    Map<String, double[]> slowdowns = new LinkedHashMap<>();
    byCopies.forEach((copies, runs) -> slowdowns.put(copies, slowdowns(runs, workload)));
    double[] whole = slowdowns.get("");
    double[] rest = whole.clone();
    add(name, SLOWDOWN, whole);
    double[] placement = slowdowns.get(ALL).clone();
    for (int i = 0; i < placement.length; i++) {
      placement[i]--;
      rest[i] -= 1 + placement[i];
    }
    add(name, PLACEMENT, placement);
    for (String resource : byCopies.keySet()) {
      if (!resource.isEmpty() && !resource.equals(ALL)) {
        double[] share = share(resource, slowdowns);
        for (int i = 0; i < share.length; i++) {
          rest[i] -= share[i];
        }
        add(name, resource, share);
      }
    }
    add(name, INTERACTION, rest);
  }

  private static double[] slowdowns(Map<String, RunRecord> runs, int workload) {
    String progress = "/benchmarks/" + workload + "/normalizedProgress";
    return runs.values().stream().mapToDouble(run -> 1 / run.number(progress)).toArray();
  }

  /** The inner of two resources is told apart from the outer one. */
  private static double[] share(String resource, Map<String, double[]> slowdowns) {
    double[] without = slowdowns.get(resource);
    double[] share = slowdowns.get("").clone();
    for (int i = 0; i < share.length; i++) {
      double inner = share[i];
      share[i] -= without[i];
      for (Map.Entry<String, String> within : WITHIN.entrySet()) {
        if (within.getValue().equals(resource) && slowdowns.containsKey(within.getKey())) {
          share[i] -= inner - slowdowns.get(within.getKey())[i];
        }
      }
    }
    return share;
  }

  private void add(String workload, String cause, double... bySeed) {
    MeanInterval size = MeanInterval.of(bySeed);
    boolean isWhole = cause.equals(SLOWDOWN);
    boolean isFirst = cause.equals(PLACEMENT);
    double from = isWhole ? 0 : isFirst ? 1 : shares.get(shares.size() - 1).to();
    shares.add(new Share(workload, cause, size, from));
  }

  /** Returns all shares: workload by workload the whole, then what adds up to it. */
  public List<Share> shares() {
    return shares;
  }

  /** Writes all shares to {@link ResultFile#EXPLANATION}. */
  public void write(OutputFolder folder) {
    TABLE.write(folder, shares.stream());
  }

  /** Returns the table with a line for each cause and a column for each workload. */
  public String text() {
    List<String> workloads = shares.stream().map(Share::workload).distinct().toList();
    List<String> causes = shares.stream().map(Share::cause).distinct().toList();
    Table<Integer> table = new Table<Integer>().text("cause", causes::get);
    for (int w = 0; w < workloads.size(); w++) {
      int first = w * causes.size();
      table =
          table.text(
              workloads.get(w),
              cause -> shares.get(first + cause).size().text(cause == 0 ? "%.3f" : "%+.3f"));
    }
    return table.lines(IntStream.range(0, causes.size()).boxed().toList());
  }
}
