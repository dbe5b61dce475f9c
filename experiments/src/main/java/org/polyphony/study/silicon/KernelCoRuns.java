package org.polyphony.study.silicon;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.polyphony.config.BundledFiles;
import org.polyphony.config.GpuConfigs;
import org.polyphony.input.Key;
import org.polyphony.results.table.Formats;
import org.polyphony.study.Probe;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import org.polyphony.study.silicon.CorunReport.Alone;
import org.polyphony.study.silicon.CorunReport.Compared;
import org.polyphony.study.table.Columns;
import org.polyphony.study.table.Columns.Column;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Row;

/**
 * Sample kernels, or the models of a folder, alone and two at a time, on disjoint SMs and on two
 * streams, beside measurements. Runs of long launches are extrapolated, see {@link CorunEstimate}.
 */
public final class KernelCoRuns {
  public static final Probe<Parameters> PROBE =
      new Probe<>(
          "kernel-co-runs",
          "sample kernels or models of a folder, alone and in pairs, as measured on hardware",
          Parameters.class,
          planned(),
          KernelCoRuns::run);

  private static final int QUARTER = 4;

  /** The measurements, and the kernels that were measured. */
  public record Parameters(
      @Key("JSON file of measurements in the folder") String measured,
      @Key(
              value =
                  "folder of kernel models in the study's folder, each named as the measured"
                      + " kernel; empty: the sample kernels",
              absent = "")
          String models) {}

  private KernelCoRuns() {}

  private static LongTable planned() {
    List<String> keys = List.of("kind", "pair", "sharing");
    Stream<String> texts =
        Stream.concat(keys.stream(), Stream.of("name", LongTable.WORKLOAD, "workload.name"));
    Stream<String> numbers =
        Stream.of(
            "cycles",
            "launchesPerSecond",
            "measuredLaunchesPerSecond",
            "speed",
            "measuredSpeed",
            "stp",
            "measuredStp",
            "asAloneStp",
            "antt",
            "measuredAntt",
            "dramUse",
            "l2HitRate",
            "issueUse",
            LongTable.NUMBER,
            "workload.progress",
            "workload.measuredProgress",
            "workload.asAlone");
    return LongTable.planned(
        keys,
        List.of(),
        new Columns(Stream.concat(texts.map(Column::ofTexts), numbers.map(Column::ofNumbers))),
        Map.of("gpu", "", "divisor", "", "limit", ""));
  }

  private static Optional<LongTable> run(
      StudyContext context, String gpu, Path folder, Parameters parameters) {
    JsonInput input = JsonInput.read(folder.resolve(parameters.measured));
    Optional<Path> models =
        Optional.of(parameters.models).filter(name -> !name.isEmpty()).map(folder::resolve);
    MeasuredPairs measured =
        models
            .map(path -> MeasuredPairs.ofKernels(input, BundledFiles.namesIn(path)))
            .orElseGet(() -> MeasuredPairs.onSms(input));
    int divisor = context.effort().scale() == Scale.PAPER ? 1 : QUARTER;
    CorunDevice device = new CorunDevice(gpu, divisor);
    long cycles = context.effort().cycles();
    KernelRuns runs =
        new KernelRuns(
            context,
            "corun",
            setting -> experiment(setting, models, device, measured.sms()),
            setting -> setting.isSpatial() ? cycles : 0);
    CorunEstimate estimate = new CorunEstimate(measured, runs.all(CorunEstimate.needed(measured)));
    List<Row> rows = new ArrayList<>();
    double coreHz = 1000.0 * GpuConfigs.load(gpu).coreKhz();
    measured.alone((kernel, sms) -> coreHz / estimate.aloneCycles(kernel, sms)).stream()
        .map(of -> row(of, measured, coreHz, estimate))
        .forEach(rows::add);
    measured.pairs().stream()
        .filter(estimate::knows)
        .map(pair -> new Compared(pair, estimate.progress(pair), estimate.run(pair)))
        .forEach(pair -> rows.addAll(rows(pair, measured)));
    Map<String, String> facts =
        Map.of("gpu", gpu, "divisor", Integer.toString(divisor), "limit", limit(cycles));
    return rows.isEmpty() || context.stop().isRequested()
        ? Optional.empty()
        : Optional.of(planned().ran(rows, facts));
  }

  private static ObjectNode experiment(
      KernelSetting setting, Optional<Path> models, CorunDevice device, int wholeSms) {
    ObjectNode root =
        models
            .map(path -> setting.experiment(path, device.scale()))
            .orElseGet(() -> setting.experiment(device.scale()));
    device.writeTo(root, setting.kernels().size() == 1 ? setting.parts().get(0) : wholeSms);
    if (setting.isSpatial()) {
      ObjectNode policy = (ObjectNode) root.get("policy");
      policy.put("idleSms", "keep");
      setting.parts().forEach(sms -> policy.withArray("/sms").add(device.sms(sms)));
    }
    return root;
  }

  private static String limit(long cycles) {
    return cycles == 0
        ? "until both have finished a launch"
        : Formats.text("for at most %,d cycles, and the rest of a launch is extrapolated", cycles);
  }

  /** Returns the row of a kernel alone; its speed is relative to all SMs. */
  private static Row row(Alone of, MeasuredPairs measured, double coreHz, CorunEstimate estimate) {
    int all = measured.sms();
    Map<String, Object> cells = new LinkedHashMap<>();
    cells.put("kind", "alone");
    cells.put("pair", of.kernel());
    cells.put("sharing", of.part());
    cells.put("name", of.rate().name());
    cells.put("cycles", coreHz / of.ours());
    cells.put("launchesPerSecond", of.ours());
    cells.put("measuredLaunchesPerSecond", of.theirs());
    cells.put("speed", of.ours() * estimate.aloneCycles(of.kernel(), all) / coreHz);
    Double whole = measured.aloneRates().get(of.kernel()).get(all);
    if (whole != null) {
      cells.put("measuredSpeed", of.theirs() / whole);
    }
    return new Row(cells);
  }

  /** Returns a row for each kernel of a pair. */
  private static List<Row> rows(Compared of, MeasuredPairs measured) {
    List<Double> asAlone = measured.asAlone(of.measured());
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < of.ours().size(); i++) {
      Map<String, Object> cells = new LinkedHashMap<>();
      cells.put("kind", "together");
      cells.put("pair", of.label());
      cells.put("sharing", of.measured().series());
      cells.put("name", of.stp().name());
      cells.put("stp", of.stp().ours());
      cells.put("measuredStp", of.stp().theirs());
      cells.put("asAloneStp", asAlone.stream().mapToDouble(Double::doubleValue).sum());
      cells.put("antt", of.antt().ours());
      cells.put("measuredAntt", of.antt().theirs());
      cells.put("dramUse", of.run().dramUse());
      cells.put("l2HitRate", of.run().l2HitRate());
      cells.put("issueUse", of.run().issueUse());
      cells.put(LongTable.WORKLOAD, of.measured().kernels().get(i));
      cells.put(LongTable.NUMBER, i + 1);
      cells.put("workload.name", of.progress().get(i).name());
      cells.put("workload.progress", of.ours().get(i));
      cells.put("workload.measuredProgress", of.measured().progress().get(i));
      cells.put("workload.asAlone", asAlone.get(i));
      rows.add(new Row(cells));
    }
    return rows;
  }
}
