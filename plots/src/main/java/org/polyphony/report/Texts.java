package org.polyphony.report;

import java.util.List;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * What {@code study} writes on its page: the Markdown files of the folder, with what the papers
 * state beside what was measured. Markup inside of them is shown, not obeyed.
 */
final class Texts {
  private static final int TOP_LEVEL = 3; // headings of the page end at 2
  private static final int LEAST_LEVEL = 6;
  private static final List<Extension> TABLES = List.of(TablesExtension.create());
  private static final Parser PARSER = Parser.builder().extensions(TABLES).build();
  private static final HtmlRenderer RENDERER =
      HtmlRenderer.builder().extensions(TABLES).escapeHtml(true).sanitizeUrls(true).build();

  private Texts() {}

  static Section section(Source source) {
    Section section = new Section("paper", "Published and measured");
    for (String file : source.results().files()) {
      if (file.endsWith(".md") && !file.equals("README.md")) {
        section.markup(html(source.results().text(file)));
      }
    }
    return section;
  }

  private static String html(String markdown) {
    Node document = PARSER.parse(markdown);
    Levels levels = new Levels();
    document.accept(levels);
    document.accept(new Fitting(TOP_LEVEL - levels.highest));
    return RENDERER
        .render(document)
        .replace("<table>", Report.SCROLLING + "<table>") // all others are escaped
        .replace("</table>", "</table></div>");
  }

  /** Finds the highest level of a heading. */
  private static final class Levels extends AbstractVisitor {
    private int highest = LEAST_LEVEL;

    @Override
    public void visit(Heading heading) {
      highest = Math.min(highest, heading.getLevel());
    }
  }

  /** Puts headings below those of the page, and descriptions in place of pictures. */
  private static final class Fitting extends AbstractVisitor {
    private final int deeper;

    Fitting(int deeper) {
      this.deeper = deeper;
    }

    @Override
    public void visit(Heading heading) {
      heading.setLevel(Math.min(LEAST_LEVEL, heading.getLevel() + deeper));
      visitChildren(heading);
    }

    @Override
    public void visit(Image image) {
      Text words = new Text("(" + image.getDestination() + ")");
      image.insertAfter(words);
      image.unlink();
    }
  }
}
