package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;

class MetricUnitTest {
  private static final Pattern ROW = Pattern.compile("\\| `([\\w.\\[\\]*]+)` \\| ([^|]+) \\|.*");
  private static final List<String> NONE = List.of("name", "text", "boolean");

  @Test
  void everyMetricOfASummaryHasTheUnitThatTheReferenceSays() throws IOException {
    String reference = Files.readString(Home.find().resolve("experiments/METRICS.md"));
    String section = reference.substring(0, reference.indexOf("## epochs.csv"));
    List<String> wrong = new ArrayList<>();
    int rows = 0;
    for (Matcher row = ROW.matcher(section); row.find(); ) {
      String path = row.group(1);
      String unit = row.group(2);
      if (!NONE.contains(unit) && !path.matches("schemaVersion|seed|(host|provenance|parts).*")) {
        rows++;
        String found = Comparison.MetricUnit.of(path.replace("*", "x"));
        if (!found.equals(unit)) {
          wrong.add(path + ": " + found + " for " + unit);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(rows > 20);
  }
}
