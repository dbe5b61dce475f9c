package org.polyphony.study.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class EstimatesTest {
  private static final HostFigure.Made STATED =
      new HostFigure.Made(List.of(HostRow.only("a", 2), HostRow.only("b", 5)), folder -> {});

  @Test
  void showsTheLeastAndTheMostOfEachRow() {
    List<HostRow> rows =
        Estimates.over(STATED, List.of(3, 1), e -> List.of(HostRow.only("a", e))).rows();

    assertEquals("1.00 to 3.00", rows.get(0).rangeText());
    assertEquals("-", rows.get(1).rangeText());
  }

  @Test
  void countsWhatTheFigureStatesItself() {
    List<HostRow> rows =
        Estimates.over(STATED, List.of(4), e -> List.of(HostRow.only("a", e))).rows();

    assertEquals("2.00 to 4.00", rows.get(0).rangeText());
  }
}
