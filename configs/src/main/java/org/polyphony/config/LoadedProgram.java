package org.polyphony.config;

import java.util.List;
import org.polyphony.host.mgb.CudaProgram;
import org.polyphony.host.mgb.GpuTask;

/**
 * A CUDA program that a file states as its calls.
 *
 * @param program its calls, repeats written out
 * @param places where the file has each, as {@code calls[2].calls[0]}
 * @param tasks that were found in it
 */
public record LoadedProgram(CudaProgram program, List<String> places, List<GpuTask> tasks) {
  public LoadedProgram {
    places = List.copyOf(places);
    tasks = List.copyOf(tasks);
  }
}
