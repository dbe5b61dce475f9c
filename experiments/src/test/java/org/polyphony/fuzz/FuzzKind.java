package org.polyphony.fuzz;

/** All kinds of input, in turns. */
enum FuzzKind {
  EXPERIMENT(DeviceSubjects::experiment),
  GPU(DeviceSubjects::gpu),
  SET(DeviceSubjects::set),
  SWEEP(DeviceSubjects::sweep),
  MODEL(DeviceSubjects::model),
  HOST(HostSubjects::host),
  MACHINE(HostSubjects::machine),
  APPLICATION(HostSubjects::application),
  JOB_STREAM(HostSubjects::jobStream),
  TRACE(new TraceSubject("")),
  TRACE_GZ(new TraceSubject(".gz")),
  TRACE_XZ(new TraceSubject(".xz")),
  TRACE_PACKED(TraceSubject::packedForm),
  REPORT(new ReportSubject()),
  CACHE(new CacheSubject()),
  RESULTS(new ResultsSubject()),
  FOLDER(new FolderSubject()),
  STUDY(new StudySubject()),
  USER_CLASS(new UserClassSubject());

  private final Subject subject;

  FuzzKind(Subject subject) {
    this.subject = subject;
  }

  /** Returns the kind of a case. */
  static FuzzKind of(int number) {
    return values()[number % values().length];
  }

  Subject subject() {
    return subject;
  }
}
