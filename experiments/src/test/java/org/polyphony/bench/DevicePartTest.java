package org.polyphony.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DevicePartTest {
  @Test
  void chargesAHelperToItsCaller() {
    List<String> stack =
        List.of(
            "org.polyphony.gpu.mem.SectoredTags",
            "org.polyphony.gpu.mem.L2Cache",
            "org.polyphony.gpu.mem.MemorySystem");

    assertEquals(DevicePart.L2, DevicePart.of(stack));
  }

  @Test
  void tellsAClassFromOneWhoseNameBeginsAlike() {
    assertEquals(DevicePart.OTHER, DevicePart.of(List.of("org.polyphony.gpu.sm.SmReport")));
    assertEquals(DevicePart.SM, DevicePart.of(List.of("org.polyphony.gpu.sm.Sm")));
  }

  @Test
  void chargesWhatIsInNoPartToAllElse() {
    assertEquals(DevicePart.OTHER, DevicePart.of(List.of("java.lang.String")));
  }
}
