import { isIP } from 'node:net';

/**
 * Reads a hosts file: an address and its names on each line. Skips other lines, and addresses with a zone.
 *
 * @returns The addresses of each name, in lower case.
 * @spec SN26
 */
export function readHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().split(/\s+/);
    if (isIP(address) === 0 || address.includes('%')) continue;
    for (const name of names.map((each) => each.toLowerCase())) {
      const addresses = hosts.get(name) ?? [];
      if (!addresses.includes(address)) addresses.push(address);
      hosts.set(name, addresses);
    }
  }
  return hosts;
}
