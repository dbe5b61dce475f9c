package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;
import org.polyphony.policy.PolicyDescription;

class SchedulerConfigTest {
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
