import * as fc from 'fast-check';
import type { ParamDefinition } from '../src/domain/blocks/block-definition.ts';
import { type Catalog, createCatalog } from '../src/domain/blocks/catalog.ts';
import { describeBlock, param } from '../src/domain/blocks/describe-block.ts';
import type { Diagram } from '../src/domain/diagram/diagram.ts';
import type { JsonObject, JsonValue } from '../src/domain/json/json-value.ts';
import type { CheckContext } from '../src/domain/rules/rule.ts';

const described = { description: 'What the probe reads.' };

/** A host's block with every rule of the catalog, two shapes, and a list that makes outputs. */
const probe = describeBlock({
  name: 'probe',
  template: 'probe',
  title: 'Probe',
  description: 'A block of a host.',
  group: 'host',
  canBeWelcome: true,
  variants: [
    {
      selector: [{ param: 'mode', values: ['plain', 'rich'] }],
      params: [
        param('mode', 'string', { default: 'plain', ...described }),
        param('constructor', 'string', {
          required: true,
          rules: { nonEmpty: true, pattern: '^[a-z]', minLength: 2, maxLength: 4, enum: ['abc', 'de', 'Abcdef', 'x'] },
          ...described,
        }),
        param('level', 'number', { rules: { min: 0, max: 1 }, ...described }),
        param('exits', 'array', { rules: { minItems: 1, maxItems: 2 }, ...described }),
        param('block', 'any', { default: 'b', readWhen: { param: 'level', values: [0, 1] }, ...described }),
        param('note', 'any', {
          required: true,
          rules: { nonEmpty: true },
          readWhen: { param: 'mode', values: ['rich'] },
          ...described,
        }),
      ],
      outputs: ['out'],
      outputDerivations: [{ param: 'exits', each: 'id', prefix: '$' }],
      channelRestriction: ['native', 'kiosk'],
    },
    {
      selector: [{ param: 'mode', values: ['bare'] }],
      params: [param('mode', 'string', described), param('level', 'integer', { default: 1, ...described })],
      outputs: ['__proto__'],
    },
  ],
  references: [
    { to: 'account', param: 'constructor', kind: 'things' },
    { to: 'bot', param: 'level', block: 'block' },
  ],
});

/** A host's block that goes on at once, by its own choice of two jumps. */
const fork = describeBlock({
  name: 'fork',
  template: 'fork',
  title: 'Fork',
  description: 'A block of a host.',
  group: 'host',
  waits: false,
  variants: [
    {
      params: [
        param('first', 'any', { default: 1, ...described }),
        param('second', 'any', described),
        param('at', 'string', described),
      ],
      outputs: ['out'],
    },
  ],
  references: [
    { to: 'bot', param: 'first', block: 'at' },
    { to: 'bot', param: 'second', block: 'at' },
  ],
});

export const probingCatalog: Catalog = createCatalog([probe, fork]);

/** Uuid of the bot that the facts name as the own one. */
const ownId = '0192aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

const hostileKeys = ['__proto__', 'constructor', 'toString', 'a/b~c', '', '7'];
const keys = fc.constantFrom('hidden', 'welcome', 'bot_start', 'splash', 'a', 'b', 'c', 'd', ...hostileKeys);
const anything = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;

const entries = fc.array(
  fc.oneof(
    anything,
    fc.record({ id: fc.constantFrom('x', 'y', '', ' '), label: fc.constantFrom('X', 'Y') }, { requiredKeys: [] }),
    fc.constant({ field: 'f', operator: 'is_set', value: '' }),
    fc.constantFrom({ formula: 'a +' }, { id: 'x', match: 'all', conditions: [{ formula: 'f > 1' }] }),
    fc.constant({ path: '/a', destination: 'agent_id', selectorValue: 1, value: 'id' }),
  ),
  { maxLength: 3 },
);
const values = fc.oneof(
  { weight: 2, arbitrary: anything },
  {
    weight: 3,
    arbitrary: fc.constantFrom<JsonValue>(
      '',
      ' ',
      'x',
      'abc',
      'text @{name}',
      'plain',
      'rich',
      'bare',
      'token',
      '@{id}',
      'a + 1',
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom<JsonValue>(0, 1, 2, 3, 1.5, true, null, [], {}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<JsonValue>('get_row', 'SET', 'UNSET', 'all', 'image', 'yyyy/MM/dd', ['%Y/%m/%d']),
  },
  { weight: 2, arbitrary: entries },
);

/** The blocks with rare rules have a share of their own, however many kinds are shipped. */
const templates = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...probingCatalog.definitions, undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...probingCatalog.definitions.filter(({ name }) => ['probe', 'fork', 'bot_link', 'formulas'].includes(name)),
    ),
  },
);

/** Params by which blocks jump. */
const jumps = fc.record(
  {
    bot: fc.constantFrom<JsonValue>(1, 2, 3, ownId, ownId.toUpperCase()),
    first: fc.constantFrom<JsonValue>(1, 2, 3),
    level: fc.constantFrom<JsonValue>(0, 1, 2, 3),
    second: fc.constantFrom<JsonValue>(1, 2, ownId),
    node: fc.oneof(keys, fc.constantFrom<JsonValue>(' a ', ' ', 5)),
    at: keys,
    block: fc.oneof(keys, fc.constantFrom<JsonValue>(' a ', ' ', 5)),
  },
  { requiredKeys: ['bot'] },
);

