package org.polyphony.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.compare.Choices;

/** Damages text word by word: names, numbers and signs are dropped, repeated, swapped, replaced. */
final class TextMutator {
  private static final Pattern WORD = Pattern.compile("[\\w]+|\\s+|[^\\w\\s]");
  private final Choices choices;

  TextMutator(Choices choices) {
    this.choices = choices;
  }

  /** Returns a damaged text. */
  String mutant(String text) {
    List<String> words = words(text);
    if (words.isEmpty()) {
      return OddValues.text(choices);
    }
    for (int i = choices.of(1, 1, 1, 2, 5); i > 0; i--) {
      damage(words);
    }
    return String.join("", words);
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }

  private void damage(List<String> words) {
    int at = choices.between(0, words.size() - 1);
    String word = words.get(at);
    switch (choices.between(0, 9)) {
      case 0 -> words.set(at, "");
      case 1 -> words.set(at, choices.of(words));
      case 2 -> words.add(at, choices.of(words));
      case 3 -> words.set(at, choices.of("(", ")", "+", "-", "*", "/", "%", "?", ":", "<<", "!"));
      case 4 -> words.set(at, OddValues.text(choices));
      case 5 -> words.set(at, word.repeat(choices.of(2, 2, 3, 3, 1000)));
      case 6 -> words.set(at, cut(word));
      case 7 -> nest(words, at);
      default -> words.set(at, OddValues.number(choices).asText());
    }
  }

  private String cut(String word) {
    return word.substring(0, choices.between(0, word.length()));
  }

  private void nest(List<String> words, int at) {
    int depth = choices.of(1, 10, 5000);
    String open = choices.of("(", "[", "{\"a\":", "-", "!");
    String close = open.equals("(") ? ")" : "";
    words.set(at, open.repeat(depth) + words.get(at) + close.repeat(depth));
  }
}
