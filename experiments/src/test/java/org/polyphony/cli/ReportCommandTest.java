package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
  @TempDir private Path folder;

  @Test
  void writesThePageIntoTheFolderOrWhereTheUserSays() throws IOException {
    Files.writeString(
        folder.resolve("summary.json"),
        "{\"experiment\":\"mine\",\"stp\":1.0,\"benchmarks\":[{\"name\":\"LC\"}]}");
    Path elsewhere = folder.resolve("pages/mine.html");

    CommandRun there = CommandRun.refused(folder, "report", folder.toString());
    CommandRun other =
        CommandRun.refused(folder, "report", folder.toString(), "--out", elsewhere.toString());

    assertEquals(0, there.exitCode(), there.err());
    assertEquals(folder.resolve("report.html") + "\n", there.out());
    assertTrue(Files.readString(folder.resolve("report.html")).contains("<h1>mine</h1>"));
    assertEquals(0, other.exitCode(), other.err());
    assertTrue(Files.readString(elsewhere).contains("href=\"../summary.json\""));
  }

  @Test
  void refusesAFolderWithoutResultsAndWritesNone() {
    CommandRun.refused(folder, "report", folder.toString()).assertBadInput("nothing to report");
    CommandRun.refused(folder, "report", folder.resolve("no").toString())
        .assertBadInput("no such folder");
    assertFalse(Files.exists(folder.resolve("report.html")));
  }

  @Test
  void showsControlCharactersOfNamesAsEscapes() throws IOException {
    Files.writeString(
        folder.resolve("summary.json"),
        "{\"experiment\":\"a\\u001b[2J\",\"benchmarks\":[{\"name\":\"<b>\\u0007\"}]}");

    CommandRun.refused(folder, "report", folder.toString());

    String page = Files.readString(folder.resolve("report.html"));
    assertTrue(page.contains("<h1>a\\u001b[2J</h1>"), page);
    assertFalse(page.contains("\u0007") || page.contains("<b>"), page);
  }

  @Test
  void refusesToReplaceAResultByThePage() throws IOException {
    Path summary = folder.resolve("summary.json");
    Files.writeString(summary, "{\"benchmarks\":[]}");

    CommandRun.refused(folder, "report", folder.toString(), "--out", summary.toString())
        .assertBadInput("found a results file", "another .html file");

    assertEquals("{\"benchmarks\":[]}", Files.readString(summary));
  }

  @Test
  void refusesADeviceInPlaceOfThePage() throws IOException {
    Files.writeString(folder.resolve("summary.json"), "{\"benchmarks\":[]}");
    Path device = Files.createSymbolicLink(folder.resolve("page.html"), Path.of("/dev/null"));

    CommandRun.refused(folder, "report", folder.toString(), "--out", device.toString())
        .assertBadInput("found a device or a pipe", "allowed: a file");
  }

  @Test
  void refusesAFolderInPlaceOfThePage() throws IOException {
    Files.writeString(folder.resolve("summary.json"), "{\"benchmarks\":[]}");

    CommandRun.refused(folder, "report", folder.toString(), "--out", folder.resolve(".").toString())
        .assertBadInput("found a folder", "allowed: a file");
  }
}
