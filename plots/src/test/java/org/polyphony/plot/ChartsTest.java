package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.polyphony.plot.Folder.assertHas;
import static org.polyphony.plot.Folder.assertLacks;
import static org.polyphony.plot.Folder.names;
import static org.polyphony.plot.Folder.words;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.w3c.dom.Element;

class ChartsTest {
  private static final String OVER_TIME = "stp-over-time";

  @TempDir private Path folder;

  /** Writes a file of results, and reads all. */
  private Results with(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
    return Results.read(folder);
  }

  @Test
  void drawsWhatFitsASweep() throws IOException {
    assertEquals(
        List.of(
            "stp-by-category",
            "antt-by-category",
            "decision-shares-spatial-even",
            "decision-shares-smk-even",
            "pairs",
            "stalls"),
        names(Folder.sweep(folder)));
  }

  private static final String MEANS =
      """
      metric,group,series,mean,low,high,paper
      STP over non-shared (%),COM/COM,maestro,20,15,30,
      STP over non-shared (%),All pairs,maestro,22,,,45
      Decisions (%),All pairs,spatial,40,,,13
      """;

  @Test
  void drawsAPictureForEachMetricOfMeansWithThePapersMarkWhereItStatesOne() throws IOException {
    Results stated = with("means.csv", MEANS);

    assertEquals(
        List.of("stp-over-non-shared", "decisions"),
        Charts.draw(stated, List.of("means")).stream().map(Picture::name).toList());
    assertHas(words(stated, "means"), "the paper, average");
    Results others = with("means.csv", MEANS.replace(",45", ",").replace(",13", ","));
    assertLacks(words(others, "means"), "the paper");
  }

  @Test
  void stpOverTimeSaysWhatItIsAndNamesPartsOfThePolicyOnlyWhereItDrawsThem() throws IOException {
    Results run = Folder.run(folder);
    assertEquals(List.of("ipc", "stalls", OVER_TIME), names(run));
    assertHas(
        words(run, OVER_TIME),
        "each epoch, including later rounds",
        "first rounds: STP 1.300",
        "C1");
    String epochs = Files.readString(folder.resolve("epochs.csv"));

    Results none = with("epochs.csv", epochs.replaceAll("(?m),\\d$", ",0"));

    assertLacks(words(none, OVER_TIME), "C1", "Wanted TBs");
  }

  @Test
  void tellsSettingsApartThatDifferInTheNameOfAParameterAlone() throws IOException {
    Results results =
        Folder.sweep(
            folder,
            Folder.pair("{\"name\":\"maestro\",\"history\":false}", "C1", "M1", 1.1),
            Folder.pair("{\"name\":\"maestro\",\"releaseDedicated\":false}", "C1", "M1", 1.3));

    assertEquals(
        List.of("maestro (history=false)", "maestro (releaseDedicated=false)"),
        new Sharing(results.sharedRuns()).settings());
  }

  @Test
  void stacksDecisionsOfWhichOneIsPartOfAnotherToAHundredPercent() throws IOException {
    String run = Folder.pair("maestro", "C1", "M1", 1.3);
    Results results =
        Folder.sweep(
            folder, run.replace("\"smkEven\":0.75", "\"smkOtherByOne\":0.25,\"smkOther\":0.75"));

    Map<String, Double> shares = new TreeMap<>();
    for (Row row : Tables.rows("decisions", results)) {
      shares.put(row.text("outcome"), row.number("share"));
    }

    assertEquals(Map.of("spatial", 0.25, "SMK other by one", 0.25, "SMK other", 0.5), shares);
  }

  /** Writes a sweep of shares of {@code smk-fixed} and a run under {@code spatial-even}. */
  private Results shares(int count) throws IOException {
    StringBuilder lines = new StringBuilder(Folder.pair("spatial-even", "C1", "M1", 1.2));
    for (int i = 1; i <= count; i++) {
      String shares = "[0.%02d,0.%02d]".formatted(i, 99 - i);
      String policy = "{\"name\":\"smk-fixed\",\"threadShares\":" + shares + "}";
      lines.append(Folder.pair(policy, "C1", "M1", 1.1));
    }
    return Folder.sweep(folder, lines.toString());
  }

  @Test
  void drawsPartitionCurvesAndComparesTheirRuns() throws IOException {
    Results results = shares(2);

    assertEquals(3, results.comparedRuns().size());
    assertTrue(names(results).containsAll(List.of("partitions", "pairs")));
    assertEquals(List.of(), Charts.heldBack(results));
  }

  @Test
  void saysWhichChartsHaveTooManySettingsToBeDrawnUnasked() throws IOException {
    List<String> heldBack = Charts.heldBack(shares(39));

    assertEquals(
        "Chart 'categories' is not drawn for 40 settings; draw it with plot --chart categories.",
        heldBack.get(0));
    assertEquals(4, heldBack.size(), heldBack.toString());
  }

