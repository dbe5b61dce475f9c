package org.polyphony.gpu.mem;

/**
 * How many lines the tags of a cache name, and where.
 *
 * @param sectorBytes bytes of a sector, a power of two, divides {@code lineBytes}
 * @param setHash the set of a line by its number, null for its low bits
 * @param lines lines of data, at least 1, at most sets times ways
 */
public record TagShape(
    int sets, int ways, int lineBytes, int sectorBytes, AddressHash setHash, int lines) {
  /**
   * Returns a shape with data for every tag.
   *
   * @param hashedSets true when the set is a polynomial hash of the line, false for its low bits
   */
  public static TagShape full(
      int sets, int ways, int lineBytes, int sectorBytes, boolean hashedSets) {
    int bits = Integer.numberOfTrailingZeros(sets);
    AddressHash hash = hashedSets ? AddressHash.polynomial(bits) : null;
    return new TagShape(sets, ways, lineBytes, sectorBytes, hash, sets * ways);
  }
}
