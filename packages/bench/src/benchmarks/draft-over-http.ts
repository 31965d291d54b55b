import { join } from 'node:path';
import { Client } from 'undici';
import { diagramShapes } from '../diagrams/diagram-shapes.ts';
import { nodeRedFlow } from '../diagrams/node-red-flow.ts';
import type { SampleDiagram } from '../diagrams/sample-diagram.ts';
import { type Bench, defineBenchmark } from '../harness/benchmark.ts';
import { renderNumber } from '../harness/render-text.ts';
import { type BotwrightServer, startBotwright } from '../servers/botwright-server.ts';
import { type NodeRedServer, startNodeRed } from '../servers/node-red-server.ts';
import { countSyncs, type ServerProcess } from '../servers/server-process.ts';

/** The ratio of Node-RED's time to the engine's, by number of blocks. */
const bounds: Readonly<Record<number, { readonly atLeast: number; readonly aim: number }>> = {
  1000: { atLeast: 2, aim: 4 },
  5000: { atLeast: 4, aim: 6 },
};

interface Author {
  /** Stores the diagram with this text in one of its blocks, and reads it back. */
  readonly writeAndRead: (marker: string) => Promise<void>;
  readonly write: (marker: string) => Promise<void>;
  readonly read: () => Promise<string>;
  readonly close: () => Promise<void>;
}

function author(
  origin: string,
  text: string,
  put: { readonly method: string; readonly path: string; readonly headers: Readonly<Record<string, string>> },
): Author {
  const client = new Client(origin, { headersTimeout: 0, bodyTimeout: 0 });
  const send = async (method: string, headers: Readonly<Record<string, string>>, body?: string): Promise<string> => {
    const response = await client.request({ method, path: put.path, headers, ...(body !== undefined && { body }) });
    const received = await response.body.text();
    if (response.statusCode > 299) throw new Error(`${method} ${put.path}: ${response.statusCode} ${received}`);
    return received;
  };
  // Has the length of the marker that it replaces, so that all bodies have one length.
  const write = async (marker: string): Promise<void> => {
    await send(put.method, put.headers, text.replace('MARKER-0000', marker));
  };
  const { prefer: _, ...readHeaders } = put.headers;
  const read = (): Promise<string> => send('GET', readHeaders);
  return {
    write,
    read,
    async writeAndRead(marker) {
      await write(marker);
      await read();
    },
    close: () => client.close(),
  };
}

function markerOf(round: number): string {
  return `MARKER-${String((round + 5_000) % 10_000).padStart(4, '0')}`;
}

async function botAuthor(
  server: BotwrightServer,
  diagram: SampleDiagram,
  more: Readonly<Record<string, string>> = {},
): Promise<Author & { readonly path: string }> {
  const created = await server.call('POST', '/bots', JSON.stringify({ name: 'Bench', channel_family: 'native' }));
  const { id } = (JSON.parse(created) as { readonly data: { readonly id: string } }).data;
  const { origin, pathname } = new URL(`${server.botsUrl}/bots/${id}/draft`);
  const headers = { authorization: `Token ${server.token}`, 'content-type': 'application/json', ...more };
  return { ...author(origin, JSON.stringify(diagram), { method: 'PUT', path: pathname, headers }), path: pathname };
}

function flowAuthor(server: NodeRedServer, diagram: SampleDiagram, deployment: string): Author {
  const headers = { 'content-type': 'application/json', 'node-red-deployment-type': deployment };
  return author(server.url, JSON.stringify(nodeRedFlow(diagram)), { method: 'POST', path: '/flows', headers });
}

/** Replaces the text of one block by one that changes in each round. */
function withMarker(diagram: SampleDiagram): SampleDiagram {
  const block = Object.values(diagram.nodes).find(({ params }) => 'text' in (params as object));
  if (block === undefined) throw new Error('No block has a text.');
  block['params'] = { ...(block['params'] as object), text: 'MARKER-0000' };
  return diagram;
}

