package org.polyphony.workload.host;

/**
 * What operations of a C program on one CPU core cost, in nanoseconds.
 *
 * @param rand a call of rand(), and what makes a small number of it
 * @param exp a call of exp()
 * @param element a float that a loop loads or stores
 * @param touchByte a byte of memory that is written for the first time
 * @param malloc an allocation of a few floats, and its first write
 * @param free of such an allocation
 * @param scanInteger an integer read by fscanf
 * @param printInteger an integer written by fprintf, beside the threads of CUDA
 * @param printPixel a pixel of an image kept by columns, written so by rows
 * @param clampSample a sample clamped to a byte, without optimisation
 * @param readByte a byte of a file in memory, read as part of many
 * @param writeByte a byte of a file, written as part of many
 * @param pinByte a byte of memory allocated by cudaMallocHost
 * @param unpinByte a byte of memory freed by cudaFreeHost
 * @param firstUse of a device by a process
 */
public record HostCosts(
    double rand,
    double exp,
    double element,
    double touchByte,
    double malloc,
    double free,
    double scanInteger,
    double printInteger,
    double printPixel,
    double clampSample,
    double readByte,
    double writeByte,
    double pinByte,
    double unpinByte,
    double firstUse) {}
