package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.results.run.DecisionRow;
import org.polyphony.simulation.RunSpec;

class DecisionRowTest {
  @Test
  void namesAProcessThatIsNoWorkloadByItsNumber() {
    RunSpec spec = Fixtures.experiment("maestro", "a", "b").spec();

    DecisionRow row = DecisionRow.of(Fixtures.result(spec, false), List.of()).get(0);

    assertEquals("process 0", row.benchmark());
    assertEquals("process 0", row.pair());
  }
}
