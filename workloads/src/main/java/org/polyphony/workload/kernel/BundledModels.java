package org.polyphony.workload.kernel;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/** The kernel models that ship with Polyphony. */
public final class BundledModels {
  private static final List<String> NAMES =
      List.of(
          "BFS", "BP", "BS", "BT", "CP", "FDTD", "FWT", "HS", "HW", "KM", "LBM", "LC", "LMD", "LUD",
          "MRIQ", "MUM", "NW", "SAD", "SC", "SRAD", "ST", "TPACF");
  private static final List<String> SAMPLES =
      List.of("chase", "collatz", "gather", "histogram", "saxpy", "sgemm", "transcendental");
  private static final List<String> SMK =
      List.of(
          "smk-collatz",
          "smk-fma",
          "smk-fma-steady",
          "smk-gather",
          "smk-histogram",
          "smk-hotspot",
          "smk-lookup",
          "smk-probe",
          "smk-saxpy",
          "smk-sgemm",
          "smk-transcendental");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();

  /**
   * The texts at the top of a model's file.
   *
   * @param about what it models, at which input, what it leaves out
   * @param suite the benchmark suite; empty when there is none
   * @param type COM or MEM, as in Table 3 of GPU Maestro
   */
  public record Summary(String about, String suite, String type) {}

  private BundledModels() {}

  public static List<String> names() {
    return NAMES;
  }

  public static List<String> samples() {
    return SAMPLES;
  }

  public static List<String> all() {
    return Stream.of(NAMES, SAMPLES, SMK).flatMap(List::stream).toList();
  }

  /**
   * Returns the JSON text of a bundled model.
   *
   * @param name one of {@link #all}
   * @throws InvalidInputException when there is no such model; the message has the nearest name
   */
  public static String text(String name) {
    if (!all().contains(name)) {
      throw new Place("workload", "\"" + name + "\"").unknown("bundled model", name, all());
    }
    String folder = SAMPLES.contains(name) ? "samples/" : SMK.contains(name) ? "smk/" : "";
    String file = "/models/" + folder + name + ".json";
    try (InputStream in = BundledModels.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks model " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("model " + name + " cannot be read", e);
    }
  }

  /**
   * Returns the summary of a bundled model. Loading all models instead would take seconds.
   *
   * @param name one of {@link #all}
   * @throws InvalidInputException as for {@link #text}
   */
  public static Summary summary(String name) {
    try {
      JsonNode model = JSON.readTree(text(name));
      return new Summary(
          model.path("about").asText(),
          model.path("suite").asText(),
          model.path("type").asText(ModelReader.DEFAULT_TYPE));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("model " + name + " is no JSON", e);
    }
  }
}
