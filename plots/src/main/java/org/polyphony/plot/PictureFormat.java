package org.polyphony.plot;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/** A file format for pictures. The same picture gives the same bytes. */
public enum PictureFormat {
  /** 300 dots per inch. */
  PNG,
  /** Scalable, with text as text in a font of the reader. */
  SVG,
  /** Scalable, one page of the picture's size, with its font embedded. */
  PDF;

  private static final double DOTS_PER_INCH = 300;
  private static final double POINTS_PER_INCH = 72;
  private static final double INCHES_PER_METRE = 1 / 0.0254;
  private static final String PNG_METADATA = "javax_imageio_png_1.0";
  private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  /** Returns a picture as the content of a file. */
  public byte[] bytes(Picture picture) {
    try {
      return switch (this) {
        case PNG -> png(raster(picture));
        case SVG -> (XML + Svg.element(picture, true) + "\n").getBytes(StandardCharsets.UTF_8);
        case PDF -> pdf(picture);
      };
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the picture: " + e.getMessage(), e);
    }
  }

  /** Returns the file name extension, as the command line names the format. */
  public String extension() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether a file has the name of a picture. */
  public static boolean isPicture(String file) {
    return Arrays.stream(values()).anyMatch(format -> file.endsWith("." + format.extension()));
  }

  static void paint(Picture picture, Graphics2D graphics) {
    setHints(graphics);
    picture.painting().accept(graphics);
    graphics.dispose();
  }

  static void setHints(Graphics2D graphics) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  private static BufferedImage raster(Picture picture) {
    double scale = DOTS_PER_INCH / POINTS_PER_INCH;
    int width = (int) Math.round(picture.width() * scale);
    int height = (int) Math.round(picture.height() * scale);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width, height);
    graphics.scale(scale, scale);
    paint(picture, graphics);
    return image;
  }

  /** Returns an image as PNG with its resolution, and no other metadata. */
  private static byte[] png(BufferedImage image) throws IOException {
    String perMetre = Long.toString(Math.round(DOTS_PER_INCH * INCHES_PER_METRE));
    IIOMetadataNode size = new IIOMetadataNode("pHYs");
    size.setAttribute("pixelsPerUnitXAxis", perMetre);
    size.setAttribute("pixelsPerUnitYAxis", perMetre);
    size.setAttribute("unitSpecifier", "meter");
    IIOMetadataNode root = new IIOMetadataNode(PNG_METADATA);
    root.appendChild(size);
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      IIOMetadata metadata =
          writer.getDefaultImageMetadata(
              ImageTypeSpecifier.createFromRenderedImage(image), writer.getDefaultWriteParam());
      metadata.mergeTree(PNG_METADATA, root);
      writer.setOutput(out);
      writer.write(new IIOImage(image, null, metadata));
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private static byte[] pdf(Picture picture) throws IOException {
    float width = (float) picture.width();
    float height = (float) picture.height();
    try (PDDocument document = new PDDocument();
        PdfBoxGraphics2DFontTextDrawer text = new PdfBoxGraphics2DFontTextDrawer()) {
      document.setDocumentId((long) picture.name().hashCode()); // else it has the time in it
      PDPage page = new PDPage(new PDRectangle(width, height));
      document.addPage(page);
      text.registerFont(Style.FONT_NAME, PDType0Font.load(document, Style.openFont()));
      PdfBoxGraphics2D graphics = new PdfBoxGraphics2D(document, width, height);
      graphics.setFontTextDrawer(text);
      paint(picture, graphics);
      try (PDPageContentStream content = new PDPageContentStream(document, page)) {
        content.drawForm(graphics.getXFormObject());
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      document.save(bytes);
      return bytes.toByteArray();
    }
  }
}
