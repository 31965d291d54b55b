import { describe, expect, it } from 'vitest';
import { shippedBlocks } from '../../blocks/definitions.ts';
import type { BlockDefinition, BlockVariant, ParamDefinition } from './block-definition.ts';
import { createCatalog } from './catalog.ts';

const text: ParamDefinition = { name: 'text', type: 'string', required: false, rules: {}, description: 'Text.' };
const variant: BlockVariant = {
  selector: [],
  params: [text],
  outputs: ['$success'],
  outputDerivations: [],
  requiredTier: 'sandbox',
};
const sticker: BlockDefinition = {
  name: 'send_sticker',
  template: 'sticker',
  title: 'Send sticker',
  description: 'Shows a sticker.',
  group: 'messages',
  placeable: true,
  canBeWelcome: false,
  waits: false,
  variants: [variant],
};

function withVariant(change: Partial<BlockVariant>): Partial<BlockDefinition> {
  return { variants: [{ ...variant, ...change }] };
}

function withParam(change: Partial<ParamDefinition>): Partial<BlockDefinition> {
  return withVariant({ params: [{ ...text, ...change }] });
}

it('[BL2] a definition is found by its name and by its template, and not the other way round', () => {
  const catalog = createCatalog();
  expect(catalog.byName('ask_question')).toBe(catalog.byTemplate('var_text'));
  expect(catalog.byName('ask_question')?.title).toBe('Ask a question');
  expect(catalog.byName('var_text')).toBeUndefined();
  expect(catalog.byTemplate('ask_question')).toBeUndefined();
});

it.for(['', '__proto__', 'constructor', 'hasOwnProperty', 'toString'])('[BL2] %j finds nothing', (name) => {
  expect(createCatalog().byName(name)).toBeUndefined();
  expect(createCatalog().byTemplate(name)).toBeUndefined();
});

it("[BL11] a host's blocks come after the shipped ones", () => {
  const catalog = createCatalog([sticker]);
  expect(catalog.definitions.map(({ name }) => name)).toEqual([
    ...shippedBlocks.map(({ name }) => name),
    'send_sticker',
  ]);
  expect(catalog.byName('send_sticker')).toBe(catalog.byTemplate('sticker'));
});

it.for(shippedBlocks)('[BL11] the shipped block $name passes the check for blocks of a host', (definition) => {
  expect(() => createCatalog([{ ...definition }])).toThrow(`Block "${definition.name}": the name is taken.`);
});

it('[BL11] catalogs do not affect each other', () => {
  createCatalog([sticker]);
  expect(createCatalog().byName('send_sticker')).toBeUndefined();
});

it("[BL5] a host's block takes a version too, its own if it describes one", () => {
  const version: ParamDefinition = { ...text, name: 'version', type: 'integer', default: 1 };
  const versionsOf = (definition: BlockDefinition) =>
    createCatalog([definition])
      .byName('send_sticker')
      ?.variants.map(({ params }) => params.find(({ name }) => name === 'version')?.default);
  expect(versionsOf(sticker)).toEqual([3]);
  expect(versionsOf({ ...sticker, variants: [variant, { ...variant, params: [version] }] })).toEqual([3, 1]);
  expect(sticker.variants[0]?.params).toEqual([text]);
});

