import { Resolver as NameServers } from 'node:dns/promises';
import { platform } from 'node:os';
import { readHosts } from './read-hosts.ts';
import { rememberAnswers } from './remembered-answers.ts';
import type { Resolver } from './resolver.ts';
import { watchedFile } from './watched-file.ts';

export interface SystemResolverOptions {
  /** Such as `10.0.0.53` or `127.0.0.1:5353`. Default: the configuration of this machine. */
  readonly servers?: readonly string[];
  /** Default: `/etc/hosts`, or its place in Windows. */
  readonly hostsFile?: string;
}

/** Milliseconds and tries for each server. */
const queryLimits = { timeout: 1_000, maxTimeout: 1_500, tries: 4 };
/** The wait for the slower address family after the other one was found, in milliseconds. */
const otherFamilyMs = 500;
const serversFile = '/etc/resolv.conf';
const systemHostsFile = platform() === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const loopback = ['127.0.0.1', '::1'];

/**
 * Looks names up by the configuration of this machine: in its hosts file, then at its name servers, with a short cache
 * of answers. It uses none of the threads that Node shares between files, compression and `dns.lookup`, so that
 * unanswered names delay no other work. It ignores search domains.
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

/** When one family is found, the other one has `otherFamilyMs` left. */
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
    // `resolve4` and `resolve6` reject for a name without an address in their family.
    void Promise.allSettled([ask('resolve4'), ask('resolve6')]).then(end);
  });
}
