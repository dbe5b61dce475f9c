package org.polyphony.plot;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/** An image as PNG, with its resolution and nothing else beside it. */
final class PngFile {
  private static final double INCHES_PER_METRE = 1 / 0.0254;
  private static final String FORMAT = "javax_imageio_png_1.0";

  private PngFile() {}

  static byte[] bytes(BufferedImage image, int dotsPerInch) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ByteArrayOutputStream bytes = PictureFormat.buffer();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      IIOMetadata metadata =
          writer.getDefaultImageMetadata(
              ImageTypeSpecifier.createFromRenderedImage(image), writer.getDefaultWriteParam());
      metadata.mergeTree(FORMAT, resolution(dotsPerInch));
      writer.setOutput(out);
      writer.write(new IIOImage(image, null, metadata));
    } catch (IOException e) {
      throw PictureFormat.unexpected(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  private static IIOMetadataNode resolution(int dotsPerInch) {
    String perMetre = Long.toString(Math.round(dotsPerInch * INCHES_PER_METRE));
    IIOMetadataNode size = new IIOMetadataNode("pHYs");
    size.setAttribute("pixelsPerUnitXAxis", perMetre);
    size.setAttribute("pixelsPerUnitYAxis", perMetre);
    size.setAttribute("unitSpecifier", "meter");
    IIOMetadataNode root = new IIOMetadataNode(FORMAT);
    root.appendChild(size);
    return root;
  }
}
