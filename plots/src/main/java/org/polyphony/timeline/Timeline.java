package org.polyphony.timeline;

import java.io.Writer;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;

/** Writes the timeline of a run or of a host experiment. The same results give the same bytes. */
public final class Timeline {
  private Timeline() {}

  /**
   * Checks that a folder is that of one run or of one host experiment.
   *
   * @throws InvalidInputException when it is not
   */
  public static void require(Results results) {
    List<ResultFile> files =
        isHost(results)
            ? HostTimeline.FILES
            : List.of(ResultFile.SUMMARY, ResultFile.RESOLVED, ResultFile.TIMELINE);
    for (ResultFile file : files) {
      if (results.isSweep() || !results.has(file)) {
        String sentence = "no " + file.file() + " of one run; give a results folder of run or host";
        throw new Violation("", sentence, "").errorAt(results.folder().toString());
      }
    }
  }

  private static boolean isHost(Results results) {
    return results.has(ResultFile.HOST_SUMMARY);
  }

  /**
   * Writes all of it as JSON.
   *
   * @throws InvalidInputException when {@link #require} refuses it, or a file cannot be read
   */
  public static void write(Results results, Span span, Writer out) {
    require(results);
    if (isHost(results)) {
      HostTimeline.write(results, span, out);
    } else {
      RunTimeline.write(results, span, out);
    }
  }
}
