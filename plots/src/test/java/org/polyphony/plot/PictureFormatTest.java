package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
    assertTrue(new String(bytes, StandardCharsets.ISO_8859_1).contains("pHYs"));
  }

  @Test
  void svgNeedsNoFontAndScales() throws IOException {
    String svg = new String(PictureFormat.SVG.bytes(picture("categories")), StandardCharsets.UTF_8);

    assertFalse(svg.contains("<text"), "text");
    assertFalse(svg.contains("font-family"), "font");
    assertTrue(svg.contains("viewBox='0 0 240 165'"), svg.substring(0, 300));
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
