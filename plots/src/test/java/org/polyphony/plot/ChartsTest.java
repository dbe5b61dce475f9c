package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.w3c.dom.Element;

class ChartsTest {
  @TempDir private Path folder;

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
  void drawsAPictureForEachMetricOfMeans() throws IOException {
    Files.writeString(folder.resolve("means.csv"), MEANS);

    assertEquals(
        List.of("stp-over-non-shared", "decisions"),
        Charts.draw(Results.read(folder), List.of("means")).stream().map(Picture::name).toList());
  }

  @Test
  void namesThePapersMarkOnlyWhereThePaperStatesAMean() throws IOException {
    Files.writeString(folder.resolve("means.csv"), MEANS);
    String stated = Folder.words(Charts.draw(Results.read(folder), List.of("means")).get(0));
    Files.writeString(folder.resolve("means.csv"), MEANS.replace(",45", ",").replace(",13", ","));
    String others = Folder.words(Charts.draw(Results.read(folder), List.of("means")).get(0));

    assertTrue(stated.contains("the paper, average"), stated);
    assertFalse(others.contains("the paper"), others);
  }

  @Test
  void drawsWhatFitsARun() throws IOException {
    assertEquals(List.of("ipc", "stalls", "stp-over-time"), names(Folder.run(folder)));
  }

  @Test
  void stpOverTimeSaysWhyItIsNotTheStpOfTheSummary() throws IOException {
    String words = stpOverTime(Folder.run(folder));

    assertTrue(words.contains("each epoch, including later rounds"), words);
    assertTrue(words.contains("first rounds: STP 1.300"), words);
  }

  @Test
  void stpOverTimeNamesThePartsOfThePolicyOnlyWhereItDrawsThem() throws IOException {
    assertTrue(stpOverTime(Folder.run(folder)).contains("C1"));
    Path epochs = folder.resolve("epochs.csv");
    Files.writeString(epochs, Files.readString(epochs).replaceAll("(?m),\\d$", ",0"));

    String words = stpOverTime(Results.read(folder));

    assertFalse(words.contains("C1"), words);
    assertFalse(words.contains("Wanted TBs"), words);
  }

  private static String stpOverTime(Results run) throws IOException {
    return Folder.words(Charts.draw(run, List.of("stp-over-time")).get(0));
  }

