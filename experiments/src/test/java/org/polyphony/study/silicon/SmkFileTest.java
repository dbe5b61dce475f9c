package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.InvalidInputException;

class SmkFileTest {
  private static final String PAIR =
      "{\"first\": \"saxpy\", \"second\": \"fma\", \"k\": [3, 5], \"progress\": [0.3, 0.9],"
          + " \"stp\": 1.2, \"antt\": 2.2}";

  private static SmkFile.Measured read(String pair) {
    return SmkFile.read(
        JsonInput.parse(
            "m.json",
            "{\"device\": {\"sms\": 132}, \"kernels\": {\"saxpy\": {\"aloneRateByK\": [4.5, 8]}},"
                + " \"pairs\": ["
                + pair
                + "]}"));
  }

  @Test
  void readsRatesAndPairs() {
    SmkFile.Measured measured = read(PAIR);

    assertEquals(List.of(4.5, 8.0), measured.aloneRates().get("saxpy"));
    assertEquals(
        List.of(
            new MeasuredPair(
                List.of("saxpy", "fma"), List.of(3, 5), false, List.of(0.3, 0.9), 1.2, 2.2)),
        measured.pairs());
    assertEquals("3/5", measured.pairs().get(0).series());
  }

  @Test
  void shipsPairsWhoseStpIsTheSumOfProgress() {
    SmkFile.Measured measured = SmkFile.read(JsonInput.resource("h200-smk.json"));

    assertEquals(10, measured.aloneRates().size());
    assertEquals(231, measured.pairs().size());
    for (MeasuredPair pair : measured.pairs()) {
      assertEquals(pair.progress().get(0) + pair.progress().get(1), pair.stp(), 2e-4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fma | fmaa | pairs[0].second: found \"fmaa\", allowed: one of collatz, fma,",
        "[3, 5] | [3, 6] | pairs[0].k: found [3,6], allowed: two numbers of 1 or more, together",
        "[3, 5] | [8, 0] | pairs[0].k: found [8,0], allowed: two numbers of 1 or more, together",
        "[3, 5] | [3] | pairs[0].k: found [3], allowed: a list of two",
        "0.9 | 0 | pairs[0].progress[1]: found 0, allowed: a number above 0",
        "2.2 | \"2.2\" | pairs[0].antt: found \"2.2\", allowed: a number"
      })
  void refusesWhatItCannotCompareWith(String part, String instead, String message) {
    var e =
        assertThrows(InvalidInputException.class, () -> read(PAIR.replace(part, instead.strip())));

    assertTrue(e.getMessage().startsWith("m.json: " + message), e.getMessage());
  }

  @Test
  void refusesAnUnknownKernel() {
    String text = "{\"device\": {\"sms\": 132}, \"kernels\": {\"sax\": {}}, \"pairs\": []}";

    var e =
        assertThrows(
            InvalidInputException.class, () -> SmkFile.read(JsonInput.parse("m.json", text)));

    assertTrue(e.getMessage().contains("found sax, allowed: one of collatz"), e.getMessage());
  }
}
