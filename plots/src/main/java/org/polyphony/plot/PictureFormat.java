package org.polyphony.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** A file format for pictures. The same picture gives the same bytes. */
public enum PictureFormat {
  /** 300 dots per inch. */
  PNG,
  /** Scalable, without fonts: letters are outlines. */
  SVG,
  /** Scalable, with its font in it. */
  PDF;

  private static final int DOTS_PER_INCH = 300;
  private static final double POINTS_PER_INCH = 72;

  /**
   * Returns a picture as the content of a file.
   *
   * @param picture any
   */
  public byte[] bytes(Picture picture) {
    return switch (this) {
      case PNG -> PngFile.bytes(raster(picture), DOTS_PER_INCH);
      case SVG -> SvgFile.bytes(picture);
      case PDF -> PdfFile.bytes(picture);
    };
  }

  /** Returns the file name extension, as the command line names the format. */
  public String extension() {
    return name().toLowerCase(Locale.ROOT);
  }

  static void prepare(Graphics2D graphics) {
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    graphics.setRenderingHint(
        RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
  }

  private static BufferedImage raster(Picture picture) {
    double scale = DOTS_PER_INCH / POINTS_PER_INCH;
    BufferedImage image =
        new BufferedImage(
            (int) Math.round(picture.width() * scale),
            (int) Math.round(picture.height() * scale),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fill(new Rectangle2D.Double(0, 0, image.getWidth(), image.getHeight()));
    graphics.scale(scale, scale);
    prepare(graphics);
    picture.paint(graphics);
    graphics.dispose();
    return image;
  }

  static UncheckedIOException unexpected(IOException e) {
    return new UncheckedIOException("a picture could not be made: " + e.getMessage(), e);
  }

  static ByteArrayOutputStream buffer() {
    return new ByteArrayOutputStream(1 << 16);
  }
}
