package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;
import org.polyphony.policy.PolicyDescription;

class SchedulerConfigTest {
  @Test
  void areThoseOfTheSchemaInItsOrder() {
    List<String> quoted =
        SchedulerConfig.descriptions().stream().map(each -> "`" + each.name() + "`").toList();

    String row = "| `schedulers[].name` | " + String.join(", ", quoted) + " |";
    assertTrue(ConfigReference.markdown().contains(row), row);
  }

  @Test
  void areInTheTableOfTheReadmeInTheSameWords() throws IOException {
    StringBuilder table = new StringBuilder("| scheduler | what it grants |\n|---|---|\n");
    for (PolicyDescription each : SchedulerConfig.descriptions()) {
      table.append("| `").append(each.name()).append("` | ").append(each.line()).append(" |\n");
    }

    String readme = Files.readString(Home.find().resolve("configs/README.md"));
    int from = readme.indexOf("| scheduler | what it grants |");
    assertEquals(table.toString(), readme.substring(from, from + table.length()));
  }
}
