package org.polyphony.plot;

import java.awt.Font;
import java.awt.FontFormatException;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.apache.pdfbox.pdmodel.PDDocument;

/**
 * The typeface of all pictures, Liberation Sans (as wide as Helvetica and Arial): a file of a
 * library, so that pictures look the same on every machine.
 */
final class PlotFont {
  static final String NAME = "Liberation Sans";
  private static final String FILE = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
  private static final Font FONT = load();

  private PlotFont() {}

  private static Font load() {
    System.setProperty("java.awt.headless", "true");
    try (InputStream in = open()) {
      Font font = Font.createFont(Font.TRUETYPE_FONT, in);
      GraphicsEnvironment.getLocalGraphicsEnvironment().registerFont(font); // found by name, too
      return font;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (FontFormatException e) {
      throw new IllegalStateException(FILE, e);
    }
  }

  static Font of(double points) {
    return FONT.deriveFont((float) points);
  }

  /** Opens the font file. */
  static InputStream open() {
    return PDDocument.class.getResourceAsStream(FILE);
  }
}
