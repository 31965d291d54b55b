import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'undici';
import { diagramShapes } from './diagram-shapes.ts';
import { quantile } from './median.ts';

/**
 * A whole draft written and read over HTTP on SQLite, by one author after another. The server runs in a process of its
 * own. Arguments: rounds, then sizes; default 30 rounds of 1,000 and 5,000 blocks.
 */
const [givenRounds, ...givenSizes] = process.argv.slice(2);
const rounds = Number(givenRounds ?? 30);
const sizes = givenSizes.length > 0 ? givenSizes.map(Number) : [1_000, 5_000];

const folder = mkdtempSync(join(tmpdir(), 'botwright-bench-'));
const server = fork(new URL('./read-bot-server.ts', import.meta.url), [join(folder, 'bots.db')], { silent: true });
try {
  const { url, token } = await new Promise<{ readonly url: string; readonly token: string }>((resolve, reject) => {
    server.once('exit', () => reject(new Error('The server ended.')));
    server.stdout?.once('data', (line) => resolve(JSON.parse(String(line))));
  });
  const { origin, pathname } = new URL(url);
  const client = new Client(origin);
  const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };

  async function request(method: 'PUT' | 'GET', more: { readonly body?: string; readonly prefer?: string }) {
    const { body, prefer } = more;
    const startedAt = performance.now();
    const response = await client.request({
      method,
      path: `${pathname}/draft`,
      headers: { ...headers, ...(prefer !== undefined && { prefer }) },
      ...(body !== undefined && { body }),
    });
    const bytes = (await response.body.arrayBuffer()).byteLength;
    if (response.statusCode !== 200) throw new Error(`The server answers ${response.statusCode}.`);
    return { milliseconds: performance.now() - startedAt, bytes };
  }

  for (const size of sizes) {
    const body = JSON.stringify(diagramShapes['realistic']?.(size));
    const times: Record<'put' | 'minimal' | 'get', number[]> = { put: [], minimal: [], get: [] };
    for (let round = -5; round < rounds; round += 1) {
      const put = await request('PUT', { body });
      const minimal = await request('PUT', { body, prefer: 'return=minimal' });
      const get = await request('GET', {});
      if (round < 0) continue;
      times.put.push(put.milliseconds);
      times.minimal.push(minimal.milliseconds);
      times.get.push(get.milliseconds);
    }
    const cells = Object.entries(times).map(([name, list]) => {
      const [low, middle, high] = [0.1, 0.5, 0.9].map((share) => quantile(list, share).toFixed(1));
      return `${name} ${middle} ms (${low}–${high})`;
    });
    console.log(`${size} blocks, ${body.length} bytes: ${cells.join(', ')}`);
  }
  await client.close();
} finally {
  server.removeAllListeners('exit').kill('SIGTERM');
  rmSync(folder, { recursive: true });
}
