package org.polyphony.plot;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/** A picture as a PDF of one page of its size, with the letters that it uses. */
final class PdfFile {
  private PdfFile() {}

  static byte[] bytes(Picture picture) {
    try (PDDocument document = new PDDocument();
        PdfBoxGraphics2DFontTextDrawer text = new PdfBoxGraphics2DFontTextDrawer()) {
      document.setDocumentId((long) picture.name().hashCode()); // else it has the time in it
      PDPage page = new PDPage(new PDRectangle((float) picture.width(), (float) picture.height()));
      document.addPage(page);
      text.registerFont(PlotFont.NAME, PDType0Font.load(document, PlotFont.open()));
      draw(picture, document, page, text);
      ByteArrayOutputStream bytes = PictureFormat.buffer();
      document.save(bytes);
      return bytes.toByteArray();
    } catch (IOException e) {
      throw PictureFormat.unexpected(e);
    }
  }

  private static void draw(
      Picture picture, PDDocument document, PDPage page, PdfBoxGraphics2DFontTextDrawer text)
      throws IOException {
    PdfBoxGraphics2D graphics =
        new PdfBoxGraphics2D(document, (float) picture.width(), (float) picture.height());
    graphics.setFontTextDrawer(text);
    PictureFormat.prepare(graphics);
    picture.paint(graphics);
    graphics.dispose();
    try (PDPageContentStream content = new PDPageContentStream(document, page)) {
      content.drawForm(graphics.getXFormObject());
    }
  }
}
