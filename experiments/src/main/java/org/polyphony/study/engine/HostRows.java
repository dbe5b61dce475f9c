package org.polyphony.study.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.polyphony.host.JobResult;
import org.polyphony.host.Utilisation;
import org.polyphony.host.broker.BrokerCounters.Count;
import org.polyphony.results.table.Columns;
import org.polyphony.results.table.Columns.Column;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.run.host.HostOutcome;

/** Rows of a run of a host experiment: one for each job. */
final class HostRows {
  private static final String APPLICATION = LongTable.WORKLOAD + ".application";
  private static final String TURNAROUND = LongTable.WORKLOAD + ".turnaround_s";
  private static final double BUSY = 0.9;
  private static final double NANOS = 1e9;

  private static final List<Result> RESULTS =
      List.of(
          new Result("makespan_s", HostOutcome::makespanSeconds),
          new Result("turnaround_s", HostOutcome::meanTurnaroundSeconds),
          new Result("wait_s", HostOutcome::meanWaitSeconds),
          new Result("cpu", outcome -> outcome.mean(Utilisation.CPU)),
          new Result("gpu", outcome -> outcome.mean(Utilisation.GPU)),
          new Result("memory", outcome -> outcome.mean(Utilisation.MEMORY)),
          new Result("gpuIdle", outcome -> outcome.gpuUsed(-1, 0)),
          new Result("gpuBusy", outcome -> outcome.gpuUsed(BUSY, 1)),
          new Result("jobs", outcome -> outcome.jobs().size()),
          new Result("finished", outcome -> outcome.count(JobResult.Outcome.FINISHED)),
          new Result("kernelSlowdown", HostOutcome::kernelSlowdown),
          new Result("kernelSlowdownOnDevice", HostOutcome::kernelSlowdownOnDevice),
          new Result("clientStages_s", outcome -> seconds(outcome, Count.STAGE_NANOS)),
          new Result("serverStages_s", outcome -> seconds(outcome, Count.SERVER_NANOS)));

  /** The columns of the results of a run. */
  static final Columns COLUMNS =
      new Columns(
          Stream.concat(
              Stream.of(Column.ofTexts(APPLICATION)),
              Stream.concat(
                      RESULTS.stream().map(Result::column), Stream.of(LongTable.NUMBER, TURNAROUND))
                  .map(Column::ofNumbers)));

  /** A column of results. */
  private record Result(String column, ToDoubleFunction<HostOutcome> value) {}

  private HostRows() {}

  /**
   * Returns the rows.
   *
   * @param identity what identifies the run
   */
  static List<Row> of(Map<String, Object> identity, HostOutcome outcome) {
    Map<String, Object> ofRun = new LinkedHashMap<>(identity);
    RESULTS.forEach(each -> ofRun.put(each.column, each.value.applyAsDouble(outcome)));
    List<Row> rows = new ArrayList<>();
    for (JobResult job : outcome.jobs()) {
      boolean isFinished = job.outcome() == JobResult.Outcome.FINISHED;
      Map<String, Object> cells = new LinkedHashMap<>(ofRun);
      cells.put(LongTable.NUMBER, rows.size() + 1);
      cells.put(APPLICATION, job.application());
      cells.put(
          TURNAROUND, isFinished ? (job.endNanos() - job.arrivalNanos()) / NANOS : Double.NaN);
      rows.add(new Row(cells));
    }
    return rows;
  }

  private static double seconds(HostOutcome outcome, Count stages) {
    return outcome.broker().map(broker -> broker.get(stages) / NANOS).orElse(Double.NaN);
  }
}
