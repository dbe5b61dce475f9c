package org.polyphony.host.app;

/**
 * An application that is submitted to be run once.
 *
 * @param id unique in a run, for results
 * @param application what runs
 * @param arrivalNanos when it is submitted
 * @param cores CPU cores that it occupies from start to end, at least 1
 * @param gpuShare part of a device that it claims, in thousandths, 0 to 1000; only a job scheduler
 *     that goes by shares looks at it
 * @param fault how it dies, if it does
 * @param ask how it asks for memory where its application does not say
 */
public record Job(
    String id,
    Application application,
    long arrivalNanos,
    int cores,
    int gpuShare,
    Fault fault,
    Ask ask) {
  /** Makes a job that asks patiently. */
  public Job(
      String id, Application application, long arrivalNanos, int cores, int gpuShare, Fault fault) {
    this(id, application, arrivalNanos, cores, gpuShare, fault, Ask.PATIENTLY);
  }

  public Job with(Application other) {
    return new Job(id, other, arrivalNanos, cores, gpuShare, fault, ask);
  }

  public Job with(Fault other) {
    return new Job(id, application, arrivalNanos, cores, gpuShare, other, ask);
  }
}
