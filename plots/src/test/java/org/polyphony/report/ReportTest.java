package org.polyphony.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.plot.Folder;
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

  @RegisterExtension private final Folder folder = new Folder();

  @Test
  void showsTheRunsOfASweepWithLinksToTheirFiles() throws Exception {
    writeSweep("LC", "");

    Document page = page();

    List<Element> links = within(section(page, "runs"), "a");
    assertEquals("runs/a.json", links.get(0).getAttribute("href"));
    assertEquals("a", links.get(0).getTextContent());
    String row = within(section(page, "runs"), "tr").get(1).getTextContent();
    assertEquals("aLC/BSsmk-even1.3001.500LC 0.600, BS 0.7001,234,56750.0%25.0%7", row);
  }

  @Test
  void showsWhatSlowsWorkloadsDownWhereThatIsExplained() throws Exception {
    writeSweep("LC", "");
    folder.write(
        "explanation.csv",
        """
        point,benchmark,cause,mean,low,high,least,most,from,to,largest
        ,LC,slowdown,1.5,,,1.5,1.5,0,1.5,0
        ,LC,room,-0.25,,,-0.25,-0.25,1,0.75,0
        ,LC,dram,0.75,,,0.5,1,0.75,1.5,1
        """);

    List<Element> rows = within(section(page(), "causes"), "tr");

    assertEquals("WorkloadLargest causeslowdownroomdram", rows.get(0).getTextContent());
    assertEquals("LCdram1.500-0.250+0.750", rows.get(1).getTextContent());
  }

  @Test
  void comparesSettingsAndMarksTheBestOfEachPair() throws Exception {
    writeSweep("LC", "");

    Element pairs = section(page(), "pairs");

    assertEquals("1.400", within(pairs, "strong").get(0).getTextContent());
    assertEquals("LC/BSCOM/MEM1.3001.400", within(pairs, "tr").get(1).getTextContent());
  }

  @Test
  void showsAllSettingsOfASweepOrSaysWhichAreNotSideBySide() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= 40; i++) {
      String policy = "{\"name\":\"smk-fixed\",\"threadShares\":[0.%02d,0.5]}".formatted(i);
      String run = RUN.formatted("r" + i, "LC", "P", "smk-fixed", "1.3", "LC");
      lines.append(run.replace("\"P\"", policy));
    }
    folder.write("results.jsonl", lines);

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

    String row = within(section(page(), "failed"), "tr").get(1).getTextContent();

    assertEquals("cno progress in cycle 7 <SM 0>", row);
  }

  @Test
  void showsOneRunWithItsConfigAndProvenance() throws Exception {
    folder.write("summary.json", RUN.formatted("", "LC", "", "maestro", "1.3", "LC"));
    folder.write("resolved.json", "{\"gpu\":{\"sms\":16}}");
    folder.write(
        "kernels.csv",
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
  void showsTheLatencyOfRequests() throws Exception {
    String requests =
        "\"requests\":{\"ended\":1200,\"p95Micros\":15.25,\"deadlineMisses\":7},\"name\"";
    folder.write(
        "summary.json",
        RUN.formatted("", "LC", "", "maestro", "1.3", "LC").replaceFirst("\"name\"", requests));

    String row = within(section(page(), "requests"), "tr").get(1).getTextContent();

    assertTrue(row.startsWith("LC1,200") && row.contains("15.3") && row.endsWith("7"), row);
  }

  @Test
  void showsPaperAndMeasuredAsATableWithoutObeyingMarkup() throws Exception {
    folder.write(
        "FIG11.md",
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
    folder.write(
        "host-summary.json",
        """
        {"experiment":"e","runs":[{"run":"fifo","makespanSeconds":524.5,"meanWaitSeconds":0.0,
        "gpuUtilisation":0.4358,"outcomes":{"finished":1},"applications":[
        {"id":"ARA-1","outcome":"finished","device":0,"waitSeconds":3.25}]}]}
        """);

    List<Element> rows = within(section(page(), "host"), "tr");

    assertEquals("fifo524.50–0.00–43.6%–1 finished", rows.get(1).getTextContent());
    assertEquals("ARA-1fifofinished0––3.25–", rows.get(3).getTextContent());
  }

  @Test
  void escapesWhatResultsHold() throws Exception {
    writeSweep("<b onclick='x'>&\\\"", "");

    Document page = page();

    assertTrue(section(page, "pairs").getTextContent().contains("<b onclick='x'>&\"/BS"));
    assertTrue(within(page.getDocumentElement(), "b").isEmpty());
  }

  @Test
  void needsNothingFromElsewhereAndIsTheSameEachTimeAndDescribesItsCharts() throws Exception {
    writeSweep("LC", "");

    String html = html();
    List<Element> charts = within(section(page(), "charts"), "svg");

    for (String outside : List.of("src=", "@import", "url(http", "href=\"http", "href=\"//")) {
      assertFalse(html.contains(outside), outside);
    }
    assertEquals(html, html());
    assertFalse(charts.isEmpty());
    for (Element chart : charts) {
      assertEquals("img", chart.getAttribute("role"));
      assertFalse(within(chart, "title").get(0).getTextContent().isEmpty());
    }
  }

  private void writeSweep(String workload, String more) throws IOException {
    Files.createDirectories(folder.at("runs"));
    folder.write("runs/a.json", "");
    folder.write(
        "results.jsonl",
        RUN.formatted("a", workload, "smk-even", "smk-even", "1.3", workload)
            + RUN.formatted("b", workload, "maestro", "maestro", "1.4", workload)
            + more);
  }

  private String html() {
    return Report.html(folder.results(), folder.at(""));
  }

  /** Parses the page as XML, which it is but for its script and style. */
  private Document page() throws Exception {
    String xml = html().replaceAll("(?s)<(script|style)>.*?</\\1>", "");
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
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
