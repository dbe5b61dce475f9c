package org.polyphony.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectionedDocumentTest {
  private static final List<String> FIGURES = List.of("fig1", "fig2", "fig3");

  @TempDir private Path folder;

  private SectionedDocument reread(String text) throws IOException {
    Path file = folder.resolve("document.md");
    Files.writeString(file, text);
    return SectionedDocument.read(file, FIGURES);
  }

  @Test
  void hasOnlyItsHeadWithoutSections() {
    SectionedDocument document = SectionedDocument.read(folder.resolve("absent.md"), FIGURES);

    assertEquals("# Head\n", document.text("# Head", FIGURES));
  }

  @Test
  void ordersSectionsAsTheFiguresAreOrdered() {
    SectionedDocument document = SectionedDocument.read(folder.resolve("absent.md"), FIGURES);
    document.put("fig3", "## Three");
    document.put("fig1", "## One\n\ntext\n\n");

    assertEquals(
        "# Head\n\n<!-- fig1 -->\n## One\n\ntext\n\n<!-- fig3 -->\n## Three\n",
        document.text("# Head\n", FIGURES));
  }

  @Test
  void keepsTheSectionsThatAreNotMadeAgain() throws IOException {
    SectionedDocument document =
        reread("# Old\n\n<!-- fig1 -->\n## One\n\nold\n\n<!-- fig2 -->\n## Two\n<!-- a note -->\n");
    document.put("fig1", "## One\n\nnew");

    assertEquals(
        "# Head\n\n<!-- fig1 -->\n## One\n\nnew\n\n<!-- fig2 -->\n## Two\n<!-- a note -->\n",
        document.text("# Head\n", FIGURES));
  }

  @Test
  void isTheSameWhenItIsReadAndWrittenAgain() throws IOException {
    String text = "# Head\n\n<!-- fig1 -->\n## One\n\n| a |\n\n<!-- fig3 -->\n## Three\n";

    assertEquals(text, reread(text).text("# Head\n", FIGURES));
  }
}
