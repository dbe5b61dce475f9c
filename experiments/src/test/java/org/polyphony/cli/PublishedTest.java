package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.polyphony.input.Home;
import org.w3c.dom.Document;

/** What a repository of artifacts and a reader who cites the program ask for. */
class PublishedTest {
  private static final Path HOME = Home.find();
  private static final XPath PATHS = XPathFactory.newInstance().newXPath();

  private static Document pom(String folder) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(HOME.resolve(folder).resolve("pom.xml").toFile());
  }

  private static String text(Document pom, String path) throws Exception {
    return PATHS.evaluate("/project/" + path, pom).strip();
  }

  @Test
  void theParentPomHasWhatRepositoriesRequire() throws Exception {
    for (String path :
        List.of(
            "url",
            "licenses/license/url",
            "developers/developer/name",
            "scm/connection",
            "scm/url")) {
      assertFalse(text(pom(""), path).isEmpty(), path);
    }
  }

  @Test
  void everyModuleHasANameAndADescription() throws Exception {
    for (String module : text(pom(""), "modules").split("\\s+", -1)) {
      assertFalse(text(pom(module), "name").isEmpty(), module);
      assertFalse(text(pom(module), "description").isEmpty(), module);
    }
  }

  @Test
  void theCitationHasTheVersionOfThePom() throws Exception {
    String version = text(pom(""), "version");
    String cff = Files.readString(HOME.resolve("CITATION.cff"));
    String readme = Files.readString(HOME.resolve("README.md"));

    assertTrue(cff.contains("\nversion: " + version + "\n"), cff);
    assertTrue(readme.contains("version = {" + version + "}"));
    assertTrue(Files.readString(HOME.resolve("polyphony")).contains("experiments-" + version));
  }

  @Test
  void theWorkflowRunsTheGateOnTheOldestJdkOfTheBuild() throws Exception {
    String workflow = Files.readString(HOME.resolve(".github/workflows/ci.yml"));
    String release = text(pom(""), "properties/maven.compiler.release");

    assertTrue(workflow.contains("- run: .ci/run\n"), workflow);
    assertEquals(
        release,
        Pattern.compile("java: \\[(\\d+),")
            .matcher(workflow)
            .results()
            .findFirst()
            .orElseThrow()
            .group(1));
  }
}
