import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyJson, anyKey, anyObject, objectOf } from '../../../test/arbitrary-json.ts';
import { botUuid, editContext, otherUuid } from '../../../test/edit-context.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { completeDiagram } from './complete-diagram.ts';
import type { Diagram } from './diagram.ts';
import { parseDiagram } from './parse-diagram.ts';

const settings = { seed: 20261121, numRuns: 500 };

const bot = fc.oneof(fc.constantFrom<JsonValue>(botUuid, botUuid.toUpperCase(), otherUuid, 42, 7), anyJson);
const linkParams = fc
  .tuple(anyObject, fc.constantFrom('bot', 'Bot', 'bot_number'), bot, anyObject)
  .map(([before, name, value, after]): JsonObject => ({ ...before, [name]: value, ...after }));
const block = fc
  .tuple(
    anyObject,
    fc.constantFrom<JsonValue>('bot_link', 'chat', 'hidden', '__proto__', 'unknown', 5),
    fc.oneof(linkParams, anyJson),
    objectOf(fc.constantFrom('isTarget', 'top', 'z'), anyJson, 2),
  )
  .map(([before, template, params, after]): JsonObject => ({ ...before, template, params, ...after }));
const document: fc.Arbitrary<Diagram> = fc
  .tuple(anyObject, objectOf(anyKey, fc.oneof(block, anyJson), 6), anyObject, anyObject)
  .map(([before, nodes, connections, after]) => ({ ...before, ...after, nodes, connections }));

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function names(params: JsonValue | undefined, uuid: string): params is JsonObject {
  return isObject(params) && typeof params['bot'] === 'string' && params['bot'].toLowerCase() === uuid;
}

function isLink(node: JsonObject): boolean {
  return node['template'] === 'bot_link';
}

/** Writes the expected block, by editing its entries one by one. */
function expectedNode(node: JsonValue): JsonValue {
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([name, value]): [string, JsonValue] => {
    if (name !== 'params' || !isLink(node) || !names(value, botUuid)) return [name, value];
    const params = Object.entries(value).filter(([param]) => param !== 'bot');
    const place = Object.keys(value).indexOf('bot');
    params.splice(place, 0, ['bot', 42]);
    const additions: [string, JsonValue][] = [
      ['bot_number', 42],
      ['bot_channel_family', 'native'],
      ['bot_name', 'Other'],
    ];
    for (const [param, addition] of additions) {
      const there = params.find(([other]) => other === param);
      if (there === undefined) params.push([param, addition]);
      else there[1] = addition;
    }
    return [name, Object.fromEntries(params)];
  });
  if (!Object.keys(node).includes('isTarget')) entries.push(['isTarget', true]);
  return Object.fromEntries(entries);
}

it('[DG7][DG8][DG10][DG11][DG17][DG19] a document comes back as sent, except for the members that the service adds', () => {
  fc.assert(
    fc.property(document, (sent) => {
      const text = JSON.stringify(sent);
      const parsed = parseDiagram(JSON.parse(text));
      if (!parsed.ok) throw new Error(parsed.message);
      const { diagram } = completeDiagram(parsed.diagram, editContext);

      const expected: Diagram = JSON.parse(text);
      const nodes = Object.fromEntries(Object.entries(expected.nodes).map(([id, node]) => [id, expectedNode(node)]));
      expect(JSON.stringify(diagram)).toBe(JSON.stringify({ ...expected, nodes }));
      expect(JSON.stringify(parsed.diagram)).toBe(text);
    }),
    settings,
  );
});

it('[DG8] completing a completed diagram changes nothing', () => {
  fc.assert(
    fc.property(document, (sent) => {
      const once = completeDiagram(sent, editContext);
      const twice = completeDiagram(once.diagram, editContext);
      expect(twice.diagram).toBe(once.diagram);
      expect(twice.violations).toEqual(once.violations);
    }),
    settings,
  );
});

it('[DG12] exactly the blocks that link to an unknown bot are listed', () => {
  fc.assert(
    fc.property(document, (sent) => {
      const found = completeDiagram(sent, editContext).violations.map(({ blockId }) => blockId);
      const unknown = Object.entries(sent.nodes).filter(
        ([, node]) => isObject(node) && isLink(node) && names(node['params'], otherUuid),
      );
      expect(found).toEqual(unknown.map(([id]) => id));
    }),
    settings,
  );
});

it('[DG8] 4,000 blocks with arbitrary members come back as sent', () => {
  const odd = [5, null, 'x', [1, { a: null }], JSON.parse('{"__proto__": {"a": 1}, "constructor": null}')];
  const entries = Array.from({ length: 4_000 }, (_, n): [string, JsonValue] => {
    const node = {
      params: { text: `é𐐷 ${n}`, more: odd[n % 5] ?? null },
      id: `n${n}`,
      template: 'chat',
      isTarget: null,
    };
    return [n === 17 ? '__proto__' : `n${n}`, n % 10 === 0 ? (odd[n % 5] ?? null) : node];
  });
  const text = JSON.stringify({ zoom: 1, connections: {}, nodes: Object.fromEntries(entries) });
  const parsed = parseDiagram(JSON.parse(text));
  const { diagram } = completeDiagram(parsed.ok ? parsed.diagram : { nodes: {}, connections: {} }, editContext);
  const nodes = Object.fromEntries(
    Object.entries(JSON.parse(text).nodes).map(([id, node]) => [id, expectedNode(node as JsonValue)]),
  );
  expect(JSON.stringify(diagram)).toBe(JSON.stringify({ ...JSON.parse(text), nodes }));
});
