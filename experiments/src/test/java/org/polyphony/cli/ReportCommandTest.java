package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReportCommandTest {
  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @Test
  void writesThePageIntoTheFolderOrWhereTheUserSays() throws IOException {
    folder.write(
        "summary.json", "{\"experiment\":\"mine\",\"stp\":1.0,\"benchmarks\":[{\"name\":\"LC\"}]}");

    CommandRun there = folder.refused("report ./").shows();
    folder.refused("report ./ --out ./pages/mine.html").shows();

    assertEquals(folder.at("report.html") + "\n", there.out());
    assertTrue(folder.read("report.html").contains("<h1>mine</h1>"));
    assertTrue(folder.read("pages/mine.html").contains("href=\"../summary.json\""));
  }

  @Test
  void refusesAFolderWithoutResultsAndWritesNone() {
    folder.refused("report ./").assertBadInput("nothing to report");
    folder.refused("report ./no").assertBadInput("no such folder");
    assertFalse(folder.has("report.html"));
  }

  @Test
  void showsControlCharactersOfNamesAsEscapes() throws IOException {
    folder.write(
        "summary.json",
        "{\"experiment\":\"a\\u001b[2J\",\"benchmarks\":[{\"name\":\"<b>\\u0007\"}]}");

    folder.refused("report ./");

    String page = folder.read("report.html");
    assertTrue(page.contains("<h1>a\\u001b[2J</h1>"), page);
    assertFalse(page.contains("\u0007") || page.contains("<b>"), page);
  }

  @Test
  void refusesToWriteThePageOverAnythingButAPage() throws IOException {
    folder.write("summary.json", "{\"benchmarks\":[]}");
    Files.createSymbolicLink(folder.at("page.html"), Path.of("/dev/null"));

    folder
        .refused("report ./ --out ./summary.json")
        .assertBadInput("found a results file", "another .html file");
    folder
        .refused("report ./ --out ./page.html")
        .assertBadInput("found a device or a pipe", "allowed: a file");
    folder.refused("report ./ --out ./.").assertBadInput("found a folder", "allowed: a file");

    assertEquals("{\"benchmarks\":[]}", folder.read("summary.json"));
  }
}
