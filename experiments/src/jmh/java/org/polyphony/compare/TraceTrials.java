package org.polyphony.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.store.Json;

/** Every SASS trace below a folder, alone on the devices that runs are validated on. */
final class TraceTrials {
  private static final String LIST = "kernelslist.g";
  private static final List<String> GPUS = List.of("gtx980-reference", "gtx980", "hopper-h200");

  private TraceTrials() {}

  /**
   * Returns the experiments, by the names of their folders.
   *
   * @param folders where traces lie; one that is found in several counts once for each
   * @param instructionBudget thread instructions of each run at most
   */
  static List<Trial> in(List<Path> folders, long instructionBudget) {
    List<Trial> trials = new ArrayList<>();
    for (Path folder : folders) {
      Path root = folder.toAbsolutePath().normalize();
      for (Path list : lists(root)) {
        GPUS.forEach(gpu -> trials.add(trial(root, list, gpu, instructionBudget)));
      }
    }
    return trials;
  }

  private static List<Path> lists(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.endsWith(LIST)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Trial trial(Path root, Path list, String gpu, long instructionBudget) {
    String trace = root.getParent().relativize(list.getParent()).toString().replace('/', '-');
    ObjectNode config = Json.object().put("gpu", gpu);
    config.putArray("workloads").addObject().put("trace", list.toString());
    config.put("instructionBudget", instructionBudget);
    List<Coverage.Use> uses =
        List.of(new Coverage.Use("trace", trace), new Coverage.Use("gpu of traces", gpu));
    return new Trial(trace + "-" + gpu, config, List.of(), uses);
  }
}
