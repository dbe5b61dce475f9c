/** Device, experiment and sweep descriptions: immutable records, their loader and their schema. */
package org.polyphony.config;
