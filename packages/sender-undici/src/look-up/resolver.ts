export interface Resolver {
  /**
   * Finds every address of a name. An empty list, a rejection and an answer that is not a list all mean that the name
   * has no address.
   *
   * @param name - ASCII, as in the URL, perhaps with a final dot.
   */
  resolve(name: string): Promise<readonly string[]>;
  /** The addresses of a name that needs no query and no slot, such as a name in a hosts file. */
  known?(name: string): readonly string[] | undefined;
}
