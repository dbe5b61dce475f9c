package org.polyphony.study.pairs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;

/**
 * What all experiments of a study have in common.
 *
 * @param gpu the device as an experiment states it: a name, or what extends one
 * @param order of the instructions, {@code compiled} or {@code source}
 */
public record Conditions(JsonNode gpu, String order) {
  /** The order that an experiment has when it states none. */
  public static final String COMPILED = "compiled";

  /** Names a device. */
  public Conditions(String gpu, String order) {
    this(TextNode.valueOf(gpu), order);
  }

  /** Writes the keys of an experiment that they determine. */
  public void writeTo(ObjectNode experiment) {
    experiment.set("gpu", gpu);
    if (!order.equals(COMPILED)) {
      experiment.put("order", order);
    }
  }

  /** Returns them in words, as {@code gtx980, workloads in source order}. */
  public String words() {
    String device = gpu.isTextual() ? gpu.asText() : gpu.path("extends").asText() + ", changed";
    return order.equals(COMPILED) ? device : device + ", workloads in " + order + " order";
  }
}
