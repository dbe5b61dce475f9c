package org.polyphony.multiprogram;

/**
 * One kernel launch of a first round.
 *
 * @param name the kernel's name
 * @param step step of the host program that launched it, from 0
 * @param launchCycle when it was launched: the end of the kernel before, or 0
 * @param startCycle when its first thread block could be launched
 * @param endCycle when its last thread block ended, or the round
 * @param threadBlocks thread blocks that finished
 * @param warpInstructions done for it; those of flushed thread blocks count once, when they last
 * @param threadInstructions of these, active lanes
 * @param complete whether all its thread blocks finished
 */
public record KernelResult(
    String name,
    int step,
    long launchCycle,
    long startCycle,
    long endCycle,
    long threadBlocks,
    long warpInstructions,
    long threadInstructions,
    boolean complete) {}
