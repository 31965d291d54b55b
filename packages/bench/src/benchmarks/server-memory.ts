import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { defineBenchmark, type Figures } from '../harness/benchmark.ts';
import { repeatAtOnce } from '../harness/load.ts';
import { type BotwrightServer, startBotwright } from '../servers/botwright-server.ts';
import { startNodeRed } from '../servers/node-red-server.ts';
import { readMemory, type ServerProcess, startServer } from '../servers/server-process.ts';

/** A server that has just started still gives memory back. */
const idleMs = 3_000;

/** A server that was busy releases memory only after it has been idle for a while. */
const settleMs = 30_000;

async function idleMemory(start: () => Promise<ServerProcess>): Promise<Figures> {
  const server = await start();
  try {
    await pause(idleMs);
    return memoryNow(server);
  } finally {
    await server.stop();
  }
}

function memoryNow({ pid }: ServerProcess): Figures {
  const { anonymous, total } = readMemory(pid);
  return { 'MB, anonymous': anonymous, 'MB, total': total };
}

interface Edits {
  readonly bots: number;
  readonly blocks: number;
  /** The number of edits of each bot. */
  readonly edits: number;
  readonly authors: number;
  /** Edits a second; 0 for the maximum. */
  readonly rate: number;
  readonly shape: string;
}

/** Each author moves one block of one bot after another. */
async function edit(server: BotwrightServer, { bots, blocks, edits, authors, rate, shape }: Edits): Promise<void> {
  const { origin, pathname } = new URL(server.botsUrl);
  const pool = new Pool(origin, { connections: authors });
  const headers = { authorization: `Token ${server.token}`, 'content-type': 'application/json' };
  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object): Promise<string> => {
    const response = await pool.request({ method, path: `${pathname}${path}`, headers, body: JSON.stringify(body) });
    const text = await response.body.text();
    if (response.statusCode > 299) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return text;
  };
  const diagram = diagramShapes[shape]?.(blocks);
  if (diagram === undefined) throw new Error(`There is no shape "${shape}".`);
  const ids: string[] = [];
  await repeatAtOnce(bots, authors, async (index) => {
    const created = await send('POST', '/bots', { name: `Bot ${index}`, channel_family: 'native' });
    const { id } = (JSON.parse(created) as { readonly data: { readonly id: string } }).data;
    await send('PUT', `/bots/${id}/draft`, diagram);
    ids.push(id);
  });
  const blockIds = Object.keys(diagram.nodes).filter((id) => id !== 'hidden');
  const startedAt = performance.now();
  await repeatAtOnce(bots * edits, authors, async (index) => {
    const early = rate === 0 ? 0 : startedAt + (index * 1_000) / rate - performance.now();
    if (early > 0) await pause(early);
    const round = Math.floor(index / bots);
    const block = blockIds[(round * 31) % blockIds.length] as string;
    await send('PATCH', `/bots/${ids[index % bots]}/draft/blocks/${block}`, { top: round, left: round * 2 });
  });
  await pool.close();
}

export const benchmark = defineBenchmark({
  name: 'server-memory',
  chapter: 'size',
  measures:
    'Resident memory of botwright serve: idle, against Node alone and Node-RED without a flow, and after the edits of an hour, in which each bot has one edit a minute, made in less time. Anonymous memory is what the process allocated; the total has pages of files, too, most of them of Node itself, which systems count differently.',
  options: {
    bots: { about: 'bots that are edited', value: 100, full: 1_000 },
    edits: { about: 'edits of each bot', value: 60 },
    blocks: { about: 'blocks of a bot', value: 60 },
    authors: { about: 'connections of authors', value: 8 },
    rate: { about: 'edits a second; 0 for as many as the server takes', value: 100, full: 250 },
    shape: { about: 'shape of the bots', words: ['realistic'], among: Object.keys(diagramShapes) },
  },
  peers: ['node-red'],
  async run({ options: { shape, ...sizes }, folder, peers, compare }) {
    const printAndWait = ['--eval', 'console.log("ready"); setInterval(() => {}, 60_000)'];
    const isReady = (printed: string) => printed.includes('ready') || undefined;
    await compare({
      title: 'idle',
      arms: [
        { name: 'botwright', measure: () => idleMemory(() => startBotwright(folder())) },
        { name: 'Node-RED', measure: () => idleMemory(() => startNodeRed(peers, folder())) },
        { name: 'Node', measure: () => idleMemory(() => startServer({ args: printAndWait }, isReady)) },
      ],
      ratios: [
        { of: 'botwright', figure: 'MB, anonymous', atMost: 120 },
        { of: 'botwright', figure: 'MB, total', atMost: 200 },
        { of: 'Node-RED', to: 'botwright', figure: 'MB, anonymous' },
      ],
      warmUp: 0,
      maxRepeats: 5,
    });
    for (const name of shape) {
      const measure = async (): Promise<Figures> => {
        const server = await startBotwright(join(folder(), 'edited'));
        try {
          await edit(server, { ...sizes, shape: name });
          const figures = memoryNow(server);
          await pause(settleMs);
          const later = Object.entries(memoryNow(server));
          const settled = later.map(([unit, value]) => [`${unit}, half a minute later`, value]);
          return { ...figures, ...Object.fromEntries(settled) };
        } finally {
          await server.stop();
        }
      };
      await compare({
        title: `${sizes.edits} edits of each of ${sizes.bots} ${name} bots of ${sizes.blocks} blocks`,
        arms: [{ name: 'botwright', measure }],
        // The edits of an hour come within minutes, and the promise is for a server that has an hour for them.
        ratios: [
          { of: 'botwright', figure: 'MB, anonymous' },
          { of: 'botwright', figure: 'MB, anonymous, half a minute later', atMost: 200 },
        ],
        warmUp: 0,
        maxRepeats: 1,
      });
    }
  },
});