const twoOfOneWord: JsonValue = [
  { id: 'x', label: 'X', words: ['a'] },
  { id: 'y', label: 'Y', words: ['A'] },
];

const twoOfOneExit: JsonValue = [{ id: 'invalid' }, { id: 'invalid' }];

/** Sometimes a value that the catalog names, or one just out of its bounds. */
function valuesFor({ type, default: fallback, rules }: ParamDefinition): fc.Arbitrary<JsonValue> {
  const { enum: named = [], min, max, maxItems = 9 } = rules;
  const tooMany = Array.from({ length: maxItems + 1 }, () => ({ id: 'x' }));
  const telling = [
    ...named,
    ...(fallback === undefined ? [] : [fallback]),
    (min ?? 0) - 1,
    (max ?? 0) + 1,
    ...(maxItems < 9 ? [tooMany] : []),
    ...(type === 'array' ? [twoOfOneWord, twoOfOneExit] : []),
  ];
  return fc.oneof({ weight: 2, arbitrary: values }, { weight: 1, arbitrary: fc.constantFrom<JsonValue>(...telling) });
}

const blocks = templates.chain((definition) => {
  const known = definition?.variants.flatMap((variant) => variant.params) ?? [];
  const members = known.map((one) => fc.tuple(fc.constant(one.name), valuesFor(one)));
  const mayJump = definition?.references?.some(({ to }) => to === 'bot') === true;
  const params = fc
    .tuple(
      fc.array(fc.oneof(...members, ...members, fc.tuple(fc.constantFrom('__proto__', 'version', 'text'), values)), {
        maxLength: 8,
      }),
      mayJump ? fc.option(jumps, { nil: undefined, freq: 5 }) : fc.constant(undefined),
    )
    .map(([made, jump = {}]) => {
      const named = Object.entries(jump).filter(([name]) => known.some((one) => one.name === name));
      return Object.fromEntries([['version', 3], ...made, ...named]) as JsonObject;
    });
  return fc.record(
    {
      template: fc.constant(definition?.template ?? 'constructor'),
      params,
      path: fc.option(keys, { nil: undefined, freq: 5 }),
      isTarget: fc.boolean(),
      top: fc.integer({ min: 0, max: 2 }),
      left: fc.integer({ min: 0, max: 2 }),
    },
    { requiredKeys: ['template', 'params'] },
  );
});

const outputs = fc.constantFrom('$success', 'success', 'true', '$yes', '$x', '$', '$failed', 'out', '__proto__');

const nodes = fc
  .array(
    fc.tuple(
      keys,
      fc.oneof(
        { weight: 12, arbitrary: fc.tuple(blocks, fc.option(keys, { nil: undefined, freq: 10 })) },
        { weight: 1, arbitrary: fc.tuple(anything, fc.constant(undefined)) },
        { weight: 1, arbitrary: fc.tuple(fc.tuple(blocks, keys, anything), fc.constant(undefined)) },
      ),
    ),
    { maxLength: 9 },
  )
  .map((made) => Object.fromEntries(made.map(([key, [value, id]]) => [key, nodeOf(key, value, id)])) as JsonObject);

function nodeOf(key: string, value: unknown, id: string | undefined): JsonValue {
  if (Array.isArray(value)) {
    const [block, member, broken] = value;
    return typeof block === 'object' && block !== null && typeof member === 'string'
      ? ({ id: key, ...block, [member]: broken, params: broken } as JsonObject)
      : (value as JsonValue);
  }
  if (typeof value !== 'object' || value === null || !('template' in value)) return value as JsonValue;
  const { path, ...rest } = value as JsonObject;
  return { id: id ?? key, ...(path !== undefined && { path: id ?? path }), ...rest };
}

const connections = fc
  .array(
    fc.tuple(
      fc.record({ sourcePath: keys, type: outputs, targetPath: keys }),
      fc.constantFrom('sound', 'sound', 'sound', 'sound', 'sound', 'sound', 'other key', 'other id', 'broken'),
      anything,
      keys,
    ),
    { maxLength: 14 },
  )
  .map(
    (made) =>
      Object.fromEntries(
        made.map(([ends, state, broken, key]) => {
          const id = `${ends.sourcePath}.${ends.type}--${ends.targetPath}`;
          if (state === 'broken') return [key, broken];
          return [state === 'other key' ? key : id, { id: state === 'other id' ? key : id, ...ends }];
        }),
      ) as JsonObject,
  );

/** Diagrams with every kind of block, malformed entries, hostile keys and connections that lead anywhere. */
export const arbitraryDiagram: fc.Arbitrary<Diagram> = fc
  .record({ nodes, connections })
  .map((diagram) => JSON.parse(JSON.stringify(diagram)) as Diagram);

/** The facts that a check gets beside the catalog. */
export const arbitraryFacts: fc.Arbitrary<Omit<CheckContext, 'catalog'>> = fc.record(
  {
    channelFamily: fc.constantFrom('native', 'apichat', 'kiosk'),
    greetingSlots: fc.constant(new Map([['kiosk', 'splash']])),
    linkedBots: fc.constant(
      new Map([
        [1, { published: true, targets: new Set(['a', 'welcome']) }],
        [3, { published: false }],
      ]),
    ),
    bot: fc.constantFrom({ number: 1 }, { number: 2, id: ownId }, { id: ownId }),
    connectedAccounts: fc.constant(new Set(['things:abc', 'spreadsheets:x'])),
    models: fc.constant(new Set(['abc'])),
  },
  { requiredKeys: ['channelFamily'] },
);
