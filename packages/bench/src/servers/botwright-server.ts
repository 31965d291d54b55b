import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServerProcess, startServer } from './server-process.ts';

const command = fileURLToPath(new URL('../../../cli/bin/botwright.js', import.meta.url));

export interface BotwrightServer extends ServerProcess {
  /** Ends in `/v0-alpha`. */
  readonly botsUrl: string;
  /** Calls the Bots API. @throws When the response is not one of success. */
  readonly call: (method: string, path: string, body?: string) => Promise<string>;
  readonly token: string;
}

const token = 'agent-token-of-the-bench';

/** Starts `botwright serve`, as built, with its defaults but for rates, and one brand. */
export async function startBotwright(folder: string, nodeArgs: readonly string[] = []): Promise<BotwrightServer> {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, 'config.json');
  const brand = { name: 'bench', plan: 'business', workspaces: [1], tokens: [{ token, person: 1 }] };
  writeFileSync(config, JSON.stringify({ rate_limits: { bots: 0, platform: 0, apichat: 0 }, brands: [brand] }));
  const flags = ['--json', '--port', '0', '--chat-port', '0', '--data', join(folder, 'data'), '--config', config];
  const server = await startServer({ args: [...nodeArgs, command, 'serve', ...flags] }, (printed) => {
    const [, line] = /^(\{.*"bots_url".*\})$/m.exec(printed) ?? [];
    return line === undefined ? undefined : (JSON.parse(line) as { readonly bots_url: string });
  });
  const botsUrl = server.ready.bots_url;
  return {
    ...server,
    botsUrl,
    token,
    async call(method, path, body) {
      const response = await fetch(`${botsUrl}${path}`, {
        method,
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text;
    },
  };
}
