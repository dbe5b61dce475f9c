package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParserMessageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Trailing token (of type START_OBJECT) found after value (bound as"
            + " `com.fasterxml.jackson.databind.JsonNode`): not allowed as per"
            + " `DeserializationFeature.FAIL_ON_TRAILING_TOKENS` ; text after its end",
        "Unexpected end-of-input: expected close marker for Object (start marker at [Source: x])"
            + " ; Unexpected end-of-input: expected close marker for Object",
        "Document nesting depth (1001) exceeds the maximum allowed (1000, from"
            + " `StreamReadConstraints.getMaxNestingDepth()`)"
            + " ; Document nesting depth (1001) exceeds the maximum allowed (1000)",
      })
  void hasNoNameOfTheParsersOwn(String message, String plain) {
    assertEquals(plain, ParserMessage.plain(message));
  }
}
