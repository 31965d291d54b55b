import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peers } from '../harness/peers.ts';
import { freePort } from './free-port.ts';
import { type ServerProcess, startServer } from './server-process.ts';

export interface NodeRedServer extends ServerProcess {
  readonly url: string;
}

/** Starts Node-RED with its defaults but for logging, for compact files and for requests of any size. */
export async function startNodeRed(peers: Peers, folder: string): Promise<NodeRedServer> {
  mkdirSync(folder, { recursive: true });
  const settings = join(folder, 'settings.cjs');
  const port = await freePort();
  const given = {
    uiHost: '127.0.0.1',
    uiPort: port,
    flowFile: 'flows.json',
    credentialSecret: 'bench',
    apiMaxLength: '200mb',
    logging: { console: { level: 'error' } },
    telemetry: { enabled: false, updateNotification: false },
  };
  writeFileSync(settings, `module.exports = ${JSON.stringify(given)};`);
  const url = `http://127.0.0.1:${port}`;
  const args = [peers.file('node-red/red.js'), '--settings', settings, '--userDir', folder];
  const server = await startServer({ args }, async () => {
    try {
      return (await fetch(`${url}/flows`)).ok || undefined;
    } catch {
      // It does not listen yet.
      return undefined;
    }
  });
  return { ...server, url };
}
