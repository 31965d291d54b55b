import fc from 'fast-check';
import { expect, it } from 'vitest';
import { engineFixture, newBot } from '../../../test/engine-fixture.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json/json-value.ts';

const key = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'isTarget',
    'id',
    'template',
    'params',
    'welcome',
    'hidden',
    '0',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

const { json } = fc.letrec<{ json: JsonValue; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('json'), { maxKeys: 4 }),
}));

const diagram = fc
  .record({
    nodes: fc.dictionary(key, json, { maxKeys: 6 }),
    connections: fc.dictionary(key, json, { maxKeys: 4 }),
    more: json,
  })
  .map((value) => JSON.stringify(value));

it('[DR17][DR37] any JSON comes back as sent, with isTarget added to nodes without it and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(diagram, async (sent) => {
      const { acme } = engineFixture();
      const id = await newBot(acme);
      const written = await acme.drafts.replace(id, JSON.parse(sent));
      const read = await acme.drafts.get(id);

      expect(read.diagramJson).toBe(withTargets(sent));
      expect(read).toEqual(written);
      expect(read.violationsTotal).toBe((await acme.drafts.validate(id)).total);
    }),
    { seed: 20261121, numRuns: 150 },
  );
});

function withTargets(sent: string): string {
  const { nodes, ...others } = JSON.parse(sent) as { nodes: JsonObject };
  const entries = Object.entries(nodes).map(([id, node]) => {
    const says = !isJsonObject(node) || Object.hasOwn(node, 'isTarget');
    return [id, says ? node : { ...node, isTarget: true }] as const;
  });
  return JSON.stringify({ nodes: Object.fromEntries(entries), ...others });
}
