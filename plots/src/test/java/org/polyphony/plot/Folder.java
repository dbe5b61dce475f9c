package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.polyphony.results.Results;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Writes small results. */
final class Folder {
  private Folder() {}

  /** A run of two workloads, as a line of a sweep. */
  static String pair(String policy, String a, String b, double stp) {
    return String.format(
        Locale.ROOT,
        """
        {"run":"r","axes":{"workloads":["%s","%s"],"policy":%s},"policy":"%s","stp":%s,"antt":%s,\
        "benchmarks":[{"name":"%s","type":"%s","ipcAlone":100},\
        {"name":"%s","type":"%s","ipcAlone":50}],\
        "device":{"issueUtilization":0.5,"stalls":{"loadDependency":30,"noWarp":10,"barrier":0}},\
        "partitioning":{"decisions":{"spatial":0.25,"smkEven":0.75},"overhead":0.01}}
        """,
        a,
        b,
        policy.startsWith("{") ? policy : '"' + policy + '"',
        policy.startsWith("{") ? "smk-fixed" : policy,
        stp,
        2.5 / stp,
        a,
        type(a),
        b,
        type(b));
  }

  /** Writes the lines of a sweep. */
  static Results sweep(Path folder, String... lines) throws IOException {
    Files.writeString(folder.resolve("results.jsonl"), String.join("", lines));
    return Results.read(folder);
  }

  private static String type(String name) {
    return name.startsWith("C") ? "COM" : "MEM";
  }

  /** Writes a sweep of three pairs under two policies. */
  static Results sweep(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String policy : new String[] {"spatial-even", "smk-even"}) {
      lines.add(pair(policy, "C1", "C2", 1.2));
      lines.add(pair(policy, "C1", "M1", 1.3));
      lines.add(pair(policy, "M1", "M2", 1.1));
    }
    return sweep(folder, lines.toArray(String[]::new));
  }

  /** Returns the words of a picture, in the order in which they are drawn. */
  static String words(Picture picture) throws IOException {
    try (PDDocument document = Loader.loadPDF(PictureFormat.PDF.bytes(picture))) {
      return new PDFTextStripper().getText(document);
    }
  }

  /** Returns the words of the first picture of a chart. */
  static String words(Results results, String chart) throws IOException {
    return words(Charts.draw(results, List.of(chart)).get(0));
  }

  /** Returns the names of the pictures that are drawn unasked. */
  static List<String> names(Results results) {
    return Charts.draw(results, List.of()).stream().map(Picture::name).toList();
  }

  static void assertHas(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), () -> text + "\n lacks: " + part);
    }
  }

  static void assertLacks(String text, String... parts) {
    for (String part : parts) {
      assertFalse(text.contains(part), () -> text + "\n has: " + part);
    }
  }

  /** Returns a picture as SVG. */
  static Document svg(Picture picture) {
    try {
      return DocumentBuilderFactory.newDefaultNSInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(PictureFormat.SVG.bytes(picture)));
    } catch (IOException | ParserConfigurationException | SAXException e) {
      throw new AssertionError(picture.name(), e);
    }
  }

  /** Returns the elements of a name, in the order in which they are drawn. */
  static List<Element> elements(Document svg, String name) {
    NodeList found = svg.getElementsByTagName(name);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  /** Writes one run with its tables. */
  static Results run(Path folder) throws IOException {
    Files.writeString(folder.resolve("summary.json"), pair("smk-even", "C1", "M1", 1.3));
    Files.writeString(
        folder.resolve("epochs.csv"),
        """
        epoch,endCycle,benchmark,kernel,ipc,quota
        0,50000,C1,k,60,8
        0,50000,M1,k,30,4
        1,90000,C1,k,80,6
        1,90000,M1,k,20,6
        """);
    Files.writeString(
        folder.resolve("ipc.csv"),
        """
        sm,window,issuedPerSm,benchmark,ipcPerSm
        all,0,50000,C1,20
        all,0,50000,M1,3
        0,0,50010,C1,20.5
        0,0,50010,M1,3.5
        0,1,100020,C1,21
        0,1,100020,M1,4
        """);
    return Results.read(folder);
  }
}
