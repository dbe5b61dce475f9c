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
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;
import org.w3c.dom.Element;

class ChartsTest {
  @RegisterExtension private final Folder folder = new Folder();

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
        names(folder.sweep()));
  }

  private static final String MEANS =
      """
      metric,group,series,mean,low,high,paper
      STP over non-shared (%),COM/COM,maestro,20,15,30,
      STP over non-shared (%),All pairs,maestro,22,,,45
      Decisions (%),All pairs,spatial,40,,,13
      """;

  @Test
  void drawsAPictureForEachMetricOfMeansWithThePapersMarkWhereItStatesAMean() throws IOException {
    folder.write("means.csv", MEANS);
    List<Picture> pictures = Charts.draw(folder.results(), List.of("means"));
    String stated = Folder.words(pictures.get(0));
    folder.write("means.csv", MEANS.replace(",45", ",").replace(",13", ","));
    String others = Folder.words(folder.picture("means"));

    assertEquals(
        List.of("stp-over-non-shared", "decisions"), pictures.stream().map(Picture::name).toList());
    assertTrue(stated.contains("the paper, average"), stated);
    assertFalse(others.contains("the paper"), others);
  }

  @Test
  void drawsWhatFitsARun() throws IOException {
    assertEquals(List.of("ipc", "stalls", "stp-over-time"), names(folder.run()));
  }

  @Test
  void stpOverTimeSaysWhyItIsNotTheStpOfTheSummary() throws IOException {
    String words = stpOverTime(folder.run());

    assertTrue(words.contains("each epoch, including later rounds"), words);
    assertTrue(words.contains("first rounds: STP 1.300"), words);
  }

  @Test
  void stpOverTimeNamesThePartsOfThePolicyOnlyWhereItDrawsThem() throws IOException {
    assertTrue(stpOverTime(folder.run()).contains("C1"));
    folder.write("epochs.csv", folder.read("epochs.csv").replaceAll("(?m),\\d$", ",0"));

    String words = stpOverTime(folder.results());

    assertFalse(words.contains("C1"), words);
    assertFalse(words.contains("Wanted TBs"), words);
  }

  private static String stpOverTime(Results run) throws IOException {
    return Folder.words(run, "stp-over-time");
  }

  @Test
  void tellsSettingsApartThatDifferInTheNameOfAParameterAlone() throws IOException {
    folder.write(
        "results.jsonl",
        Folder.pair("{\"name\":\"maestro\",\"history\":false}", "C1", "M1", 1.1)
            + Folder.pair("{\"name\":\"maestro\",\"releaseDedicated\":false}", "C1", "M1", 1.3));

    assertEquals(
        List.of("maestro (history=false)", "maestro (releaseDedicated=false)"),
        new Sharing(folder.results().sharedRuns()).settings());
  }

  @Test
  void stacksDecisionsOfWhichOneIsPartOfAnotherToAHundredPercent() throws IOException {
    String run = Folder.pair("maestro", "C1", "M1", 1.3);
    folder.write(
        "results.jsonl",
        run.replace("\"smkEven\":0.75", "\"smkOtherByOne\":0.25,\"smkOther\":0.75"));

    Map<String, Double> shares = new TreeMap<>();
    for (Row row : Tables.rows("decisions", folder.results())) {
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
    folder.write("results.jsonl", lines);
    return folder.results();
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
    folder.write("results.jsonl", lines);

    assertEquals(15, Charts.draw(folder.results(), List.of("scatter")).size());
  }

  @Test
  void drawsScattersAndDecisionsOfOneCategoryOnRequestAlone() throws IOException {
    Results sweep = folder.sweep();
    assertFalse(names(sweep).contains("scatter-spatial-even-smk-even"));
    assertEquals(1, Charts.draw(sweep, List.of("scatter")).size());

    folder.write("results.jsonl", Folder.pair("smk-even", "C1", "M1", 1.1));
    Results pair = folder.results();

    assertFalse(names(pair).contains("decision-shares"));
    assertEquals(1, Charts.draw(pair, List.of("decision-shares")).size());
    assertThrows(InvalidInputException.class, () -> Charts.draw(pair, List.of("scatter")));
  }

  @Test
  void drawsWhatAPolicyUsedEachSmForAndHowManyThreadBlocksItHeld() throws IOException {
    folder.run();
    Path summary = folder.at("summary.json");
    Files.writeString(
        summary, Files.readString(summary).replace("{\"run\"", "{\"cycles\":90000,\"run\""));
    folder.write(
        "roles.csv", "cycle,sm,role,benchmark,quota\n0,0,follower,C1,3\n0,1,dedicated,C1,2\n");
    folder.write(
        "timeline.csv",
        "cycle,event,sm,slot,benchmark,launch,threadBlock\n0,launch,0,0,C1,0,0\n0,launch,0,1,C1,0,1\n");

    String words = Folder.words(folder.results(), "decisions");

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
    folder.write("results.jsonl", lines);

    Picture picture = folder.picture("categories");

    assertEquals(Style.TWO_COLUMNS, picture.width());
    assertEquals(153.5, picture.height() - 4 * 9.5 - 2, 9.5); // rows of the key
  }

  @Test
  void leavesOutTheBarsOfRunsThatHaveFailed() throws IOException {
    folder.write(
        "results.jsonl",
        Folder.pair("smk-even", "C1", "M1", 1.1)
            + Folder.pair("smk-even", "M1", "M2", 1.2)
            + Folder.pair("maestro", "C1", "M1", 1.3)
            + "{\"run\":\"r\",\"axes\":{},\"error\":\"no progress\"}\n");

    Picture picture = folder.picture("pairs");

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
    folder.write(
        "agreement.csv",
        """
        metric,series,point,xName,yName,x,y
        STP,64/68,a/b,measured,simulated,1.1,1.2
        STP,streams,a/b,measured,simulated,1.0,1.05
        ANTT,64/68,a/b,measured,simulated,2.1,1.9
        ANTT,streams,a/b,measured,simulated,2,2.2
        """);

    Picture picture = folder.picture("agreement");

    String words = Folder.words(picture);
    assertEquals("agreement", picture.name());
    for (String word : List.of("64/68", "streams", "STP, measured", "ANTT, measured")) {
      assertTrue(words.contains(word), words);
    }
  }

  private String refusal(String... charts) {
    return assertThrows(
            InvalidInputException.class, () -> Charts.draw(folder.results(), List.of(charts)))
        .getMessage();
  }

  @Test
  void refusesWhatItCannotDrawWithItsPlace() throws IOException {
    assertThrows(InvalidInputException.class, () -> Results.read(folder.at("none")));
    refusal(); // a folder without results
    folder.run();
    assertTrue(refusal("fragmentation").contains("fragmentation.csv"));
    folder.write("ipc.csv", "sm,issuedPerSm,benchmark,ipcPerSm\n0,1,C1,fast\n");
    String number = "ipc.csv:2: ipcPerSm: found 'fast', allowed: a number";
    assertTrue(refusal("ipc").endsWith(number), refusal("ipc"));
    folder.write("results.jsonl", Folder.pair("smk-even", "C1", "M1", 1) + "{\"run\": ");
    assertTrue(refusal("pairs").contains("results.jsonl:2: "), refusal("pairs"));
  }

  private static List<String> names(Results results) {
    return Charts.draw(results, List.of()).stream().map(Picture::name).toList();
  }
}
