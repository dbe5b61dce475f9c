/**
 * What SASS opcodes mean to the device, whoever names them: traces by the SM version of their code,
 * kernel models by one table for all.
 *
 * <p>{@code sass-opcodes.json} holds the class and the memory of each opcode; {@link
 * org.polyphony.workload.sass.SassMnemonic} reads the modifiers. How closely the device executes
 * them: {@link org.polyphony.workload.fidelity.SassFidelity}.
 */
package org.polyphony.workload.sass;
