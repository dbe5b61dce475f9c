package org.polyphony.run;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

/**
 * A workload that notes which thread block writes which element of 128 bytes of global memory: in
 * the models of these tests, which executes which tile.
 */
final class TileLog implements Workload {
  private static final long FIRST = 1L << 28; // address of a model's first array
  private static final int BYTES = 128;

  private final Workload workload;
  private final Map<Long, List<Long>> byBlock = new TreeMap<>();

  TileLog(Workload workload) {
    this.workload = workload;
  }

  @Override
  public String name() {
    return workload.name();
  }

  @Override
  public int steps() {
    return workload.steps();
  }

  @Override
  public Step step(int index) {
    Launch launch = (Launch) workload.step(index);
    return new Launch(logged(launch.kernel()), launch.streamId());
  }

  /** Returns the tiles of a thread block, in the order in which it has executed them. */
  List<Long> of(long threadBlock) {
    return byBlock.getOrDefault(threadBlock, List.of());
  }

  /** Returns the tiles of all thread blocks, sorted. */
  List<Long> all() {
    return byBlock.values().stream().flatMap(List::stream).sorted().toList();
  }

  private synchronized void write(long threadBlock, long tile) {
    byBlock.computeIfAbsent(threadBlock, b -> new ArrayList<>()).add(tile);
  }

  /** What a call of a method gives in place of what it has given. */
  @FunctionalInterface
  private interface Call {
    Object returned(String method, Object[] arguments, Object result);
  }

  /** Returns an object that calls another one and passes on what a method has given. */
  private static <T> T around(Class<T> type, T inner, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                call.returned(method.getName(), arguments, invoked(inner, method, arguments))));
  }

  private static Object invoked(Object inner, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(inner, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private Kernel logged(Kernel kernel) {
    return around(
        Kernel.class,
        kernel,
        (method, arguments, result) ->
            method.equals("open")
                ? logged((InstructionStream) result, new long[(int) arguments[0]])
                : result);
  }

  /** Notes the writes of a stream and its views, by the thread blocks of their slots. */
  private InstructionStream logged(InstructionStream stream, long[] blocks) {
    return around(
        InstructionStream.class,
        stream,
        (method, arguments, result) -> {
          switch (method) {
            case "begin" -> blocks[(int) arguments[0]] = (long) arguments[1];
            case "addresses" ->
                write(blocks[(int) arguments[0]], (((long[]) arguments[2])[0] - FIRST) / BYTES);
            case "view" -> {
              return logged((InstructionStream) result, blocks);
            }
            default -> {
              // only passed on
            }
          }
          return result;
        });
  }
}
