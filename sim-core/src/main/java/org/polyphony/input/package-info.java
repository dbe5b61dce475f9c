/**
 * What is wrong with a user's input, said once: violations of a config and the error that ends a
 * command; and digests that tell inputs apart.
 */
package org.polyphony.input;