describe('[BL12] definitions that cannot work', () => {
  it.for<readonly [unknown, string]>([
    [undefined, 'Block "undefined": "name" must be a text that is not blank.'],
    [{ name: ' ' }, 'Block " ": "name" must be a text that is not blank.'],
    [{ template: 5 }, 'Block "send_sticker": "template" must be a text that is not blank.'],
    [{ title: undefined }, 'Block "send_sticker": "title" must be a text that is not blank.'],
    [{ placeable: undefined }, 'Block "send_sticker": "placeable" must be true or false.'],
    [{ waits: 'no' }, 'Block "send_sticker": "waits" must be true or false.'],
    [{ check: true }, 'Block "send_sticker": "check" must be a function.'],
    [{ fieldsAfter: [] }, 'Block "send_sticker": "fieldsAfter" must be a function.'],
    [{ setsOtherFields: 'all' }, 'Block "send_sticker": "setsOtherFields" must be true or false.'],
    [{ variants: undefined }, 'Block "send_sticker": it needs a variant.'],
    [{ variants: [] }, 'Block "send_sticker": it needs a variant.'],
    [withVariant({ outputs: 'x' as never }), 'Block "send_sticker", variant 0: "outputs" must be a list.'],
    [withVariant({ params: [text, text] }), 'Block "send_sticker", variant 0: two params have one name.'],
    [withParam({ name: '' }), 'Block "send_sticker", variant 0: a param has no name.'],
    [
      withParam({ type: 'text' as never }),
      'Block "send_sticker", variant 0: the param "text" has the type "text", which is none.',
    ],
    [
      withParam({ required: undefined as never }),
      'Block "send_sticker", variant 0: the param "text" must say whether it is required.',
    ],
    [
      withParam({ description: undefined as never }),
      'Block "send_sticker", variant 0: the param "text" must have a description.',
    ],
    [
      withParam({ rules: undefined as never }),
      'Block "send_sticker", variant 0: the param "text" must have rules, if empty ones.',
    ],
    [withParam({ name: 'version' }), 'Block "send_sticker", variant 0: the param "version" must be an integer.'],
    [
      withParam({ readWhen: { param: 'mode', values: ['a'] } }),
      'Block "send_sticker", variant 0: the param "text" is read by "mode", which it does not have.',
    ],
    [
      withParam({ default: 5 }),
      'Block "send_sticker", variant 0: the default of the param "text" should be of type string.',
    ],
    [
      withParam({ type: 'integer', default: 1.5 }),
      'Block "send_sticker", variant 0: the default of the param "text" should be of type integer.',
    ],
    [
      withParam({ type: 'any', default: new Date(0) as never }),
      'Block "send_sticker", variant 0: the default of the param "text" is not JSON.',
    ],
    [
      withParam({ default: 'c', rules: { enum: ['a', 'b'] } }),
      'Block "send_sticker", variant 0: the default of the param "text" should be one of a, b.',
    ],
    [
      withParam({ default: 'c', rules: { pattern: '^[ab]$' } }),
      'Block "send_sticker", variant 0: the default of the param "text" should match ^[ab]$.',
    ],
    [
      withVariant({ selector: [{ param: 'mode', values: ['a'] }] }),
      'Block "send_sticker", variant 0: the selector names the param "mode", which it does not have.',
    ],
    [
      withVariant({ selector: [{ param: 'text', values: [] }] }),
      'Block "send_sticker", variant 0: the selector gives no values for the param "text".',
    ],
    [withVariant({ outputs: ['a', 'a'] }), 'Block "send_sticker", variant 0: outputs must be texts, each given once.'],
    [withVariant({ outputs: [''] }), 'Block "send_sticker", variant 0: outputs must be texts, each given once.'],
    [
      withVariant({ outputDerivations: [{ param: 'text', each: 'id', prefix: '$' }] }),
      'Block "send_sticker", variant 0: outputs are derived from the param "text", which is not a list.',
    ],
    [
      withVariant({ outputDerivations: [{ param: 'items', each: 'id', prefix: '$' }] }),
      'Block "send_sticker", variant 0: outputs are derived from the param "items", which is not a list.',
    ],
    [
      withVariant({
        params: [{ ...text, type: 'array' }],
        outputDerivations: [{ param: 'text', each: '', prefix: '$' }],
      }),
      'Block "send_sticker", variant 0: outputs derived from "text" need "each" and "prefix".',
    ],
    [withVariant({ requiredTier: 'gold' as never }), 'Block "send_sticker", variant 0: there is no tier "gold".'],
    [
      withVariant({ channelRestriction: 'native' as never }),
      'Block "send_sticker", variant 0: "channelRestriction" must be a list of channel families.',
    ],
    [
      { references: [{ to: 'bot', param: 'bot' }] },
      'Block "send_sticker": a reference names the param "bot", which it does not have.',
    ],
    [
      { references: [{ to: 'account', param: 'text', kind: '' }] },
      'Block "send_sticker": the reference of the param "text" must be to a bot, to a model, or to an account of some kind.',
    ],
    [
      { references: [{ to: 'person', param: 'text' }] },
      'Block "send_sticker": the reference of the param "text" must be to a bot, to a model, or to an account of some kind.',
    ],
    [{ name: 'send_text' }, 'Block "send_text": the name is taken.'],
    [{ template: 'hidden' }, 'Block "send_sticker": the template "hidden" is taken.'],
  ])('[BL12] %j', ([change, message]) => {
    const definition = change === undefined ? undefined : { ...sticker, ...(change as object) };
    expect(() => createCatalog([definition as BlockDefinition])).toThrow(new TypeError(message));
  });

  it('[BL12] two host blocks with the same name', () => {
    expect(() => createCatalog([sticker, { ...sticker, template: 'other' }])).toThrow(
      new TypeError('Block "send_sticker": the name is taken.'),
    );
  });
});

describe('[BL13] patterns', () => {
  it('[BL13] a pattern that does not compile makes createCatalog throw', () => {
    expect(() => createCatalog([{ ...sticker, ...withParam({ rules: { pattern: '(' } }) }])).toThrow(
      /^Block "send_sticker", variant 0: the pattern of the param "text" is faulty: /,
    );
  });

  it('[BL13] a pattern is compiled once, with the u flag', () => {
    const definition = { ...sticker, ...withParam({ rules: { pattern: '^.$' } }) };
    const catalog = createCatalog([definition]);
    const param = catalog.byName('send_sticker')?.variants[0]?.params[0] as ParamDefinition;
    expect(catalog.patternOf(param)).toEqual(/^.$/u);
    expect(catalog.patternOf(param)).toBe(catalog.patternOf(param));
    expect(catalog.patternOf(text)).toBeUndefined();
  });

  it('[BL13] patterns of the shipped blocks test a million characters quickly', () => {
    const catalog = createCatalog();
    const hostile = ['a'.repeat(1_000_000), `${'{'.repeat(1_000_000)}`, `${' '.repeat(1_000_000)}}`];
    const params = catalog.definitions.flatMap(({ variants }) => variants.flatMap((shape) => shape.params));
    const answers = params.flatMap((param) => {
      const pattern = catalog.patternOf(param);
      return pattern === undefined ? [] : [hostile.map((value) => pattern.test(value))];
    });
    expect(answers.length).toBeGreaterThan(0);
    expect(answers.map(([, ...others]) => others)).toEqual(answers.map(() => [false, false]));
  });
});