  @Test
  void drawsTheScatterOfEachTwoSettings() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int policy = 0; policy < 6; policy++) {
      for (String other : List.of("C2", "M1", "M2")) {
        lines.append(Folder.pair("policy-" + policy, "C1", other, 1.1));
      }
    }

    Results results = Folder.sweep(folder, lines.toString());

    assertEquals(15, Charts.draw(results, List.of("scatter")).size());
  }

  @Test
  void drawsScattersAndDecisionsOfOneCategoryOnRequestAlone() throws IOException {
    Results sweep = Folder.sweep(folder);
    assertFalse(names(sweep).contains("scatter-spatial-even-smk-even"));
    assertEquals(1, Charts.draw(sweep, List.of("scatter")).size());

    Results pair = Folder.sweep(folder, Folder.pair("smk-even", "C1", "M1", 1.1));

    assertFalse(names(pair).contains("decision-shares"));
    assertEquals(1, Charts.draw(pair, List.of("decision-shares")).size());
    assertThrows(InvalidInputException.class, () -> Charts.draw(pair, List.of("scatter")));
  }

  @Test
  void drawsWhatAPolicyUsedEachSmForAndHowManyThreadBlocksItHeld() throws IOException {
    Folder.run(folder);
    String summary = Files.readString(folder.resolve("summary.json"));
    with("summary.json", summary.replace("{\"run\"", "{\"cycles\":90000,\"run\""));
    with("roles.csv", "cycle,sm,role,benchmark,quota\n0,0,follower,C1,3\n0,1,dedicated,C1,2\n");
    Results results =
        with(
            "timeline.csv",
            """
            cycle,event,sm,slot,benchmark,launch,threadBlock
            0,launch,0,0,C1,0,0
            0,launch,0,1,C1,0,1
            """);

    assertHas(
        words(results, "decisions"), "follower", "dedicated", "2 thread blocks of C1", "STP 1.300");
  }

  @Test
  void aKeyOfTwelveSettingsWidensThePictureAndLeavesThePanelItsHeight() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      lines.append(Folder.pair("a-policy-with-a-long-name-" + i, "C1", "M1", 1 + 0.1 * i));
    }

    Results results = Folder.sweep(folder, lines.toString());
    Picture picture = Charts.draw(results, List.of("categories")).get(0);

    assertEquals(Style.TWO_COLUMNS, picture.width());
    assertEquals(153.5, picture.height() - 4 * 9.5 - 2, 9.5); // rows of the key
  }

  @Test
  void leavesOutTheBarsOfRunsThatHaveFailed() throws IOException {
    Results results =
        Folder.sweep(
            folder,
            Folder.pair("smk-even", "C1", "M1", 1.1),
            Folder.pair("smk-even", "M1", "M2", 1.2),
            Folder.pair("maestro", "C1", "M1", 1.3),
            "{\"run\":\"r\",\"axes\":{},\"error\":\"no progress\"}\n");

    Picture picture = Charts.draw(results, List.of("pairs")).get(0);

    assertEquals(2, bars(picture, "smk-even"));
    assertEquals(1, bars(picture, "maestro"));
  }

  /** Returns how many bars there are of a policy; one more, in the key, is not counted. */
  private static long bars(Picture picture, String policy) {
    Color fill = SeriesStyles.ofPolicies(List.of(policy), DisplayNames.none()).of(policy, 0).fill();
    String colour = "rgb(%d,%d,%d)".formatted(fill.getRed(), fill.getGreen(), fill.getBlue());
    List<Element> rectangles = Folder.elements(Folder.svg(picture), "rect");
    return rectangles.stream().filter(bar -> fill(bar).equals(colour)).count() - 1;
  }

  private static String fill(Element element) {
    String own = element.getAttribute("fill");
    return own.isEmpty() ? fill((Element) element.getParentNode()) : own;
  }

  private static String refusal(Executable drawn) {
    return assertThrows(InvalidInputException.class, drawn).getMessage();
  }

  @Test
  void saysWhatAChartNeedsThatFindsNothing() throws IOException {
    Results run = Folder.run(folder);

    assertHas(refusal(() -> Charts.draw(run, List.of("fragmentation"))), "fragmentation.csv");
  }

  @Test
  void refusesAFolderWithoutResults() {
    Results empty = Results.read(folder);

    assertThrows(InvalidInputException.class, () -> Charts.draw(empty, List.of()));
    assertThrows(InvalidInputException.class, () -> Results.read(folder.resolve("none")));
  }

  @Test
  void namesFileAndLineOfWhatCannotBeRead() throws IOException {
    Folder.run(folder);
    Results run = with("ipc.csv", "sm,issuedPerSm,benchmark,ipcPerSm\n0,1,C1,fast\n");
    assertHas(
        refusal(() -> Charts.draw(run, List.of("ipc"))),
        "ipc.csv:2: ipcPerSm: found 'fast', allowed: a number");

    String line = Folder.pair("smk-even", "C1", "M1", 1);
    assertHas(refusal(() -> Folder.sweep(folder, line, "{\"run\": ")), "results.jsonl:2: ");
  }
}
