package org.polyphony.plot;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Writes pictures as SVG. Text stays text, so that it can be searched and edited. */
final class Svg {
  private static final String NAMESPACE = "http://www.w3.org/2000/svg";
  private static final String FONTS = Style.FONT_NAME + ", Arial, Helvetica, sans-serif";
  private static final int DECIMALS = 2; // of a point

  private Svg() {}

  /**
   * Returns a picture as an SVG element.
   *
   * @param hasSize whether the element has the picture's size; otherwise it fills the width that
   *     the page gives it
   */
  static String element(Picture picture, boolean hasSize) {
    SVGGeneratorContext context = context(picture);
    SVGGraphics2D graphics = new Canvas(context);
    PictureFormat.paint(picture, graphics);
    Element root = graphics.getRoot();
    String width = context.doubleString(picture.width());
    String height = context.doubleString(picture.height());
    root.setAttribute("viewBox", "0 0 " + width + " " + height);
    if (hasSize) {
      root.setAttribute("width", width + "pt");
      root.setAttribute("height", height + "pt");
    }
    describe(root, picture.caption());
    setFonts(root);
    removeSharedId(root);
    return text(graphics, root);
  }

  /** Returns an element as text, without the document type that Batik puts first. */
  private static String text(SVGGraphics2D graphics, Element root) {
    StringWriter writer = new StringWriter();
    try {
      graphics.stream(root, writer, false, false);
    } catch (SVGGraphics2DIOException e) {
      throw new UncheckedIOException(e);
    }
    String text = writer.toString();
    return text.substring(text.indexOf("<svg"));
  }

  private static SVGGeneratorContext context(Picture picture) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
    context.setComment(null);
    context.setPrecision(DECIMALS);
    context.setIDGenerator(
        new SVGIDGenerator() {
          @Override
          public String generateID(String prefix) {
            return picture.name() + "-" + super.generateID(prefix); // a page has many pictures
          }
        });
    return context;
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(NAMESPACE, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void describe(Element root, String caption) {
    Element title = root.getOwnerDocument().createElementNS(NAMESPACE, "title");
    title.setTextContent(caption);
    root.insertBefore(title, root.getFirstChild());
    root.setAttribute("role", "img");
  }

  /** Names fonts of the same widths for readers who do not have the first one. */
  private static void setFonts(Element root) {
    root.setAttribute("font-family", FONTS);
    NodeList elements = root.getElementsByTagName("*");
    for (int i = 0; i < elements.getLength(); i++) {
      ((Element) elements.item(i)).removeAttribute("font-family");
    }
  }

  /** Removes the one id that Batik gives without its generator, to unused definitions. */
  private static void removeSharedId(Element root) {
    ((Element) root.getElementsByTagName("defs").item(0)).removeAttribute("id");
  }

  /**
   * Measures text as the picture's renderer does, in fractions of a point; Batik would round the
   * width of each letter.
   */
  private static final class Canvas extends SVGGraphics2D {
    private final Graphics2D measure =
        new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();

    Canvas(SVGGeneratorContext context) {
      super(context, false);
      PictureFormat.setHints(measure);
    }

    private Canvas(Canvas copied) {
      super(copied);
      PictureFormat.setHints(measure);
    }

    @Override
    public Graphics create() {
      return new Canvas(this);
    }

    @Override
    public FontMetrics getFontMetrics(Font font) {
      return measure.getFontMetrics(font);
    }
  }
}