export const benchmark = defineBenchmark({
  name: 'draft-over-http',
  chapter: 'drafts',
  measures:
    'Writing a whole draft and reading it back over HTTP, with botwright serve on SQLite, against POST /flows and GET /flows of Node-RED with as many nodes, wires and bytes. Both servers are processes of their own, and both wait for the disk.',
  options: {
    blocks: { about: 'blocks of a diagram', values: [1_000, 5_000] },
    shape: { about: 'shapes of diagrams', words: ['realistic', 'dense'], among: Object.keys(diagramShapes) },
  },
  peers: ['node-red'],
  async run(bench) {
    const folder = bench.folder();
    const ours = await startBotwright(join(folder, 'ours'));
    const theirs = await startNodeRed(bench.peers, join(folder, 'theirs'));
    let last: { readonly path: string; readonly marker: string } | undefined;
    try {
      for (const shape of bench.options.shape) {
        for (const blocks of bench.options.blocks) last = await compareAt(bench, ours, theirs, shape, blocks);
      }
    } finally {
      // A server that stores something only in memory loses it here.
      await Promise.all([ours.kill(), theirs.kill()]);
    }
    if (last !== undefined) await checkAfterKill(bench, folder, last);
  },
});

async function compareAt(
  { compare, note, check, repeats }: Pick<Bench, 'compare' | 'note' | 'check' | 'repeats'>,
  ours: BotwrightServer,
  theirs: NodeRedServer,
  shape: string,
  blocks: number,
): Promise<{ readonly path: string; readonly marker: string }> {
  const diagram = withMarker((diagramShapes[shape] as (typeof diagramShapes)[string])(blocks));
  const flow = nodeRedFlow(diagram);
  const wires = flow.flatMap((node) => (node['wires'] as readonly (readonly string[])[]) ?? []).flat().length;
  note(
    `${shape}, ${blocks} blocks: ${Object.keys(diagram.nodes).length} nodes, ` +
      `${Object.keys(diagram.connections).length} connections, ${JSON.stringify(diagram).length} bytes; for Node-RED ` +
      `${flow.length - 1} nodes, ${wires} wires, ${JSON.stringify(flow).length} bytes`,
  );
  const bot = await botAuthor(ours, diagram);
  const minimal = await botAuthor(ours, diagram, { prefer: 'return=minimal' });
  const full = flowAuthor(theirs, diagram, 'full');
  const changed = flowAuthor(theirs, diagram, 'nodes');
  const rows = [
    ['botwright', ours, bot],
    ['botwright, return=minimal', ours, minimal],
    ['Node-RED', theirs, full],
    ['Node-RED, changed nodes', theirs, changed],
  ] as const satisfies readonly (readonly [string, ServerProcess, Author])[];
  const bound = bounds[blocks] ?? {};
  await compare({
    title: `${shape}, ${blocks} blocks`,
    arms: rows.map(([name, , each]) => ({ name, run: (round) => each.writeAndRead(markerOf(round)) })),
    ratios: [
      { of: 'Node-RED', to: 'botwright', ...bound },
      { of: 'Node-RED, changed nodes', to: 'botwright' },
      { of: 'Node-RED', to: 'botwright, return=minimal' },
    ],
    warmUp: 5,
  });
  for (const [name, server, each] of rows) {
    const writes = 5;
    const syncs = await countSyncs(server.pid, async () => {
      for (let round = 0; round < writes; round += 1) await each.write(markerOf(repeats + round));
    });
    if (syncs === undefined) note(`${name}: strace cannot count here how often it waits for the disk`);
    else
      check(
        `${name}: each write waits for the disk (by fsync or fdatasync, ${renderNumber(syncs / writes)} on average)`,
        syncs >= writes,
      );
  }
  // The flow of Node-RED is the one that was written last.
  const marker = markerOf(repeats + 10);
  for (const each of [bot, changed]) await each.writeAndRead(marker);
  await Promise.all(rows.map(([, , each]) => each.close()));
  return { path: bot.path, marker };
}

async function checkAfterKill(
  { check, peers }: Pick<Bench, 'check' | 'peers'>,
  folder: string,
  { path, marker }: { readonly path: string; readonly marker: string },
): Promise<void> {
  const ours = await startBotwright(join(folder, 'ours'));
  const theirs = await startNodeRed(peers, join(folder, 'theirs'));
  try {
    const bot = await ours.call('GET', path.slice(new URL(ours.botsUrl).pathname.length));
    check('after SIGKILL, botwright has the draft that was written last', bot.includes(marker));
    const flow = await (await fetch(`${theirs.url}/flows`)).text();
    check('after SIGKILL, Node-RED has the flow that was written last', flow.includes(marker));
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
}
