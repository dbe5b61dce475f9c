package org.polyphony.plot;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.jfree.svg.MeetOrSlice;
import org.jfree.svg.PreserveAspectRatio;
import org.jfree.svg.SVGGraphics2D;
import org.jfree.svg.SVGHints;
import org.jfree.svg.SVGUnits;
import org.jfree.svg.ViewBox;

/** A picture as SVG, with letters as outlines: it needs no font and looks the same everywhere. */
final class SvgFile {
  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

  private SvgFile() {}

  static byte[] bytes(Picture picture) {
    return (HEAD + element(picture, true) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a picture as an element, which has its size or else is as wide as there is room. */
  static String element(Picture picture, boolean hasSize) {
    SVGGraphics2D graphics = new SVGGraphics2D(picture.width(), picture.height(), SVGUnits.PT);
    graphics.setRenderingHint(
        SVGHints.KEY_DRAW_STRING_TYPE, SVGHints.VALUE_DRAW_STRING_TYPE_VECTOR);
    graphics.setDefsKeyPrefix(picture.name() + "-"); // else it has the time in it
    graphics.setGeomDoubleConverter(value -> decimals(value, 2));
    graphics.setTransformDoubleConverter(value -> decimals(value, 6));
    PictureFormat.prepare(graphics);
    picture.paint(graphics);
    String element =
        graphics.getSVGElement(
            null,
            hasSize,
            new ViewBox(0, 0, picture.width(), picture.height()),
            PreserveAspectRatio.XMID_YMID,
            MeetOrSlice.MEET);
    return described(element, picture.caption());
  }

  /** Lets readers know that it is a picture, and of what. */
  private static String described(String element, String caption) {
    int end = element.indexOf('>');
    String title = caption.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    return element.substring(0, end)
        + " role='img'><title>"
        + title
        + "</title>"
        + element.substring(end + 1);
  }

  private static String decimals(double value, int places) {
    BigDecimal rounded = BigDecimal.valueOf(value).setScale(places, RoundingMode.HALF_EVEN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
