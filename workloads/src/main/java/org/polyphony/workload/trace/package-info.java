/**
 * SASS traces in Accel-Sim's text format, versions 1 to 5: reader, packed form, information and
 * profile.
 *
 * <p>A kernel's text is read once, line by line through one buffer ({@code TraceScanner}, {@code
 * InstructionLine}), and written packed ({@code PackedFormat}); everything else, the simulation
 * first, reads the packed form. Entry points: {@link
 * org.polyphony.workload.trace.TraceWorkload#open} for running, {@link
 * org.polyphony.workload.trace.TraceInfo}, {@link org.polyphony.workload.trace.TraceProfiler} and
 * {@link org.polyphony.workload.trace.TracePacker} for the {@code trace} commands, {@link
 * org.polyphony.workload.trace.BundledTraces} for the samples.
 *
 * <p>What a trace does not say: predicates, uniform registers, and of a vector or a 64-bit value
 * all registers but the first (LDG.64, DFMA, IMAD.WIDE); the dependences are those listed, as in
 * Accel-Sim. Sources: the format as Accel-Sim's tracer writes it (Khairy et al., ISCA'20); the
 * classes of opcodes from its instruction-set tables ({@link
 * org.polyphony.workload.sass.SassOpcodes}).
 */
package org.polyphony.workload.trace;
