package org.polyphony.host.mgb;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.app.HostKernel;

/** Programs as texts of calls. */
final class ProgramText {
  private ProgramText() {}

  /**
   * Reads calls, with semicolons between them: {@code host 5}, {@code malloc a} for 10 bytes or
   * {@code malloc a 99}, {@code in a 9} and {@code out a 9} for copies, {@code run 7 a,b} and
   * {@code start 7 a,b} for a kernel of 7 thread blocks of 4 warps that is waited for or not,
   * {@code start 7x20 a} for one of 8 warps each that takes 20 ns, {@code free a}, {@code heap 100}
   * and {@code sync}; {@code init:} before a call begins a function.
   */
  static CudaProgram of(String calls, long heapBytes) {
    List<CudaProgram.Line> lines = new ArrayList<>();
    String function = "main";
    for (String call : calls.split("; *", -1)) {
      int colon = call.indexOf(": ");
      function = colon < 0 ? function : call.substring(0, colon);
      lines.add(new CudaProgram.Line(function, call(call.substring(colon < 0 ? 0 : colon + 2))));
    }
    return new CudaProgram("test", lines, heapBytes);
  }

  private static CudaCall call(String text) {
    String[] words = text.split(" ", -1);
    String first = words.length > 1 ? words[1] : "";
    return switch (words[0]) {
      case "host" -> new CudaCall.Host(Long.parseLong(first));
      case "malloc" -> new CudaCall.Malloc(first, words.length > 2 ? Long.parseLong(words[2]) : 10);
      case "in", "out" -> new CudaCall.Copy(first, Long.parseLong(words[2]), words[0].equals("in"));
      case "run", "start" -> launch(words, words[0].equals("run"));
      case "free" -> new CudaCall.Free(first);
      case "heap" -> new CudaCall.HeapLimit(Long.parseLong(first));
      default -> new CudaCall.Synchronize();
    };
  }

  private static CudaCall launch(String[] words, boolean waits) {
    List<String> objects = words.length > 2 ? List.of(words[2].split(",", -1)) : List.of();
    String[] size = words[1].split("x", -1);
    int blocks = Integer.parseInt(size[0]);
    HostKernel kernel =
        size.length > 1
            ? new HostKernel("k", Long.parseLong(size[1]), blocks, 8)
            : new HostKernel("k", 1, blocks, 4);
    return new CudaCall.Launch(kernel, objects, waits);
  }
}
