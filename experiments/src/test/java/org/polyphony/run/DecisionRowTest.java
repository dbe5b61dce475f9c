package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.results.run.DecisionRow;
import org.polyphony.simulation.RunRequest;

class DecisionRowTest {
  @Test
  void namesAProcessThatIsNoWorkloadByItsNumber() {
    RunRequest request = Fixtures.experiment("maestro", "a", "b").request();

    DecisionRow row = DecisionRow.of(Fixtures.result(request, false), List.of()).get(0);

    assertEquals("process 0", row.benchmark());
    assertEquals("process 0", row.pair());
  }
}
