package org.polyphony.cli;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import picocli.CommandLine.ParseResult;

/** Time to build the command line and parse one option: what every start of the program pays. */
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CommandLineBenchmark {
  /** Parses {@code --help}. */
  @Benchmark
  public ParseResult parseHelp() {
    return Main.commandLine().parseArgs("--help");
  }
}
