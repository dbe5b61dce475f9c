package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.Home;

class FileKindTest {
  private static final List<String> BENCHMARKS =
      List.of("BFS", "BP", "BS", "FDTD", "HS", "LC", "LMD", "LUD", "SAD", "SC", "SRAD", "ST");
  private static final List<String> BUNDLED =
      Stream.concat(BENCHMARKS.stream(), Stream.of("sample-gather", "sample-saxpy")).toList();

  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  @ParameterizedTest
  @MethodSource("org.polyphony.config.EditorSchema#kinds")
  void everyBundledFileIsOfTheKindOfItsFolderFitsItsSchemaAndLoads(FileKind kind) {
    Schema schema = schema(kind);
    for (String name : kind.names()) {
      Path file = kind.file(name);
      assertEquals(Optional.of(kind), FileKind.of(file), file.toString());
      assertEquals(List.of(), schema.validate(JsonFile.read(file).root()), file.toString());
      if (kind == FileKind.EXPERIMENT) {
        assertDoesNotThrow(() -> ExperimentLoader.load(file, List.of()), file.toString());
      } else if (kind == FileKind.HOST) {
        assertDoesNotThrow(() -> HostExperimentLoader.load(file, List.of()), file.toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "policies",
        "partitions",
        "maestro",
        "allocators",
        "preemptions",
        "warp-schedulers",
        "host-instances",
        "load",
        "load-limit"
      })
  void aBundledSweepLoads(String name) {
    Path file = FileKind.SWEEP.file(name);

    assertFalse(SweepFile.load(file, List.of(), BUNDLED, BENCHMARKS).runs().isEmpty());
  }

  @Test
  void everyBundledStudyFitsTheSchemaForEditors() throws IOException {
    Schema schema = schema(FileKind.STUDY);
    try (Stream<Path> studies = Files.list(Home.find().resolve("experiments/studies"))) {
      for (Path study : studies.sorted().toList()) {
        assertEquals(Optional.of(FileKind.STUDY), FileKind.of(study), study.toString());
        Path file = study.resolve(StudyFile.NAME);
        assertEquals(Optional.of(FileKind.STUDY), FileKind.of(file), file.toString());
        assertEquals(List.of(), schema.validate(JsonFile.read(file).root()), file.toString());
      }
    }
  }

  @Test
  void theSchemaForEditorsAllowsItsOwnKeyAndNoUnknownOne() {
    JsonNode fits = root("{ 'gpu': 'gtx980', 'workloads': ['BS'] }").put("$schema", "a");
    JsonNode unknown = root("{ 'gpu': 'gtx980', 'workloads': ['BS'], 'polcy': 'x' }");

    assertTrue(schema(FileKind.EXPERIMENT).validate(fits).isEmpty());
    assertEquals(1, schema(FileKind.EXPERIMENT).validate(unknown).size());
  }

  @Test
  void aFileMayNameItsSchema() {
    Path file =
        folder.write(
            "e.json", "{ '$schema': 'e.schema.json', 'gpu': 'gtx980', 'workloads': ['BS'] }");

    assertEquals("gtx980", ExperimentLoader.load(file, List.of()).config().gpu().name());
  }

  @Test
  void aFileWithoutOurKeysAndAnotherTableAreOfNoKind() {
    assertEquals(Optional.empty(), FileKind.of(folder.write("e.json", "{ 'colour': 1 }")));
    assertEquals(Optional.empty(), FileKind.of(folder.text("p.csv", "name,cpu_milli\na,1\n")));
  }

  private static Schema schema(FileKind kind) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(EditorSchema.text(kind));
  }

  private ObjectNode root(String json) {
    return JsonFile.read(folder.write("e.json", json)).root();
  }
}
