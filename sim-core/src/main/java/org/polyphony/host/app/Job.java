package org.polyphony.host.app;

/**
 * One submission of an application.
 *
 * @param id unique in a run, for results
 * @param application to run
 * @param arrivalNanos submission time
 * @param cores CPU cores that it occupies from start to end, at least 1
 * @param gpuShare share of a device that it claims, in thousandths, 0 to 1000; used only by job
 *     schedulers that count shares
 * @param fault when it crashes, if at all
 * @param requestDefaults default parameters of its memory requests
 */
public record Job(
    String id,
    Application application,
    long arrivalNanos,
    int cores,
    int gpuShare,
    Fault fault,
    RequestDefaults requestDefaults) {
  /** Creates a job with default memory requests, which never time out. */
  public Job(
      String id, Application application, long arrivalNanos, int cores, int gpuShare, Fault fault) {
    this(id, application, arrivalNanos, cores, gpuShare, fault, RequestDefaults.NO_TIMEOUT);
  }

  public Job with(Application other) {
    return new Job(id, other, arrivalNanos, cores, gpuShare, fault, requestDefaults);
  }

  public Job with(Fault other) {
    return new Job(id, application, arrivalNanos, cores, gpuShare, other, requestDefaults);
  }
}
