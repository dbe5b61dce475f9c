package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;

/** Writes {@code configs/target/REFERENCE.md}, which the release includes. */
class ConfigReferenceTest {
  private static final String PROSE =
      """
      # Config keys

      This page lists all keys of experiments, host experiments, machines, applications and devices. \
      `polyphony describe NAME` lists the parameters of a policy or a hardware part. A key with neither a \
      default nor `optional` is required.

      """;

  private static Path page() {
    return Home.find().resolve("configs/target/REFERENCE.md");
  }

  @BeforeAll
  static void write() throws IOException {
    Files.createDirectories(page().getParent());
    Files.writeString(page(), PROSE + ConfigReference.markdown());
  }

  @Test
  void hasARowForEachKeyOfAnExperimentAndEachHasAMeaning() throws IOException {
    List<String> rows =
        Files.readAllLines(page()).stream().filter(line -> line.startsWith("| `")).toList();
    Stream<String> keys =
        EditorSchema.definition(FileKind.EXPERIMENT).path("properties").properties().stream()
            .map(property -> "| `" + property.getKey() + "` |");

    assertEquals(List.of(), rows.stream().filter(row -> row.endsWith("|  |")).toList());
    assertEquals(
        List.of(),
        keys.filter(key -> rows.stream().noneMatch(row -> row.startsWith(key))).toList());
  }
}
