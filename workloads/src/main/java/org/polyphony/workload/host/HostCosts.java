package org.polyphony.workload.host;

/**
 * What operations of a C program on one CPU core cost, in nanoseconds.
 *
 * @param rand a call of rand()
 * @param exp a call of exp()
 * @param element a float that a loop loads or stores
 * @param touchByte a byte of memory that is written for the first time
 * @param malloc an allocation of a few floats, and its first write
 * @param free of such an allocation
 * @param scanInteger an integer read by fscanf
 * @param printInteger an integer written by fprintf
 */
public record HostCosts(
    double rand,
    double exp,
    double element,
    double touchByte,
    double malloc,
    double free,
    double scanInteger,
    double printInteger) {}
