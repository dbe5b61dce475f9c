package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelSchemaTest {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_JAVA_COMMENTS).build();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(ModelSchemaTest.class.getResourceAsStream("model.schema.json"));

  static List<String> names() {
    return BundledModels.names();
  }

  private static List<Error> violations(String text) throws IOException {
    return SCHEMA.validate(MAPPER.readTree(text).toString(), InputFormat.JSON);
  }

  private static String example() throws IOException {
    return Files.readString(Path.of("samples/spmv.json"));
  }

  @ParameterizedTest
  @MethodSource("names")
  void describesEveryBundledModel(String name) throws IOException {
    assertEquals(List.of(), violations(BundledModels.text(name)));
  }

  @Test
  void describesTheExample() throws IOException {
    assertEquals(List.of(), violations(example()));
  }

  @Test
  void describesStreamsAndEventsAndNoOtherSteps() throws IOException {
    String launches =
        "{\"launch\": \"k\", \"stream\": 1}, {\"record\": \"done\", \"stream\": 1}, {\"wait\":"
            + " \"done\"}";
    String text = TinyModel.text("\"NOP\"").replace("{\"launch\": \"k\"}", launches);

    assertEquals(List.of(), violations(text));
    assertFalse(violations(text.replace("\"wait\"", "\"await\"")).isEmpty());
    assertFalse(violations(TinyModel.text("{\"lop\": \"i\", \"body\": []}")).isEmpty());
  }

  @Test
  void runsTheExample() throws IOException {
    ModelWorkload example = ModelWorkload.parse(example(), "spmv.json", ModelOptions.of(0.01, 1));
    Walk walk = new Walk();

    walk.run(example, 1);

    assertTrue(walk.threadInstructions > 0);
  }

  @Test
  void namesEveryFileOfTheModelsFolder() throws IOException {
    try (var files = Files.list(Path.of("models"))) {
      List<String> inFolder =
          files.map(f -> f.getFileName().toString().replace(".json", "")).sorted().toList();

      assertEquals(BundledModels.names(), inFolder);
    }
  }
}
