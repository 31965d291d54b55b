import { expect, it } from 'vitest';
import type { BlockDefinition } from '../blocks/block-definition.ts';
import { createCatalog } from '../blocks/catalog.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { completeDiagram } from './complete-diagram.ts';

const uuid = '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const unknownUuid = '0192aaaa-bbbb-7ccc-8ddd-ffffffffffff';
const context = {
  catalog: createCatalog(),
  linkedBots: new Map([[uuid, { number: 42, name: 'Other', channelFamily: 'native' }]]),
};

function complete(nodes: JsonObject) {
  return completeDiagram({ nodes, connections: {} }, context);
}

function linkTo(bot: JsonValue): JsonObject {
  return { id: 'a', template: 'bot_link', params: { bot, node: 'x' }, isTarget: true };
}

it.for<readonly [string, JsonValue, JsonValue]>([
  ['a block that does not say', { id: 'a' }, { id: 'a', isTarget: true }],
  ['an empty object', {}, { isTarget: true }],
  ['a block that says false', { isTarget: false }, { isTarget: false }],
  ['a block that says null', { isTarget: null }, { isTarget: null }],
  ['keywords', { template: 'keywords' }, { template: 'keywords', isTarget: false }],
  ['keywords that say true', { template: 'keywords', isTarget: true }, { template: 'keywords', isTarget: true }],
  ['a template that is no text', { template: 5 }, { template: 5, isTarget: true }],
  ['a number', 5, 5],
  ['null', null, null],
  ['a list', [{}], [{}]],
])('[DG7][KW2] %s', ([, node, expected]) => {
  expect(complete({ a: node })).toEqual({
    diagram: { nodes: { a: expected }, connections: {} },
    violations: [],
  });
});

it('[DG7] a block with a hostile key, such as __proto__, keeps it when it is completed', () => {
  const { diagram } = complete(JSON.parse('{"__proto__": {"x": 1}}'));
  expect(JSON.stringify(diagram.nodes)).toBe('{"__proto__":{"x":1,"isTarget":true}}');
});

it('[DG8] keys, their order, nulls and malformed entries stay', () => {
  const text =
    '{"z":null,"nodes":{"b":{"zz":1,"isTarget":true,"a":null,"params":{"y":[],"__proto__":1}},"2":[1],"a":"x"},"connections":{"k":5},"a":{}}';
  expect(JSON.stringify(completeDiagram(JSON.parse(text), context).diagram)).toBe(
    '{"z":null,"nodes":{"2":[1],"b":{"zz":1,"isTarget":true,"a":null,"params":{"y":[],"__proto__":1}},"a":"x"},"connections":{"k":5},"a":{}}',
  );
});

it('[DG8] a diagram that needs no addition is returned as the same object, and so is each such block', () => {
  const done = { nodes: { a: { isTarget: true } }, connections: {} };
  expect(completeDiagram(done, context).diagram).toBe(done);

  const half = { nodes: { a: { isTarget: true }, b: {} }, connections: {} };
  const { diagram } = completeDiagram(half, context);
  expect(diagram.nodes['a']).toBe(half.nodes.a);
  expect(diagram.connections).toBe(half.connections);
  expect(half.nodes.b).toEqual({});
});

it.for([uuid, uuid.toUpperCase()])('[DG10] the bot %s is replaced by its number', (bot) => {
  const { diagram, violations } = complete({ a: linkTo(bot) });
  expect(violations).toEqual([]);
  expect(JSON.stringify(diagram.nodes['a'])).toBe(
    JSON.stringify({
      id: 'a',
      template: 'bot_link',
      params: { bot: 42, node: 'x', bot_number: 42, bot_channel_family: 'native', bot_name: 'Other' },
      isTarget: true,
    }),
  );
});

it('[DG10] members with the names of the additions are replaced', () => {
  const params = { bot_name: null, bot: uuid, bot_number: 1 };
  const { diagram } = complete({ a: { template: 'bot_link', params, isTarget: true } });
  expect(diagram.nodes['a']).toEqual({
    template: 'bot_link',
    params: { bot: 42, bot_number: 42, bot_channel_family: 'native', bot_name: 'Other' },
    isTarget: true,
  });
});

it.for<readonly [string, JsonValue]>([
  ['a number', 42],
  ['a number of no bot', -1],
  ['a text that is no uuid', 'other'],
  ['null', null],
  ['an object', { uuid }],
])('[DG11] %s is stored as sent', ([, bot]) => {
  const node = linkTo(bot);
  const { diagram, violations } = complete({ a: node });
  expect(diagram.nodes['a']).toBe(node);
  expect(violations).toEqual([]);
});

it('[DG12] every block that links to an unknown bot is listed, in diagram order', () => {
  const { diagram, violations } = complete({
    b: linkTo(unknownUuid),
    'a/b': linkTo(unknownUuid),
    c: linkTo(uuid),
  });
  const found = (blockId: string, pointer: string) => ({
    code: 'linked_bot_not_found',
    message: `Block "${blockId}" links to a bot that does not exist.`,
    blockId,
    param: 'bot',
    pointer,
    severity: 'error',
  });
  expect(violations).toEqual([found('b', '/nodes/b/params/bot'), found('a/b', '/nodes/a~1b/params/bot')]);
  expect(diagram.nodes['b']).toEqual(linkTo(unknownUuid));
});

it("[DG20] a host's own block that names a bot is completed under the name of its param", () => {
  const jump: BlockDefinition = {
    name: 'jump',
    template: 'jump',
    title: 'Jump',
    description: 'Goes elsewhere.',
    group: 'flow',
    placeable: true,
    canBeWelcome: false,
    waits: false,
    variants: [
      {
        selector: [],
        params: [{ name: 'goal', type: 'any', required: true, rules: {}, description: 'Where to.' }],
        outputs: [],
        outputDerivations: [],
        requiredTier: 'sandbox',
      },
    ],
    references: [{ to: 'bot', param: 'goal' }],
  };
  const nodes = { a: { template: 'jump', params: { goal: uuid }, isTarget: true } };
  const { diagram } = completeDiagram({ nodes, connections: {} }, { ...context, catalog: createCatalog([jump]) });
  expect(diagram.nodes['a']).toEqual({
    template: 'jump',
    params: { goal: 42, goal_number: 42, goal_channel_family: 'native', goal_name: 'Other' },
    isTarget: true,
  });
});

it('[DG21] a block that is malformed elsewhere is completed', () => {
  const { diagram } = complete({ a: { ...linkTo(uuid), top: 'far', id: 5 } });
  expect(diagram.nodes['a']).toMatchObject({ params: { bot: 42 }, top: 'far', id: 5 });
});

it('[DG18] 20,000 blocks in one cycle are completed', () => {
  const nodes = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`n${n}`, { id: `n${n}` }]));
  const { diagram } = complete(nodes);
  expect(Object.values(diagram.nodes).every((node) => (node as JsonObject)['isTarget'] === true)).toBe(true);
});
