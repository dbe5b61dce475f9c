package org.polyphony.workload.kernel;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.workload.kernel.ProgramStep.Exit;
import org.polyphony.workload.kernel.ProgramStep.If;
import org.polyphony.workload.kernel.ProgramStep.Loop;
import org.polyphony.workload.kernel.ProgramStep.Predicated;

/**
 * Reads a kernel's program. A {@code repeat} writes its body out: in every text of the body, {@code
 * {expression}} becomes the expression's value for the copy.
 */
final class ProgramReader {
  private static final Pattern BRACES = Pattern.compile("\\{([^{}]*)\\}");
  private static final int MOST_STEPS = 100_000;

  private final Scope scope; // parameters and the repeat variables around
  private final int[] steps; // steps read so far, one entry shared by the inner readers

  /** Makes a reader; the scope gives the parameters that repeat counts may use. */
  ProgramReader(Scope scope) {
    this(scope, new int[1]);
  }

  private ProgramReader(Scope scope, int[] steps) {
    this.scope = scope;
    this.steps = steps;
  }

  List<ProgramStep> read(List<ModelNode> nodes) {
    List<ProgramStep> out = new ArrayList<>();
    nodes.forEach(node -> readStep(node, out));
    return out;
  }

  private void readStep(ModelNode node, List<ProgramStep> out) {
    if (++steps[0] > MOST_STEPS) {
      throw node.error("more than " + MOST_STEPS + " steps", "a shorter program");
    }
    if (node.isText()) {
      out.addAll(InstructionReader.readText(expand(node), node.place()));
    } else if (node.has("op")) {
      out.add(InstructionReader.readObject(expandAll(node)));
    } else if (node.has("repeat")) {
      repeat(node.onlyKeys("repeat", "as", "body"), out);
    } else if (node.has("loop")) {
      out.add(loop(node.onlyKeys("loop", "trips", "while", "limit", "draws", "below", "body")));
    } else if (node.has("if")) {
      node.onlyKeys("if", "then", "else");
      out.add(
          new If(
              node.place(),
              expand(node.get("if")),
              read(node.listOrEmpty("then")),
              read(node.listOrEmpty("else"))));
    } else if (node.has("predicate")) {
      node.onlyKeys("predicate", "body");
      String condition = expand(node.get("predicate"));
      out.add(new Predicated(node.place(), condition, read(node.get("body").list())));
    } else if (node.has("exit")) {
      out.add(new Exit(node.place(), expand(node.onlyKeys("exit").get("exit"))));
    } else {
      throw node.error(
          node.brief(),
          "an instruction in quotes, or an object with op, repeat, loop, if, predicate or exit");
    }
  }

  private Loop loop(ModelNode node) {
    long kinds = Stream.of("trips", "while", "draws").filter(node::has).count();
    if (kinds != 1) {
      throw node.place().error("a loop needs either trips, while or draws");
    }
    if (node.has("while") && !node.has("limit")) {
      throw node.error("an endless loop: while without limit", "while and limit");
    }
    if (node.has("draws") != node.has("below")) {
      throw node.error("one of draws and below", "both: a name, the number of tiles");
    }
    String limit = node.has("draws") ? "below" : "limit";
    return new Loop(
        node.place(),
        node.get("loop").text(),
        node.has("trips") ? expand(node.get("trips")) : null,
        node.has("while") ? expand(node.get("while")) : null,
        node.has(limit) ? expand(node.get(limit)) : null,
        node.has("draws") ? node.get("draws").text() : null,
        read(node.get("body").list()));
  }

  private void repeat(ModelNode node, List<ProgramStep> out) {
    long copies = expandAll(node.get("repeat")).value(scope, 0, MOST_STEPS, " copies");
    for (long i = 0; i < copies; i++) {
      Scope inner = scope.copy();
      inner.constant(node.textOr("as", "copy"), i);
      out.addAll(new ProgramReader(inner, steps).read(node.get("body").list()));
    }
  }

  private ModelNode expandAll(ModelNode node) {
    JsonNode json = node.json();
    if (json.isTextual()) {
      return new ModelNode(TextNode.valueOf(expand(node)), node.place());
    }
    if (json.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      node.list().forEach(item -> items.add(expandAll(item).json()));
      return new ModelNode(items, node.place());
    }
    if (json.isObject()) {
      ObjectNode members = JsonNodeFactory.instance.objectNode();
      node.members().forEach((name, member) -> members.set(name, expandAll(member).json()));
      return new ModelNode(members, node.place());
    }
    return node;
  }

  private String expand(ModelNode node) {
    String text = node.expression();
    if (text.indexOf('{') < 0) {
      return text;
    }
    return BRACES
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(
                    String.valueOf(scope.value(match.group(1), node.place()))));
  }
}
