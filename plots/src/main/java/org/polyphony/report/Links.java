package org.polyphony.report;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/** Links from the page to files of the folder of results, relative, so that both can be moved. */
final class Links {
  private final Path pageFolder;
  private final Path results;

  /** Makes links from a page in one folder to files in another. */
  Links(Path pageFolder, Path results) {
    this.pageFolder = pageFolder.toAbsolutePath().normalize();
    this.results = results.toAbsolutePath().normalize();
  }

  /** Returns the address of a file of the results; empty when there is no such file. */
  String to(String file) {
    Path target = results.resolve(file).normalize();
    if (!Files.exists(target)) {
      return "";
    }
    StringJoiner address = new StringJoiner("/");
    for (Path step : pageFolder.relativize(target)) {
      address.add(URLEncoder.encode(step.toString(), StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return address.toString();
  }
}
