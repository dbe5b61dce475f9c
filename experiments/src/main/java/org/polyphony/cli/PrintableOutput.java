package org.polyphony.cli;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.BriefText;

/**
 * Standard output or error with control characters escaped, which names in files may hold; only the
 * styles of help texts (bold, italic, colors) reach the terminal.
 */
final class PrintableOutput extends FilterWriter {
  private static final Pattern STYLE = Pattern.compile("\u001b\\[(?:[013]|2[1-9]|3[1-69])?m");

  private PrintableOutput(Writer out) {
    super(out);
  }

  static PrintWriter over(PrintWriter out) {
    return new PrintWriter(new PrintableOutput(out), true);
  }

  @Override
  public void write(int character) throws IOException {
    write(String.valueOf((char) character));
  }

  @Override
  public void write(char[] text, int from, int length) throws IOException {
    write(new String(text, from, length));
  }

  @Override
  public void write(String text, int from, int length) throws IOException {
    write(text.substring(from, from + length));
  }

  @Override
  public void write(String text) throws IOException {
    Matcher style = STYLE.matcher(text);
    int begin = 0;
    while (style.find()) {
      out.write(BriefText.printable(text.substring(begin, style.start())));
      out.write(style.group());
      begin = style.end();
    }
    out.write(BriefText.printable(text.substring(begin)));
  }
}
