/** Studies as data: reads {@code study.json}, runs it, checks its claims and writes its results. */
package org.polyphony.study.engine;
