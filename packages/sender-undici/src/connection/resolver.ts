import { lookup } from 'node:dns/promises';

export interface Resolver {
  /**
   * Finds every address of a name. An empty list and a rejection both mean that there is none.
   *
   * @param name - ASCII, as in the URL, so perhaps with a dot at its end.
   */
  resolve(name: string): Promise<readonly string[]>;
}

/**
 * Asks the operating system, as `dns.lookup` does: hosts file, search domains and all.
 *
 * Look-ups of one name that overlap are one: Node has few threads for them (`UV_THREADPOOL_SIZE`, four by default),
 * and a name whose servers hang must not take them all.
 *
 * @spec SN26
 */
export function systemResolver(find: Resolver['resolve'] = lookupAll): Resolver {
  const pending = new Map<string, Promise<readonly string[]>>();
  return {
    resolve(name) {
      const shared = pending.get(name);
      if (shared !== undefined) return shared;
      const own = find(name).finally(() => pending.delete(name));
      pending.set(name, own);
      return own;
    },
  };
}

async function lookupAll(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}