  @Test
  void tellsSettingsApartThatDifferInTheNameOfAParameterAlone() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        Folder.pair("{\"name\":\"maestro\",\"history\":false}", "C1", "M1", 1.1)
            + Folder.pair("{\"name\":\"maestro\",\"releaseDedicated\":false}", "C1", "M1", 1.3));

    assertEquals(
        List.of("maestro (history=false)", "maestro (releaseDedicated=false)"),
        new Sharing(Results.read(folder).sharedRuns()).settings());
  }

  @Test
  void stacksDecisionsOfWhichOneIsPartOfAnotherToAHundredPercent() throws IOException {
    String run = Folder.pair("maestro", "C1", "M1", 1.3);
    Files.writeString(
        folder.resolve("results.jsonl"),
        run.replace("\"smkEven\":0.75", "\"smkOtherByOne\":0.25,\"smkOther\":0.75"));

    Map<String, Double> shares = new TreeMap<>();
    for (Row row : Tables.rows("decisions", Results.read(folder))) {
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
    Files.writeString(folder.resolve("results.jsonl"), lines);
    return Results.read(folder);
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
    Files.writeString(folder.resolve("results.jsonl"), lines);

    assertEquals(15, Charts.draw(Results.read(folder), List.of("scatter")).size());
  }

  @Test
  void drawsScattersAndDecisionsOfOneCategoryOnRequestAlone() throws IOException {
    Results sweep = Folder.sweep(folder);
    assertFalse(names(sweep).contains("scatter-spatial-even-smk-even"));
    assertEquals(1, Charts.draw(sweep, List.of("scatter")).size());

    Files.writeString(folder.resolve("results.jsonl"), Folder.pair("smk-even", "C1", "M1", 1.1));
    Results pair = Results.read(folder);

    assertFalse(names(pair).contains("decision-shares"));
    assertEquals(1, Charts.draw(pair, List.of("decision-shares")).size());
    assertThrows(InvalidInputException.class, () -> Charts.draw(pair, List.of("scatter")));
  }

  @Test
  void drawsWhatAPolicyUsedEachSmForAndHowManyThreadBlocksItHeld() throws IOException {
    Folder.run(folder);
    Path summary = folder.resolve("summary.json");
    Files.writeString(
        summary, Files.readString(summary).replace("{\"run\"", "{\"cycles\":90000,\"run\""));
    Files.writeString(
        folder.resolve("roles.csv"),
        "cycle,sm,role,benchmark,quota\n0,0,follower,C1,3\n0,1,dedicated,C1,2\n");
    Files.writeString(
        folder.resolve("timeline.csv"),
        "cycle,event,sm,slot,benchmark,launch,threadBlock\n0,launch,0,0,C1,0,0\n0,launch,0,1,C1,0,1\n");

    String words = Folder.words(Charts.draw(Results.read(folder), List.of("decisions")).get(0));

    for (String word : List.of("follower", "dedicated", "2 thread blocks of C1", "STP 1.300")) {
      assertTrue(words.contains(word), words);
    }
  }

  @Test
  void aKeyOfTwelveSettingsWidensThePictureAndLeavesThePanelItsHeight() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      lines.append(Folder.pair("a-policy-with-a-long-name-" + i, "C1", "M1", 1 + 0.1 * i));
    }
    Files.writeString(folder.resolve("results.jsonl"), lines);

    Picture picture = Charts.draw(Results.read(folder), List.of("categories")).get(0);

    assertEquals(Style.TWO_COLUMNS, picture.width());
    assertEquals(153.5, picture.height() - 4 * 9.5 - 2, 9.5); // rows of the key
  }

  @Test
  void leavesOutTheBarsOfRunsThatHaveFailed() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        Folder.pair("smk-even", "C1", "M1", 1.1)
            + Folder.pair("smk-even", "M1", "M2", 1.2)
            + Folder.pair("maestro", "C1", "M1", 1.3)
            + "{\"run\":\"r\",\"axes\":{},\"error\":\"no progress\"}\n");

    Picture picture = Charts.draw(Results.read(folder), List.of("pairs")).get(0);

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

  @Test
  void drawsAgreementAPanelForEachMetric() throws IOException {
    Files.writeString(
        folder.resolve("agreement.csv"),
        """
        metric,series,point,xName,yName,x,y
        STP,64/68,a/b,measured,simulated,1.1,1.2
        STP,streams,a/b,measured,simulated,1.0,1.05
        ANTT,64/68,a/b,measured,simulated,2.1,1.9
        ANTT,streams,a/b,measured,simulated,2,2.2
        """);

    Picture picture = Charts.draw(Results.read(folder), List.of("agreement")).get(0);

    String words = Folder.words(picture);
    assertEquals("agreement", picture.name());
    for (String word : List.of("64/68", "streams", "STP, measured", "ANTT, measured")) {
      assertTrue(words.contains(word), words);
    }
  }

  @Test
  void makesRoomForAKeyOfSeveralRows() throws IOException {
    double oneRow = pairsHeight("maestro");
    double twoRows = pairsHeight("a-policy-of-which-the-name-is-longer-than-half-of-a-column");

    assertEquals(9.5, twoRows - oneRow, 1e-9);
  }

  private double pairsHeight(String policy) throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        Folder.pair("smk-even", "C1", "M1", 1.1) + Folder.pair(policy, "C1", "M1", 1.3));
    return Charts.draw(Results.read(folder), List.of("pairs")).get(0).height();
  }

  @Test
  void drawsTablesOfReproducedFigures() throws IOException {
    Files.writeString(
        folder.resolve("table3.csv"),
        "benchmark,sms,speedup,type\nC1,1,1,COM\nC1,16,15,COM\nM1,1,1,MEM\nM1,16,7,MEM\n");
    Files.writeString(
        folder.resolve("fragmentation.csv"),
        "registersA,registersB,fragmentation\n512,512,0\n512,1024,0.25\n");

    assertEquals(List.of("fragmentation", "speedup"), names(Results.read(folder)));
  }

  @Test
  void saysWhatAChartNeedsThatFindsNothing() throws IOException {
    Results run = Folder.run(folder);

    InvalidInputException e =
        assertThrows(InvalidInputException.class, () -> Charts.draw(run, List.of("fragmentation")));

    assertTrue(e.getMessage().contains("fragmentation.csv"), e.getMessage());
  }

  @Test
  void refusesAFolderWithoutResults() {
    Results empty = Results.read(folder);

    assertThrows(InvalidInputException.class, () -> Charts.draw(empty, List.of()));
    assertThrows(InvalidInputException.class, () -> Results.read(folder.resolve("none")));
  }

  @Test
  void namesFileLineAndColumnOfAWrongNumber() throws IOException {
    Folder.run(folder);
    Files.writeString(
        folder.resolve("ipc.csv"), "sm,issuedPerSm,benchmark,ipcPerSm\n0,1,C1,fast\n");
    Results run = Results.read(folder);

    InvalidInputException e =
        assertThrows(InvalidInputException.class, () -> Charts.draw(run, List.of("ipc")));

    assertTrue(
        e.getMessage().endsWith("ipc.csv:2: ipcPerSm: found 'fast', allowed: a number"),
        e.getMessage());
  }

  @Test
  void namesTheLineOfASweepThatIsNoRun() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"), Folder.pair("smk-even", "C1", "M1", 1) + "{\"run\": ");

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> Results.read(folder));

    assertTrue(e.getMessage().contains("results.jsonl:2: "), e.getMessage());
  }

  private static List<String> names(Results results) {
    return Charts.draw(results, List.of()).stream().map(Picture::name).toList();
  }
}
