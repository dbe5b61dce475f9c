package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.config.Home;
import org.polyphony.run.GpuSimulation;

class ReadmeTest {
  private static final Pattern CYCLES = Pattern.compile("cycles ([\\d,]+) ");
  @TempDir private Path folder;

  @Test
  void theExampleOfASmallerL2HasAFolderOfItsOwnAndChangesTheResultAsItSays() throws IOException {
    String readme = Files.readString(Home.find().resolve("README.md"));
    Matcher example =
        Pattern.compile("run (\\S+) --set (gpu\\.l2\\.bytes=\\d+) --out \\S+\n\n(.*)")
            .matcher(readme);
    assertTrue(example.find());

    String usual = cycles(example.group(1));
    String small = cycles(example.group(1), "--set", example.group(2));

    String said = String.format(Locale.ROOT, "%s cycles instead of %s", small, usual);
    assertTrue(example.group(3).contains(said), said);
  }

  private String cycles(String config, String... more) {
    List<String> args = new ArrayList<>();
    args.addAll(List.of("run", Home.find().resolve(config).toString(), "--quiet"));
    args.addAll(List.of("--out", folder.resolve("out").toString()));
    args.addAll(List.of(more));
    CommandRun run =
        CommandRun.of(new GpuSimulation(), folder.resolve("cache"), args.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    Matcher cycles = CYCLES.matcher(run.out());
    assertTrue(cycles.find(), run.out());
    return cycles.group(1);
  }
}
