/**
 * Figures and tables of GPU Maestro: benchmarks, policies and mechanisms on this device, beside
 * what the paper states.
 */
package org.polyphony.study.maestro;
