package org.polyphony.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.Results;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportTest {
  private static final String RUN =
      """
      {"run":"%s","axes":{"workloads":["%s","BS"],"policy":"%s"},"gpu":"gtx980","policy":"%s",\
      "cycles":1234567,"stp":%s,"antt":1.5,"benchmarks":[\
      {"name":"%s","type":"COM","ipc":60,"ipcAlone":100,"normalizedProgress":0.6,"finished":true},\
      {"name":"BS","type":"MEM","ipc":35,"ipcAlone":50,"normalizedProgress":0.7,"finished":true}],\
      "device":{"issueUtilization":0.5,"dramUtilization":0.25,"stalls":{"fetch":60}},\
      "partitioning":{"decisions":{},"preemptions":{"drain":3,"flush":4}},\
      "provenance":{"version":"1.2","gitCommit":"c0ffee","configHash":"abc","java":"17"}}
      """;

  @TempDir private Path folder;

  @Test
  void showsTheRunsOfASweepWithLinksToTheirFiles() throws Exception {
    writeSweep("LC", "");

    Element link = within(section(page(), "runs"), "a").get(0);
    assertEquals("runs/a.json", link.getAttribute("href"));
    assertEquals("a", link.getTextContent());
    assertEquals("aLC/BSsmk-even1.3001.500LC 0.600, BS 0.7001,234,56750.0%25.0%7", row("runs", 1));
    String elsewhere = Report.html(Results.read(folder), folder.resolve("pages"));
    assertTrue(elsewhere.contains("href=\"../runs/a.json\""));
  }

  @Test
  void showsWhatSlowsWorkloadsDownWhereThatIsExplained() throws Exception {
    writeSweep("LC", "");
    Files.writeString(
        folder.resolve("explanation.csv"),
        """
        point,benchmark,cause,mean,low,high,least,most,from,to,largest
        ,LC,slowdown,1.5,,,1.5,1.5,0,1.5,0
        ,LC,room,-0.25,,,-0.25,-0.25,1,0.75,0
        ,LC,dram,0.75,,,0.5,1,0.75,1.5,1
        """);

    assertEquals("WorkloadLargest causeslowdownroomdram", row("causes", 0));
    assertEquals("LCdram1.500-0.250+0.750", row("causes", 1));
  }

  @Test
  void comparesSettingsAndMarksTheBestOfEachPair() throws Exception {
    writeSweep("LC", "");

    assertEquals("1.400", within(section(page(), "pairs"), "strong").get(0).getTextContent());
    assertEquals("LC/BSCOM/MEM1.3001.400", row("pairs", 1));
  }

  @Test
  void showsAllSettingsOfASweepOrSaysWhichAreNotSideBySide() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      String policy = "{\"name\":\"smk-fixed\",\"threadShares\":[0.%02d,0.5]}".formatted(i);
      String run = RUN.formatted("r" + i, "LC", "P", "smk-fixed", "1.3", "LC");
      lines.append(run.replace("\"P\"", policy));
    }
    Files.writeString(folder.resolve("results.jsonl"), lines);

    Document page = page();

    assertEquals(2 * 41, within(section(page, "settings"), "tr").size());
    assertEquals(
        "Not shown for 40 settings: at most 24 fit side by side. 'Runs' lists every run.",
        within(section(page, "pairs"), "p").get(0).getTextContent());
    assertEquals(
        "Chart 'categories' is not drawn for 40 settings; draw it with plot --chart categories.",
        within(section(page, "charts"), "p").get(0).getTextContent());
  }

  @Test
  void namesFailedRunsWithTheirCauses() throws Exception {
    writeSweep("LC", "{\"run\":\"c\",\"axes\":{},\"error\":\"no progress in cycle 7 <SM 0>\"}\n");

    assertEquals("cno progress in cycle 7 <SM 0>", row("failed", 1));
  }

  @Test
  void showsOneRunWithItsConfigAndProvenance() throws Exception {
    Files.writeString(
        folder.resolve("summary.json"), RUN.formatted("", "LC", "", "maestro", "1.3", "LC"));
    Files.writeString(folder.resolve("resolved.json"), "{\"gpu\":{\"sms\":16}}");
    Files.writeString(
        folder.resolve("kernels.csv"),
        """
        benchmark,kernel,cycles,threadInstructions,threadBlocks
        LC,_Z1kPf,100,500,4
        LC,_Z1kPf,300,500,4
        """);

    Document page = page();

    assertTrue(section(page, "overview").getTextContent().contains("1.300"));
    assertTrue(section(page, "workloads").getTextContent().contains("LC · k240082.5"));
    assertTrue(section(page, "files").getTextContent().contains("\"sms\" : 16"));
    assertTrue(section(page, "provenance").getTextContent().contains("c0ffee"));
  }

  @Test
  void listsTheCandidatesOfADecisionAndMarksTheWinner() throws Exception {
    String run = RUN.formatted("", "LC", "", "maestro", "1.3", "LC");
    Files.writeString(
        folder.resolve("summary.json"), run.replace("\"gpu\"", "\"objective\":\"antt\",\"gpu\""));
    Files.writeString(
        folder.resolve("decisions.csv"),
        """
        epoch,cycle,pair,candidate,benchmark,threadBlocks,ipc,score,chosen
        1,1000,LC/BS,follower,LC,3,10.5,1.9,false
        1,1000,LC/BS,follower,BS,1,,1.9,false
        1,1000,LC/BS,more,LC,4,12,1.7,true
        1,1000,LC/BS,more,BS,1,9,1.7,true
        """);

    Element section = section(page(), "decisions");

    assertTrue(section.getTextContent().contains("the winner; score: ANTT, lower is better"));
    assertEquals("11,000LC/BSfollowerLC 3, BS 1LC 10.5, BS –1.900", row("decisions", 1));
    assertEquals("11,000LC/BSmoreLC 4, BS 1LC 12.0, BS 9.01.700chosen", row("decisions", 2));
    assertEquals("more", within(section, "strong").get(0).getTextContent());
    assertEquals("1.700", within(section, "strong").get(1).getTextContent());
  }

  @Test
  void showsTheLatencyOfRequests() throws Exception {
    String requests =
        "\"requests\":{\"ended\":1200,\"p95Micros\":15.25,\"deadlineMisses\":7},\"name\"";
    Files.writeString(
        folder.resolve("summary.json"),
        RUN.formatted("", "LC", "", "maestro", "1.3", "LC").replaceFirst("\"name\"", requests));

    String row = row("requests", 1);
    assertTrue(row.startsWith("LC1,200") && row.contains("15.3") && row.endsWith("7"), row);
  }

  @Test
  void showsPaperAndMeasuredAsATableWithoutObeyingMarkup() throws Exception {
    Files.writeString(
        folder.resolve("FIG11.md"),
        """
        # Figure 11

        | paper | measured |
        |---|--:|
        | 45% | <script>alert(1)</script> |

        [bad](javascript:alert(1)) ![chart](chart.png)
        """);

    Element paper = section(page(), "paper");

    assertEquals("Figure 11", within(paper, "h3").get(0).getTextContent());
    assertEquals("<script>alert(1)</script>", within(paper, "td").get(1).getTextContent());
    assertEquals("", within(paper, "a").get(0).getAttribute("href"));
    assertTrue(within(paper, "img").isEmpty());
  }

  @Test
  void showsHostRunsAndTheirJobs() throws Exception {
    Files.writeString(
        folder.resolve("host-summary.json"),
        """
        {"experiment":"e","runs":[{"run":"fifo","makespanSeconds":524.5,"meanWaitSeconds":0.0,
        "gpuUtilisation":0.4358,"outcomes":{"finished":1},"applications":[
        {"id":"ARA-1","outcome":"finished","device":0,"waitSeconds":3.25}]}]}
        """);

    assertEquals("fifo524.50–0.00–43.6%–1 finished", row("host", 1));
    assertEquals("ARA-1fifofinished0––3.25–", row("host", 3));
  }

  @Test
  void escapesWhatResultsHold() throws Exception {
    writeSweep("<b onclick='x'>&\\\"", "");

    Document page = page();

    assertTrue(section(page, "pairs").getTextContent().contains("<b onclick='x'>&\"/BS"));
    assertTrue(within(page.getDocumentElement(), "b").isEmpty());
  }

  @Test
  void needsNothingFromElsewhereAndIsTheSameEachTime() throws IOException {
    writeSweep("LC", "");

    String html = html();

    assertEquals(html, html());
    for (String outside : List.of("src=", "@import", "url(http", "href=\"http", "href=\"//")) {
      assertFalse(html.contains(outside), outside);
    }
  }

  @Test
  void describesEveryChartToReadersWhoDoNotSeeIt() throws Exception {
    writeSweep("LC", "");

    List<Element> charts = within(section(page(), "charts"), "svg");

    assertFalse(charts.isEmpty());
    for (Element chart : charts) {
      assertEquals("img", chart.getAttribute("role"));
      assertFalse(within(chart, "title").get(0).getTextContent().isEmpty());
    }
  }

  @Test
  void refusesAFolderWithoutResults() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "");

    InvalidInputException e = assertThrows(InvalidInputException.class, this::html);

    assertTrue(e.getMessage().contains("nothing to report"), e.getMessage());
  }

  private void writeSweep(String workload, String more) throws IOException {
    Files.createDirectories(folder.resolve("runs"));
    Files.writeString(folder.resolve("runs/a.json"), "");
    Files.writeString(
        folder.resolve("results.jsonl"),
        RUN.formatted("a", workload, "smk-even", "smk-even", "1.3", workload)
            + RUN.formatted("b", workload, "maestro", "maestro", "1.4", workload)
            + more);
  }

  private String html() {
    return Report.html(Results.read(folder), folder);
  }

  /** Parses the page as XML, which it is but for its script and style. */
  private Document page() throws Exception {
    String xml = html().replaceAll("(?s)<(script|style)>.*?</\\1>", "");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }

  private String row(String section, int index) throws Exception {
    return within(section(page(), section), "tr").get(index).getTextContent();
  }

  private static Element section(Document page, String id) {
    return within(page.getDocumentElement(), "section").stream()
        .filter(section -> section.getAttribute("id").equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<Element> within(Element element, String tag) {
    NodeList found = element.getElementsByTagName(tag);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      elements.add((Element) found.item(i));
    }
    return elements;
  }
}
