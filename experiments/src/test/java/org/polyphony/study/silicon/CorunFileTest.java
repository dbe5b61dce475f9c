package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.InvalidInputException;

class CorunFileTest {
  private static final String PAIR =
      "{\"pair\": [\"saxpy\", \"sgemm\"], \"mode\": \"spatial\", \"sms\": [32, 100],"
          + " \"progress\": [0.3, 0.7], \"stp\": 1.0, \"antt\": 2.4}";

  private static CorunFile.Measured read(String pair) {
    return CorunFile.read(
        JsonInput.parse(
            "m.json",
            "{\"sms\": 132, \"aloneLaunchesPerSecondBySms\": {\"saxpy\": {\"132\": 5.5}}, \"pairs\": ["
                + pair
                + "]}"));
  }

  @Test
  void readsRatesAndPairs() {
    CorunFile.Measured measured = read(PAIR);

    assertEquals(5.5, measured.aloneRates().get("saxpy").get(132));
    assertEquals(
        new MeasuredPair(
            List.of("saxpy", "sgemm"), List.of(32, 100), false, List.of(0.3, 0.7), 1.0, 2.4),
        measured.pairs().get(0));
  }

  @Test
  void shipsPairsWhoseStpIsTheSumOfProgress() {
    CorunFile.Measured measured = CorunFile.read(JsonInput.resource("h200-corun.json"));

    assertEquals(56, measured.pairs().size());
    for (MeasuredPair pair : measured.pairs()) {
      assertEquals(pair.progress().get(0) + pair.progress().get(1), pair.stp(), 2e-4);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sgemm | sgem | pairs[0].pair[1]: found \"sgem\", allowed: one of chase, collatz,",
        "spatial | space | pairs[0].mode: found \"space\", allowed: spatial or streams",
        "[32, 100] | [33, 100] | pairs[0].sms: found [33,100], allowed: two numbers of 1 or more,",
        "[32, 100] | [32] | pairs[0].sms: found [32], allowed: a list of two",
        "2.4 | \"2.4\" | pairs[0].antt: found \"2.4\", allowed: a number"
      })
  void namesThePathOfWhatIsWrong(String right, String wrong, String message) {
    String pair = PAIR.replace(right, wrong);

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> read(pair));

    assertEquals("m.json: " + message, e.getMessage().substring(0, message.length() + 8));
  }
}
