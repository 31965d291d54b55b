/**
 * Loaded into the server with `--import`: names are looked up at the server that the query of this module's URL names,
 * in place of the name servers of the machine.
 */
import dns, { type ResolverOptions } from 'node:dns';
import names from 'node:dns/promises';
import { syncBuiltinESMExports } from 'node:module';

const servers = [decodeURIComponent(new URL(import.meta.url).search.slice(1))];

names.Resolver = class extends names.Resolver {
  constructor(options?: ResolverOptions) {
    super(options);
    this.setServers(servers);
  }
};
dns.promises.Resolver = names.Resolver;
syncBuiltinESMExports();
