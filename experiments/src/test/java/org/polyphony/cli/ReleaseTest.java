package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The release zip, unpacked into a folder with a space, without Maven. */
@Tag("release")
class ReleaseTest {
  private static final String POLICY =
      """
      import org.polyphony.gpu.dispatch.Quotas;
      import org.polyphony.policy.partition.DeviceView;
      import org.polyphony.policy.partition.PartitionPolicy;

      public final class OneBlock implements PartitionPolicy {
        @Override
        public long partition(long cycle, DeviceView device, Quotas quotas) {
          for (int i = 0; i < device.kernels(); i++) {
            quotas.setOnAll(device.kernel(i), 1);
          }
          return NEVER;
        }
      }
      """;

  @TempDir private static Path folder;
  private static Path root;
  private static Path work;

  @BeforeAll
  static void unpack() throws IOException {
    Path into = folder.resolve("my tools");
    try (ZipFile zip = new ZipFile(System.getProperty("release.zip"))) {
      for (ZipEntry entry :
          (Iterable<ZipEntry>) zip.stream().map(each -> (ZipEntry) each)::iterator) {
        Path file = into.resolve(entry.getName());
        Files.createDirectories(entry.isDirectory() ? file : file.getParent());
        if (!entry.isDirectory()) {
          try (InputStream bytes = zip.getInputStream(entry)) {
            Files.copy(bytes, file);
          }
        }
      }
    }
    try (Stream<Path> top = Files.list(into)) {
      root = top.findFirst().orElseThrow();
    }
    assertTrue(root.resolve("polyphony").toFile().setExecutable(true)); // as unzip does
    work = Files.createDirectories(folder.resolve("work"));
    Path maven = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\ntouch '" + folder + "/called-maven'\nexit 1\n");
    assertTrue(maven.toFile().setExecutable(true));
  }

  private static String launch(String... args) throws IOException, InterruptedException {
    Path said = folder.resolve("said.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of(root.resolve("polyphony").toString()), Stream.of(args))
                    .toList())
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("POLYPHONY_"));
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("POLYPHONY_CACHE", folder.resolve("cache").toString());
    environment.put("PATH", folder.resolve("bin") + ":" + environment.get("PATH"));
    int exitCode = builder.start().waitFor();
    String text = Files.readString(said);
    assertEquals(0, exitCode, text);
    assertFalse(Files.exists(folder.resolve("called-maven")), text);
    return text;
  }

  @Test
  void runsAnExperimentAndReportsIt() throws IOException, InterruptedException {
    launch("run", "quickstart", "--set", "instructionBudget=2000000", "--out", "out");

    launch("report", "out");

    assertTrue(Files.exists(work.resolve("out/summary.json")));
    assertTrue(Files.exists(work.resolve("out/report.html")));
  }

  @Test
  void compilesAPolicy() throws IOException, InterruptedException {
    Files.writeString(work.resolve("OneBlock.java"), POLICY);

    String said =
        launch(
            "run",
            "two-kernels",
            "--policy",
            "OneBlock.java",
            "--set",
            "instructionBudget=2000000",
            "--out",
            "own");

    assertTrue(Files.exists(work.resolve("own/policy.java")), said);
  }

  @Test
  void listsAndValidatesWhatIsBundled() throws IOException, InterruptedException {
    assertTrue(launch("list", "gpus").contains("gtx980"));
    launch("run", "sample-saxpy", "--out", "saxpy");
    launch("validate", root.resolve("experiments/studies/fig2").toString());
    launch("validate", root.resolve("policy-template").toString());
  }

  @Test
  void hasTheLicenseAndThePagesThatItsPagesLinkTo() throws IOException {
    for (String file : List.of("LICENSE", "README.md", "CITATION.cff", "docs/tutorial.md")) {
      assertTrue(Files.exists(root.resolve(file)), file);
    }
    assertEquals(List.of(), PagesTest.brokenLinks(root));
  }
}
