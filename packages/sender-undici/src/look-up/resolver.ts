export interface Resolver {
  /**
   * Finds every address of a name. An empty list, a rejection and an answer that is no list all mean that there is
   * none.
   *
   * @param name - ASCII, as in the URL, so perhaps with a dot at its end.
   */
  resolve(name: string): Promise<readonly string[]>;
  /** The addresses of a name that is known without a query, such as one of a hosts file. Such a look-up needs no slot. */
  known?(name: string): readonly string[] | undefined;
}
