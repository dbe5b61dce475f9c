package org.polyphony.plot;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class PictureFormatTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void givesTheSameBytesEachTime(PictureFormat format) throws IOException {
    assertArrayEquals(format.bytes(picture("pairs")), format.bytes(picture("pairs")));
  }

  @Test
  void pngHas300DotsPerInchOfTheColumn() throws IOException {
    byte[] bytes = PictureFormat.PNG.bytes(picture("categories"));

    BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes));
    assertEquals(1000, image.getWidth()); // 240 points
    assertTrue(new String(bytes, ISO_8859_1).contains("pHYs"));
  }

  @Test
  void svgHasTextAsTextInFontsAsWideAsItsOwnAndASizeExceptInAPage() throws IOException {
    Picture picture = picture("categories");
    Document document = Folder.svg(picture);
    String svg = new String(PictureFormat.SVG.bytes(picture), UTF_8);

    assertTrue(
        Folder.elements(document, "text").stream()
            .anyMatch(text -> text.getTextContent().equals("spatial-even")));
    assertEquals(2, svg.split("font-family=", -1).length, svg);
    assertTrue(svg.contains("font-family=\"Liberation Sans, Arial, Helvetica, sans-serif\""), svg);
    assertEquals("240pt", document.getDocumentElement().getAttribute("width"));
    assertEquals("0 0 240 165", document.getDocumentElement().getAttribute("viewBox"));
    assertFalse(picture.svgElement().contains("pt\""));
  }

  @Test
  void svgIsWellFormedWhateverTheWords() {
    Picture picture = new Picture("a", "<b> & \"c\"", 9, 9, g -> g.drawString("d < e & 'f'", 1, 2));

    Document svg = Folder.svg(picture);

    assertEquals("<b> & \"c\"", Folder.elements(svg, "title").get(0).getTextContent());
    assertEquals("d < e & 'f'", Folder.elements(svg, "text").get(0).getTextContent());
  }

  @Test
  void svgIdsBeginWithThePicturesNameAsAPageHasMany() throws IOException {
    List<Element> withId =
        Folder.elements(Folder.svg(picture("pairs")), "*").stream()
            .filter(element -> element.hasAttribute("id"))
            .toList();

    assertFalse(withId.isEmpty());
    withId.forEach(element -> assertTrue(element.getAttribute("id").startsWith("pairs-")));
  }

  @ParameterizedTest
  @EnumSource(names = {"PNG", "SVG"})
  void measuresTextInFractionsOfAPoint(PictureFormat format) {
    List<Integer> widths = new ArrayList<>();
    String letters = "i".repeat(100); // 1.44 points each
    format.bytes(
        new Picture(
            "a",
            "",
            9,
            9,
            g -> {
              widths.add(g.getFontMetrics(Style.TICK_FONT).stringWidth(letters));
              widths.add(g.create().getFontMetrics(Style.TICK_FONT).stringWidth(letters));
            }));

    assertEquals(List.of(144, 144), widths);
  }

  @Test
  void pdfHasItsTextAndItsFont() throws IOException {
    byte[] bytes = PictureFormat.PDF.bytes(picture("categories"));
    try (PDDocument document = Loader.loadPDF(bytes)) {
      assertTrue(new PDFTextStripper().getText(document).contains("spatial-even"));
      assertEquals(240, document.getPage(0).getMediaBox().getWidth());
      PDResources page = document.getPage(0).getResources();
      PDResources form =
          ((PDFormXObject) page.getXObject(page.getXObjectNames().iterator().next()))
              .getResources();
      assertTrue(form.getFont(form.getFontNames().iterator().next()).isEmbedded());
      assertNull(document.getDocumentInformation().getCreationDate());
    }
  }

  private Picture picture(String chart) throws IOException {
    return Charts.draw(Folder.sweep(folder), List.of(chart)).get(0);
  }
}
