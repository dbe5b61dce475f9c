/**
 * Code of users (policies, hardware parts, brokers' policies, placements): compiled from a Java
 * file or found on the class path, loaded for one run, instantiated and guarded. Whatever it throws
 * becomes one message with class, file and line.
 */
package org.polyphony.usercode;
