package org.polyphony.config;

import java.util.List;
import java.util.Map;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A study: what runs, what is read from the runs, what is claimed and drawn. */
public record StudyConfig(
    @Key(
            value = "version of this format",
            oneOf = {"1"},
            absent = "1")
        int schemaVersion,
    @Key(value = "name in results", pattern = Key.FOLDER_NAME) String name,
    @Key(value = "figure, table or section that it reproduces", absent = "") String source,
    @Key("what it shows, in one line") String about,
    @Key(value = "caveat about its numbers", absent = "") String note,
    @Key(value = "missing input that explains the gap to the source", absent = "") String missing,
    @Key(value = "device; --gpu overrides it", absent = "gtx980") String gpu,
    @Key("what runs: one of pairs, sweep, host, probe") Runs runs,
    @Key(value = "Java files of your policies, which the runs name by their classes", absent = "[]")
        List<String> policies,
    @Key(value = "measured data", absent = "[]") List<Join> joins,
    @Key(value = "derived columns", absent = "[]") List<Quantity> columns,
    @Key(value = "means in means.csv", absent = "[]") List<Mean> means,
    @Key(value = "numbers for the page", absent = "[]") List<Quantity> values,
    @Key(value = "tables", absent = "[]") List<TableConfig> tables,
    @Key(value = "simulated against measured values in agreement.csv", absent = "[]")
        List<Agreement> agreements,
    @Key(value = "claims and their rules", absent = "[]") List<Claim> claims,
    @Key(value = "charts of the results", absent = "[]") List<String> charts,
    @Key(
            value = "shared page that has a section about it; default: a page of its own",
            pattern = "^[\\w-]+\\.md$",
            absent = "")
        String page)
    implements Keys.Related {
  @Override
  public void check(Violation.Checks checks) {
    for (int i = 0; i < columns.size(); i++) {
      String path = "columns[" + i + "]";
      checks.require(!columns.get(i).name().isEmpty(), path + ".name", "", "a name");
      boolean isOfRows = columns.get(i).isOfRow() || columns.get(i).isOfGroup();
      checks.require(isOfRows, path, "where, by or at", "a value of each row, or per");
    }
    Quantity.requireNoColumns(values, "values", checks);
    for (int i = 0; i < values.size(); i++) {
      boolean isNamed = !values.get(i).name().isEmpty();
      checks.require(isNamed, "values[" + i + "].name", "", "a name for the page");
    }
  }

  /** What runs. */
  public record Runs(
      @Key(value = "pairs of benchmarks", choice = true) Pairs pairs,
      @Key(value = "a sweep: base and axes", choice = true) Map<String, Object> sweep,
      @Key(value = "host experiments", choice = true) Hosts host,
      @Key(value = "a Java probe", choice = true) ProbeConfig probe,
      @Key(value = "claims of other studies", choice = true) ClaimsConfig claims) {}

  /** A sample of pairs of benchmarks under several variants. */
  public record Pairs(
      @Key(value = "benchmarks that are paired; none: all bundled ones", absent = "[]")
          List<String> benchmarks,
      @Key(value = "pairs of the sample on which a policy was tuned, run last", absent = "0")
          int design,
      @Key(value = "benchmarks on which a policy was tuned", absent = "[]")
          List<String> designBenchmarks,
      @Key(value = "seeds of each pair", min = 1, max = 1000, absent = "1") int seeds,
      @Key(value = "first pairs that run with all seeds, the others with one; none: all", min = 1)
          Integer seededPairs,
      @Key(value = "pairs that run; none: by --scale", min = 1) Integer count,
      @Key(
              value =
                  "length of a round: what a solo run of a benchmark executes; none: by --scale",
              unit = "core cycles",
              max = Key.LONGEST)
          Long cycles,
      @Key(value = "ways to share the device", min = 1, max = 32) List<PairVariant> variants,
      @Key(value = "several samples of pairs, in place of one", absent = "[]")
          List<PairSample> samples)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      boolean isOne =
          benchmarks.isEmpty() && design == 0 && seeds == 1 && seededPairs == null && count == null;
      String found = "benchmarks, design, seeds, seededPairs or count beside samples";
      checks.require(samples.isEmpty() || isOne, "samples", found, "these in each sample");
    }

    /** Returns its samples; the only one has no name. */
    public List<PairSample> all() {
      return samples.isEmpty()
          ? List.of(new PairSample("", "", benchmarks, design, seeds, seededPairs, count))
          : samples;
    }
  }

  /** Pairs of some benchmarks on a device. */
  public record PairSample(
      @Key("name in the column sample") String name,
      @Key(value = "device; none: that of the study", absent = "") String gpu,
      @Key(value = "benchmarks that are paired; none: all bundled ones", absent = "[]")
          List<String> benchmarks,
      @Key(value = "pairs of the sample on which a policy was tuned, run last", absent = "0")
          int design,
      @Key(value = "seeds of each pair", min = 1, max = 1000, absent = "1") int seeds,
      @Key(value = "first pairs that run with all seeds, the others with one; none: all", min = 1)
          Integer seededPairs,
      @Key(value = "pairs that run; none: by --scale", min = 1) Integer count) {}

  /** A named way to share the device. */
  public record PairVariant(
      @Key("name in results") String name,
      @Key("partition policy") String policy,
      @Key(value = "parameters of the policy", absent = "{}") Map<String, Object> parameters,
      @Key(
              value = "order of the kernels in a warp scheduler",
              from = ExperimentConfig.BetweenKernels.class,
              absent = "lrr")
          String kernelScheduler,
      @Key(value = "allocation of registers and shared memory", absent = "two-way")
          String allocation,
      @Key(
              value = "preemption technique",
              from = ExperimentConfig.Techniques.class,
              absent = "chimera")
          String preemption) {
    /** Returns a policy on SMs with GPU Maestro's extensions: sections 4.2, 4.3. */
    public static PairVariant onMaestroSms(
        String name, String policy, Map<String, Object> parameters) {
      return new PairVariant(name, policy, parameters, "lrr", "two-way", "chimera");
    }
  }

  /** Host experiments under some schedulers. */
  public record Hosts(
      @Key(value = "experiments", min = 1, max = 100) List<HostExperimentName> experiments,
      @Key(value = "schedulers", min = 1, max = 100) List<HostVariant> variants,
      @Key(value = "values by path of all experiments", absent = "{}") Map<String, Object> set,
      @Key(value = "values by path of the experiments", absent = "{}") Map<String, Object> axes,
      @Key(
              value =
                  "CSV file, from the folder of the study: alternative values by path, a row each",
              absent = "")
          String estimates,
      @Key(value = "runs whose detailed results are kept", absent = "[]") List<String> keep) {}

  /** A host experiment. */
  public record HostExperimentName(
      @Key("name in results") String name,
      @Key("bundled host experiment, or JSON file in the folder of the study") String config,
      @Key(value = "values by path", absent = "{}") Map<String, Object> set) {}

  /** A scheduler of a host experiment, with changes of the experiment. */
  public record HostVariant(
      @Key("name in results") String name,
      @Key("id of the scheduler in the experiment") String scheduler,
      @Key(value = "values by path", absent = "{}") Map<String, Object> set) {}

  /** The claims of other studies, read from their results. */
  public record ClaimsConfig(
      @Key(value = "names of bundled studies", min = 1, max = 1000) List<String> studies) {}

  /** A probe and its parameters. */
  public record ProbeConfig(
      @Key("name of the probe") String name,
      @Key(value = "its parameters", absent = "{}") Map<String, Object> parameters) {}

  /** A CSV file whose columns are added to the table. */
  public record Join(
      @Key(value = "CSV file in the folder of the study", pattern = Key.FOLDER_NAME) String file,
      @Key(value = "columns that are equal", min = 1, max = 32) List<String> on) {}

  /** Means of a column by group and series. */
  public record Mean(
      @Key("name of the metric with its unit, on the axis") String metric,
      @Key("column") String of,
      @Key(value = "conditions that rows meet", absent = "[]") List<String> where,
      @Key(value = "column of the groups of bars", absent = "category") String group,
      @Key(value = "column of the bars of a group", absent = "variant") String series,
      @Key(value = "name of the bars in place of a column", absent = "") String name,
      @Key(
              value = "which mean",
              oneOf = {"geomean", "mean"},
              absent = "geomean")
          String by,
      @Key(
              value =
                  "how the numbers are stored: ratio as they are, change as percent above 1, share"
                      + " as percent",
              oneOf = {"ratio", "change", "share"},
              absent = "change")
          String shownAs) {}

  /** A table: a CSV file, or on the page. */
  public record TableConfig(
      @Key(value = "CSV file; none: only on the page", pattern = "^[\\w-]+\\.csv$", absent = "")
          String file,
      @Key(value = "name on the page", absent = "") String name,
      @Key(value = "conditions that rows meet", absent = "[]") List<String> where,
      @Key(value = "a row for each value of this column, not for each run", absent = "") String by,
      @Key(value = "column by which the runs are ordered, largest first", absent = "") String order,
      @Key(value = "columns", min = 1, max = 100) List<Quantity> columns)
      implements Keys.Related {
    @Override
    public void check(Violation.Checks checks) {
      checks.require(!(file + name).isEmpty(), "name", "", "a name on the page, or a file");
      Quantity.requireNoColumns(columns, "columns", checks);
      for (int i = 0; i < columns.size(); i++) {
        boolean isRead = !by.isEmpty() || columns.get(i).isOfRow();
        checks.require(isRead, "columns[" + i + "]", "where, by or at", "these in a table with by");
      }
      checks.require(order.isEmpty() || by.isEmpty(), "order", "order beside by", "one of them");
    }

    /** Returns the names of its columns. */
    public List<String> headings() {
      return columns.stream().map(of -> of.name().isEmpty() ? of.of() : of.name()).toList();
    }
  }

  /** Simulated values against measured ones, drawn as points. */
  public record Agreement(
      @Key("name of the metric") String metric,
      @Key("simulated column") String of,
      @Key("measured column") String against,
      @Key(value = "conditions that rows meet", absent = "[]") List<String> where,
      @Key(value = "column of the series", absent = "variant") String series,
      @Key(value = "column that names a point; none: pair", absent = "") String point) {}
}
