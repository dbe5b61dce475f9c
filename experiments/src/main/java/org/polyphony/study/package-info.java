/**
 * What every figure and table works with: its context, its charts, its section of a document. The
 * figures themselves lie in the packages below.
 */
package org.polyphony.study;
