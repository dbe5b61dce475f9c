/**
 * Exchangeable hardware parts: what a device config says of one, bundled and user-defined parts by
 * name, and how they are made for a run. Each kind of part has a package with its interface, what
 * the part sees, and one class for each bundled part.
 */
package org.polyphony.gpu.part;
