package org.polyphony.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * What the thread that made this was doing, every ten milliseconds: by the JVM's flight recorder,
 * which unlike {@code Thread.getStackTrace} does not wait for a safepoint.
 */
final class StackSamples {
  private static final String EVENT = "jdk.ExecutionSample";
  private static final Duration PERIOD = Duration.ofMillis(10);

  private final long thread = Thread.currentThread().getId();
  private final Recording recording = new Recording();
  private final List<Sample> samples = new ArrayList<>();

  private record Sample(Instant time, DevicePart part) {}

  /** Begins to sample. */
  StackSamples() {
    recording.enable(EVENT).withPeriod(PERIOD);
    recording.start();
  }

  /** Ends sampling; from now on samples can be counted. */
  void stop() {
    try {
      Path file = Files.createTempFile("polyphony", ".jfr");
      recording.stop();
      recording.dump(file);
      recording.close();
      read(file);
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(Path file) throws IOException {
    try (RecordingFile events = new RecordingFile(file)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (isOfThread(event)) {
          samples.add(new Sample(event.getStartTime(), part(event)));
        }
      }
    }
  }

  private boolean isOfThread(RecordedEvent event) {
    return event.getEventType().getName().equals(EVENT)
        && event.getStackTrace() != null
        && event.getThread("sampledThread").getJavaThreadId() == thread;
  }

  private static DevicePart part(RecordedEvent event) {
    return DevicePart.of(
        event.getStackTrace().getFrames().stream()
            .filter(RecordedFrame::isJavaFrame)
            .map(frame -> frame.getMethod().getType().getName())
            .toList());
  }

  /** Returns the samples of a time span, by {@link DevicePart}. */
  long[] count(Instant from, Instant to) {
    long[] counts = new long[DevicePart.values().length];
    for (Sample sample : samples) {
      if (!sample.time().isBefore(from) && sample.time().isBefore(to)) {
        counts[sample.part().ordinal()]++;
      }
    }
    return counts;
  }
}
