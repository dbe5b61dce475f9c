package org.polyphony.imported;

import static org.polyphony.results.table.Formats.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.polyphony.simulation.RunResult;
import org.polyphony.workload.profile.LaunchCounts;

/**
 * One quantity of a launch, as the profiler counted it and as the model has it.
 *
 * @param report not a number if the report does not have it
 * @param model for the whole launch
 * @param matters whether it is more than a twentieth of the traffic or of the instructions
 * @param cause what makes a model differ in it
 */
record Quantity(
    String name, Kind kind, double report, double model, boolean matters, String cause) {
  /** A difference from which a quantity differs. */
  static final double FAR_BY = 0.15;

  private static final double TOO_FAR_BY = 0.5;
  private static final double NEGLIGIBLE = 0.05;
  private static final int SECTOR_BYTES = 32;
  private static final double FEW_BYTES = 1 << 18; // moved in the time of a few instructions

  /** How a quantity is shown; a rate differs by its points. */
  enum Kind {
    COUNT("%,.0f", false),
    MEAN("%.1f", false),
    RATE("%.3f", false),
    /** Depends on what L2 keeps: at the end, or of what all thread blocks read if it is a part. */
    KEPT_COUNT("%,.0f", true),
    KEPT_RATE("%.3f", true);

    private final String format;
    private final boolean isKept;

    Kind(String format, boolean isKept) {
      this.format = format;
      this.isKept = isKept;
    }
  }

  /** Compares a run with what the profiler counted. */
  static List<Quantity> of(LaunchCounts report, PartRun run) {
    List<Quantity> found = new ArrayList<>();
    addInstructions(report, run, found);
    addTraffic(report, run, found);
    return found;
  }

  private static void addInstructions(LaunchCounts report, PartRun run, List<Quantity> to) {
    double issued = run.result().warpInstructions() / run.share();
    double all = report.warpInstructions();
    boolean hasRoles = report.executed().keySet().stream().anyMatch(o -> o.startsWith("SYNCS"));
    String trips =
        hasRoles
            ? "polls of barriers, at which the model waits, or loops that it writes for them"
            : "trips of a loop, or which threads take a branch";
    to.add(new Quantity("warp instructions", Kind.COUNT, all, issued, true, trips));
    Map<String, Long> counted = PartRun.byPipe(report.executed());
    Map<String, Long> modeled = PartRun.byPipe(run.executed());
    TreeSet<String> pipes = new TreeSet<>(counted.keySet());
    pipes.addAll(modeled.keySet());
    for (String pipe : pipes) {
      double ofReport = counted.getOrDefault(pipe, 0L);
      double ofModel = modeled.getOrDefault(pipe, 0L) / run.share();
      if (Math.max(ofReport, ofModel) > NEGLIGIBLE * all) {
        boolean matters = Math.abs(ofModel - ofReport) > NEGLIGIBLE * all;
        to.add(new Quantity("  of pipe " + pipe, Kind.COUNT, ofReport, ofModel, matters, trips));
      }
    }
    double passes = run.sharedPasses() / run.share();
    boolean matters = Math.max(passes, report.sharedPasses()) > NEGLIGIBLE * all;
    String rounded = "passes of an instruction are whole in the model, those counted are a mean";
    to.add(
        new Quantity(
            "passes of shared memory",
            Kind.COUNT,
            report.sharedPasses(),
            passes,
            matters,
            rounded));
    boolean areFewer = run.activeWarps() < report.activeWarps();
    to.add(
        new Quantity(
            "active warps",
            Kind.MEAN,
            report.activeWarps(),
            run.activeWarps(),
            areFewer || !hasRoles, // warps without a role end early; in a run with their block
            run.part() > 1
                ? "the last thread blocks, which are more of a part than of the whole"
                : "how long thread blocks and their warps run"));
  }

  private static void addTraffic(LaunchCounts report, PartRun run, List<Quantity> to) {
    RunResult.Device device = run.result().device();
    double sectors = device.l2Accesses() / run.share();
    double bytes = SECTOR_BYTES * Math.max(sectors, report.l2Sectors());
    double least = Math.max(FEW_BYTES, NEGLIGIBLE * SECTOR_BYTES * report.warpInstructions());
    boolean hasTraffic = bytes > least;
    double negligible = Math.max(FEW_BYTES, NEGLIGIBLE * bytes);
    boolean copies = report.executed().keySet().stream().anyMatch(o -> o.startsWith("LDGSTS"));
    boolean hasL1 = // the profiler counts copies past L1 as misses
        hasTraffic && !copies && device.l1Accesses() > NEGLIGIBLE * device.l2Accesses();
    Quantity l1 =
        new Quantity(
            "L1 hit rate",
            Kind.RATE,
            report.l1HitRate(),
            device.l1Accesses() == 0 ? 0 : device.l1HitRate(),
            hasL1,
            "reuse within a thread block that the code hides, or addresses that are apart");
    to.add(l1);
    String near =
        l1.differs()
            ? "what L1 misses"
            : sectors > report.l2Sectors()
                ? "requests of several SMs for a line, which a device merges, or addresses apart"
                : "addresses that are closer than those of the program";
    to.add(new Quantity("L2 sectors", Kind.COUNT, report.l2Sectors(), sectors, hasTraffic, near));
    double read = run.dramReadBytes();
    boolean isKept = run.part() > 1 && read > report.dramReadBytes();
    String more = "two pointers to one array, or reuse between thread blocks that the code hides";
    String cause =
        isKept
            ? more + ", or a part of L2, which keeps less of what all thread blocks read"
            : read > report.dramReadBytes()
                ? more
                : "data that the model reads again, or random accesses to a larger array";
    double reads = sectors - (report.l2Sectors() - report.l2Reads());
    to.add(
        new Quantity(
            "L2 hit rate of reads",
            isKept ? Kind.KEPT_RATE : Kind.RATE,
            1 - Math.min(1, report.l2ReadMisses() / report.l2Reads()),
            1 - Math.min(1, read / SECTOR_BYTES / reads), // a sector is read from DRAM for a miss
            hasTraffic && reads > NEGLIGIBLE * sectors,
            cause));
    boolean isRead = hasTraffic && Math.max(read, report.dramReadBytes()) > negligible;
    Kind ofReads = isKept ? Kind.KEPT_COUNT : Kind.COUNT;
    to.add(new Quantity("DRAM bytes read", ofReads, report.dramReadBytes(), read, isRead, cause));
    double written = device.dramWriteBytes() / run.share();
    boolean isWritten = hasTraffic && Math.max(written, report.dramWrittenBytes()) > negligible;
    to.add(
        new Quantity(
            "DRAM bytes written",
            Kind.KEPT_COUNT,
            report.dramWrittenBytes(),
            written,
            isWritten,
            "how much of the stores is still in L2 at the end"));
  }

  /** Returns the difference of the model, as a share of the report's; of rates in points. */
  double difference() {
    return isRate() ? model - report : report == 0 ? Math.signum(model) : model / report - 1;
  }

  private boolean isRate() {
    return kind == Kind.RATE || kind == Kind.KEPT_RATE;
  }

  boolean differs() {
    return matters && Math.abs(difference()) > FAR_BY;
  }

  /** Returns whether a user must be warned of the model. */
  boolean isFar() {
    return matters && !kind.isKept && Math.abs(difference()) > TOO_FAR_BY;
  }

  private String shownDifference() {
    return isRate() ? text("%+.2f", difference()) : text("%+.0f%%", 100 * difference());
  }

  /** Names the quantity with its difference. */
  String brief() {
    return name.strip() + " " + shownDifference();
  }

  String row() {
    String counted = Double.isNaN(report) ? "n/a" : text(kind.format, report);
    String difference = Double.isNaN(report) ? "" : matters ? shownDifference() : "negligible";
    return text("    %-24s %16s %16s %11s", name, counted, text(kind.format, model), difference)
        .stripTrailing();
  }
}
