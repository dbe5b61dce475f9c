package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * Settings shared by all experiments of a study.
 *
 * @param gpu device as in an experiment: a name, or an object that extends one
 * @param order of the instructions, {@code compiled} or {@code source}
 */
public record Conditions(JsonNode gpu, String order) {
  /** The default order of an experiment. */
  public static final String COMPILED = "compiled";

  /** Creates settings with a named device. */
  public Conditions(String gpu, String order) {
    this(TextNode.valueOf(gpu), order);
  }

  /** Writes their keys of an experiment. */
  public void writeTo(ObjectNode experiment) {
    experiment.set("gpu", gpu);
    if (!order.equals(COMPILED)) {
      experiment.put("order", order);
    }
  }

  /** Describes them, as in {@code gtx980, workloads in source order}. */
  public String words() {
    String device = gpu.isTextual() ? gpu.asText() : gpu.path("extends").asText() + ", changed";
    return order.equals(COMPILED) ? device : device + ", workloads in " + order + " order";
  }
}
