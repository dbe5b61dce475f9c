package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigKeysTest {
  @ParameterizedTest
  @CsvSource({
    "gpu.l2.bytes, B",
    "gpu.coreKhz, kHz",
    "gpu.sm.pipes[0].executes[0].latency, core cycles",
    "instructionBudget, thread instructions",
    "jobs[0].intervalSeconds, s",
    "gpu.sms, ''",
    "gpu.l9.bytes, ''",
  })
  void knowTheUnitOfAPath(String path, String unit) {
    assertEquals(unit, ConfigKeys.unit(path));
  }
}
