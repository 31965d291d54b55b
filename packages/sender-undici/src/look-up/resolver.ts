export interface Resolver {
  /**
   * Finds every address of a name. An empty list, a rejection and an answer that is no list all mean that there is
   * none.
   *
   * @param name - ASCII, as in the URL, so perhaps with a dot at its end.
   */
  resolve(name: string): Promise<readonly string[]>;
  /** What is known of a name without asking anybody. Such a look-up waits for no turn. */
  known?(name: string): readonly string[] | undefined;
}
