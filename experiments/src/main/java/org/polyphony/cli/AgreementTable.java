package org.polyphony.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.run.Experiment;
import org.polyphony.simulation.RunRequest;
import org.polyphony.simulation.RunResult;
import org.polyphony.simulation.RunWatcher;
import org.polyphony.simulation.Simulation;
import org.polyphony.text.Formats;
import org.polyphony.text.Table;
import org.polyphony.workload.trace.ModelAgreement;
import org.polyphony.workload.trace.ModelAgreement.Row;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/** A real trace and a model of it, kernel by kernel, each figure with its bound and a verdict. */
final class AgreementTable {
  private static final String WHOLE = "(whole run)";
  private static final Table<Row> TABLE =
      new Table<Row>()
          .text("kernel", Row::kernel)
          .text("figure", Row::figure)
          .number("trace", "%.2f", Row::trace)
          .number("model", "%.2f", Row::model)
          .text("difference", row -> withUnit("%+.2f", row.difference(), row))
          .text("bound", row -> withUnit("%.0f", row.bound(), row))
          .text("verdict", row -> row.within() ? "within" : "outside");

  private final List<Row> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  /** Profiles both. */
  AgreementTable(Workload trace, Workload model) {
    Map<String, TraceProfile> left = TraceProfiler.profileKernels(trace);
    Map<String, TraceProfile> right = TraceProfiler.profileKernels(model);
    rows.addAll(ModelAgreement.rows(left, right));
    noteMissing(left.keySet(), right.keySet(), trace.name());
    noteMissing(right.keySet(), left.keySet(), model.name());
  }

  private void noteMissing(Set<String> kernels, Set<String> others, String name) {
    kernels.stream()
        .filter(kernel -> !others.contains(kernel))
        .forEach(kernel -> notes.add("not compared, only in " + name + ": " + kernel));
  }

  /** Runs both alone on a device and adds the hit rate of L1D. */
  AgreementTable withHitRates(Workload trace, Workload model, GpuConfig gpu, Simulation device) {
    rows.add(
        new Row(
            WHOLE,
            "L1D hit rate %",
            hitRate(trace, gpu, device),
            hitRate(model, gpu, device),
            ModelAgreement.L1_POINTS,
            false));
    return this;
  }

  private static double hitRate(Workload workload, GpuConfig gpu, Simulation device) {
    RunRequest request = Experiment.alone(workload.name(), workload, gpu).request();
    RunResult.Device counts = device.run(request, RunWatcher.NONE).device();
    return counts.l1Accesses() == 0 ? 0 : 100 * counts.l1HitRate();
  }

  @Override
  public String toString() {
    long within = rows.stream().filter(Row::within).count();
    StringBuilder text = new StringBuilder(TABLE.lines(rows));
    notes.forEach(note -> text.append(note).append('\n'));
    return text.append(within + " of " + rows.size() + " figures within their bounds\n").toString();
  }

  private static String withUnit(String format, double value, Row row) {
    return Formats.text(format, value) + (row.relative() ? "%" : " points");
  }
}
