package org.polyphony.study;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentSectionTest {
  private static final String A = "<!-- a: begin -->\n\none\n<!-- a: end -->\n";
  @TempDir private Path folder;
  private Path document;

  @BeforeEach
  void nameTheDocument() {
    document = folder.resolve("D.md");
  }

  @Test
  void makesADocumentThatIsNotThere() throws IOException {
    new DocumentSection("a").write(document, "# D\n", "one\n");

    assertEquals("# D\n\n" + A, Files.readString(document));
  }

  @Test
  void replacesTheSectionInItsPlace() throws IOException {
    Files.writeString(document, "# D\n\n" + A + "\nafter\n");

    new DocumentSection("a").write(document, "", "two\n");

    assertEquals("# D\n\n" + A.replace("one", "two") + "\nafter\n", Files.readString(document));
  }
}
