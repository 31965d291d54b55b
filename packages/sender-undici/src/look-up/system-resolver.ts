import { Resolver as NameServers } from 'node:dns/promises';
import { platform } from 'node:os';
import { readHosts } from './read-hosts.ts';
import { rememberAnswers } from './remembered-answers.ts';
import type { Resolver } from './resolver.ts';
import { watchedFile } from './watched-file.ts';

export interface SystemResolverOptions {
  /** Such as `10.0.0.53` or `127.0.0.1:5353`. Default: those that this machine is configured with. */
  readonly servers?: readonly string[];
  /** Default: `/etc/hosts`, or where Windows has it. */
  readonly hostsFile?: string;
}

/** Milliseconds and tries. A server that does not answer is asked again, and so is the next one. */
const queryLimits = { timeout: 1_000, maxTimeout: 1_500, tries: 4 };
/** How long the slower address family is waited for once the other one was found. */
const otherFamilyMs = 500;
const serversFile = '/etc/resolv.conf';
const systemHostsFile = platform() === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const loopback = ['127.0.0.1', '::1'];

/**
 * Looks names up as this machine is configured: in its hosts file, then at its name servers, whose answers it
 * remembers for a short while. It uses none of the threads that Node shares between files, compression and
 * `dns.lookup`, so that names that no server answers delay nothing else. Search domains are not tried.
 *
 * @spec SN26, SN38, SN39
 */
export function systemResolver({ servers, hostsFile = systemHostsFile }: SystemResolverOptions = {}): Resolver {
  const hosts = watchedFile(hostsFile, readHosts);
  const remembered = rememberAnswers();
  const nameServers =
    servers === undefined ? watchedFile(serversFile, () => new NameServers(queryLimits)) : asking(servers);

  return {
    known(given) {
      const name = given.toLowerCase().replace(/\.$/, '');
      const listed = hosts().get(name);
      if (listed !== undefined) return listed;
      return /(?:^|\.)localhost$/.test(name) ? loopback : remembered.get(name);
    },
    async resolve(given) {
      const name = given.toLowerCase().replace(/\.$/, '');
      const answers = await askBothFamilies(nameServers(), name);
      const addresses = answers.map(({ address }) => address);
      remembered.keep(name, addresses, Math.min(...answers.map(({ ttl }) => ttl)));
      return addresses;
    },
  };
}

function asking(servers: readonly string[]): () => NameServers {
  const resolver = new NameServers(queryLimits);
  resolver.setServers(servers);
  return () => resolver;
}

interface Answer {
  readonly address: string;
  /** In seconds. */
  readonly ttl: number;
}

/** Once one family was found, the other one has `otherFamilyMs` left. */
function askBothFamilies(nameServers: NameServers, name: string): Promise<readonly Answer[]> {
  return new Promise((resolve) => {
    const found: Answer[] = [];
    let timer: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      resolve([...found]);
    };
    const add = (answers: readonly Answer[]): void => {
      found.push(...answers);
      if (answers.length > 0) timer ??= setTimeout(end, otherFamilyMs);
    };
    const ask = async (family: 'resolve4' | 'resolve6'): Promise<void> =>
      add(await nameServers[family](name, { ttl: true }));
    // A name without an address in one family rejects.
    void Promise.allSettled([ask('resolve4'), ask('resolve6')]).then(end);
  });
}
