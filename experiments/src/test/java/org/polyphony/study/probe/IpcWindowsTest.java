package org.polyphony.study.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.table.Row;
import org.polyphony.run.Fixtures;
import org.polyphony.study.TestContext;

class IpcWindowsTest {
  @TempDir private Path folder;

  @Test
  void writesTheResultsOfEachExperimentAndHasItsWindows() {
    IpcWindows.Parameters of =
        new IpcWindows.Parameters(
            Map.of("both", Map.of("workloads", List.of("LC", "BS"), "policy", "smk-even")), 1000);

    List<Row> rows =
        IpcWindows.PROBE
            .body()
            .run(
                new TestContext(
                        (spec, watcher) -> Fixtures.result(spec, false), folder, new StringWriter())
                    .get(),
                "gtx980",
                folder,
                of)
            .orElseThrow()
            .rows();

    assertTrue(Files.exists(folder.resolve("both/ipc.csv")));
    assertFalse(rows.isEmpty());
    for (Row row : rows) {
      assertEquals("both", row.text("run"));
      assertTrue(row.number("workload.speed") > 0, row.cells().toString());
    }
  }
}
