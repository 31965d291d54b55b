import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../../scripts/depth.ts';
import { createBot } from '../support/bot-requests.ts';
import { type Client, connectClient } from '../support/bots-client.ts';
import { startServer } from '../support/start-server.ts';
import { storeNames } from '../support/stores.ts';

const keys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'hidden',
    'welcome',
    'id',
    'params',
    'isTarget',
    'toString',
    '1',
    '01',
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

/** Objects with any keys, including keys that an assignment would not set. */
function objectOf<T>(value: fc.Arbitrary<T>): fc.Arbitrary<object> {
  const entries = fc.uniqueArray(fc.tuple(keys, value), { selector: ([key]) => key, maxLength: 6 });
  return entries.map((list) => {
    const made = {};
    for (const [key, member] of list) {
      Object.defineProperty(made, key, { value: member, enumerable: true, configurable: true, writable: true });
    }
    return made;
  });
}

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, -0.5, 1e21, 'text', '\u2028', '😀'),
    fc.string({ unit: 'binary', maxLength: 8 }),
    // Refuses a whole number beyond 2^53 in plain digits.
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .filter((n) => !/^-?\d{16,}$/.test(String(n)) || Number.isSafeInteger(n)),
    fc.array(tie('json'), { maxLength: 4 }),
    objectOf(tie('json')),
  ),
}));

const diagrams = fc
  .record({ nodes: objectOf(json), connections: objectOf(json), rest: objectOf(json) })
  .map(({ nodes, connections, rest }) => {
    const diagram = { nodes, connections };
    for (const [key, value] of Object.entries(rest)) {
      if (key === 'diagram' || Object.hasOwn(diagram, key)) continue;
      Object.defineProperty(diagram, key, { value, enumerable: true, configurable: true, writable: true });
    }
    return diagram;
  });

/** The additions of the service to a sent diagram: `isTarget` on every node that is an object without it. */
function expectedText(sent: string): string {
  const diagram = JSON.parse(sent) as { readonly nodes: object };
  for (const node of Object.values(diagram.nodes)) {
    const isObject = typeof node === 'object' && node !== null && !Array.isArray(node);
    if (isObject && !Object.hasOwn(node, 'isTarget')) Object.assign(node, { isTarget: true });
  }
  return JSON.stringify(diagram);
}

describe.each(storeNames)('documents on %s', (store) => {
  let client: Client;
  let botId: string;

  beforeAll(async () => {
    client = await connectClient(await startServer({ store }));
    botId = (await createBot(client)).id;
  });
  afterAll(() => client.server.close());

  async function roundTrip(diagram: object): Promise<void> {
    const sent = JSON.stringify(diagram);
    const answer = await client.call('PUT', `/bots/${botId}/draft`, { raw: sent });
    expect(answer.status, answer.text.slice(0, 500)).toBe(200);
    const prefix = `{"data":{"diagram":${expectedText(sent)},"save_state":`;
    expect(answer.text.slice(0, prefix.length)).toBe(prefix);
    const read = await client.call('GET', `/bots/${botId}/draft`);
    expect(read.text).toBe(answer.text);
  }

  it('[AP18][HT37] a diagram comes back exactly as it was sent, but for isTarget', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(diagrams, roundTrip), { seed: 20261121, numRuns: runs(40) });
  });

  it('[AP18] a diagram of 4,000 nodes comes back as it was sent, but for isTarget', { timeout: 60_000 }, async () => {
    const nodes = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => [
        `n-${index}`,
        { id: `n-${index}`, template: 'chat', params: { text: `Text ${index} ä😀`, note: null }, own: [index] },
      ]),
    );
    await roundTrip({ nodes, connections: {}, extra: { kept: null } });
  });
});
