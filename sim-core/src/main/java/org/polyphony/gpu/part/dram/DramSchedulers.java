package org.polyphony.gpu.part.dram;

import java.util.List;
import org.polyphony.gpu.part.PartKind;

/** Schedulers of DRAM channels by name; register a new one here. */
public final class DramSchedulers {
  /** Name of the default. */
  public static final String FR_FCFS = "fr-fcfs";

  /** All bundled schedulers, the default first. */
  public static final PartKind<DramScheduler, DramQueue> KIND =
      new PartKind<>(
          DramScheduler.class,
          DramQueue.class,
          List.of(
              new PartKind.Bundled<>(
                  FR_FCFS,
                  "an idle bank serves the oldest request to its open row, else its oldest one",
                  "Rixner et al., ISCA 2000",
                  PartKind.None.class,
                  null),
              Fcfs.PART,
              CappedFrFcfs.PART,
              LeastServed.PART,
              WorkloadFirst.PART));

  private DramSchedulers() {}
}
