package org.polyphony.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.compare.Choices;
import org.polyphony.results.store.Json;

/** Damages JSON: mostly a value that keeps its type, so that many mutants are valid. */
final class JsonMutator {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int RAW_PERCENT = 5;
  private final Choices choices;

  JsonMutator(Choices choices) {
    this.choices = choices;
  }

  /** A value, by what holds it and where. */
  private record Place(ContainerNode<?> holder, String key, int index) {
    JsonNode value() {
      return holder instanceof ObjectNode object ? object.get(key) : holder.get(index);
    }

    boolean isPlain() {
      return value().isNumber() || value().isBoolean();
    }

    void put(JsonNode value) {
      if (holder instanceof ObjectNode object) {
        object.set(key, value);
      } else {
        ((ArrayNode) holder).set(index, value);
      }
    }
  }

  /** Returns the text of a damaged copy. */
  String mutant(JsonNode whole) {
    JsonNode tree = whole.deepCopy();
    for (int i = choices.of(1, 1, 1, 2, 4); i > 0; i--) {
      damage(tree);
    }
    String text = Json.text(tree);
    return choices.percent(RAW_PERCENT) ? new TextMutator(choices).mutant(text) : text;
  }

  private void damage(JsonNode tree) {
    List<Place> places = new ArrayList<>();
    collect(tree, places);
    if (places.isEmpty()) {
      return;
    }
    List<Place> plain = places.stream().filter(Place::isPlain).toList();
    if (!plain.isEmpty() && choices.percent(65)) { // what many mutants survive
      sameType(choices.of(plain), places);
    } else if (choices.percent(70)) {
      sameType(choices.of(places), places);
    } else {
      otherShape(choices.of(places), places);
    }
  }

  private static void collect(JsonNode node, List<Place> places) {
    if (node instanceof ObjectNode object) {
      object.fieldNames().forEachRemaining(key -> places.add(new Place(object, key, 0)));
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        places.add(new Place(array, "", i));
      }
    }
    node.forEach(below -> collect(below, places));
  }

  private void sameType(Place place, List<Place> places) {
    JsonNode value = place.value();
    if (value instanceof NumericNode) {
      place.put(number(value));
    } else if (value.isTextual()) {
      place.put(text(value.asText(), places));
    } else if (value.isBoolean()) {
      place.put(NODES.booleanNode(!value.asBoolean()));
    } else if (value instanceof ArrayNode array) {
      resize(array);
    } else if (value instanceof ObjectNode object && !object.isEmpty()) {
      changeKeys(object, places);
    }
  }

  private JsonNode number(JsonNode value) {
    if (choices.percent(2)) { // as it stands in a file
      return NODES.rawValueNode(new RawValue(choices.of("1e400", "-1e99999", "NaN", "01", "+1")));
    }
    if (choices.percent(25)) {
      return OddValues.number(choices);
    }
    if (!value.isIntegralNumber()) {
      return NODES.numberNode(
          value.asDouble() * choices.of(0.9, 0.5, 0.1, 2.0, 10.0, 1e-6, 1e6, -1.0));
    }
    long number = value.asLong();
    return NODES.numberNode(
        switch (choices.between(0, 6)) {
          case 0 -> number + 1;
          case 1 -> number - 1;
          case 2, 3 -> number / 2;
          case 4 -> number * choices.of(3, 10, 1000);
          case 5 -> choices.percent(70) ? choices.between(0, 9) : -number;
          default -> number * 2;
        });
  }

  private JsonNode text(String value, List<Place> places) {
    if (choices.percent(30)) { // what is a word elsewhere may be one here
      JsonNode other = choices.of(places).value();
      return other.isTextual() ? other : NODES.textNode(OddValues.text(choices));
    }
    return choices.percent(25)
        ? NODES.textNode(OddValues.text(choices))
        : NODES.textNode(new TextMutator(choices).mutant(value));
  }

  private void resize(ArrayNode array) {
    int size = array.size();
    switch (choices.between(0, 4)) {
      case 0 -> array.removeAll();
      case 1 -> array.remove(size - 1);
      case 2 -> array.add(size == 0 ? OddValues.any(choices) : array.get(0).deepCopy());
      case 3 -> array.insert(0, size == 0 ? NODES.nullNode() : array.get(size - 1).deepCopy());
      default -> repeat(array, choices.of(10, 40, 300));
    }
  }

  private void repeat(ArrayNode array, int times) {
    JsonNode element = array.isEmpty() ? OddValues.any(choices) : array.get(0);
    for (int i = 0; i < times; i++) {
      array.add(element.deepCopy());
    }
  }

  private void changeKeys(ObjectNode object, List<Place> places) {
    List<String> keys = new ArrayList<>();
    object.fieldNames().forEachRemaining(keys::add);
    String key = choices.of(keys);
    switch (choices.between(0, 3)) {
      case 0, 1 -> object.remove(key);
      case 2 -> object.set(new TextMutator(choices).mutant(key), object.remove(key));
      default -> {
        Place other = choices.of(places);
        object.set(other.key().isEmpty() ? key : other.key(), other.value().deepCopy());
      }
    }
  }

  private void otherShape(Place place, List<Place> places) {
    JsonNode value = place.value();
    switch (choices.between(0, 4)) {
      case 0 -> place.put(OddValues.any(choices));
      case 1 -> place.put(choices.of(places).value().deepCopy());
      case 2 -> place.put(NODES.arrayNode().add(value));
      case 3 -> place.put(NODES.objectNode().set(choices.of("name", "x", "extends"), value));
      default -> place.put(TextNode.valueOf(value.toString()));
    }
  }
}
