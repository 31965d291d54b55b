import { describe, expect, it } from 'vitest';
import type { BlockDefinition } from '../domain/blocks/block-definition.ts';
import { createCatalog } from '../domain/blocks/catalog.ts';

const catalog = createCatalog();
const placeable = catalog.definitions.filter((definition) => definition.placeable);

function byName(name: string): BlockDefinition {
  const definition = catalog.byName(name);
  if (definition === undefined) throw new Error(`No block "${name}".`);
  return definition;
}

function namesOf(accepts: (definition: BlockDefinition) => boolean): readonly string[] {
  return placeable
    .filter(accepts)
    .map(({ name }) => name)
    .sort();
}

it('[BL1] the catalog has these blocks, and the start point', () => {
  const rows = placeable.map(({ name, template, variants }) => [name, template, variants[0]?.outputs.join(' ')]);
  expect(rows).toEqual([
    ['opening', 'opening', '$success'],
    ['send_text', 'chat', '$success'],
    ['send_media', 'media', '$success'],
    ['ask_question', 'var_text', '$success'],
    ['ask_name', 'var_name', '$success'],
    ['ask_email', 'var_email', '$success'],
    ['ask_phone', 'var_phone', '$success'],
    ['ask_number', 'var_number', '$success'],
    ['ask_url', 'var_url', '$success'],
    ['ask_date', 'var_date', '$success'],
    ['ask_file', 'var_file', '$success'],
    ['ask_yes_no', 'yes_no', '$yes $no'],
    ['buttons', 'buttons', ''],
    ['conditions', 'conditions', 'true false'],
    ['set_a_field', 'set_field', 'success'],
    ['formulas', 'formulas', '$success $failed'],
    ['webhook', 'webhook', '$success $failed'],
    ['send_email', 'send_email', '$success $failed'],
    ['code', 'code', '$success $failed'],
    ['ai_agent', 'ai_agent', ''],
    ['human_takeover', 'human', ''],
    ['close_chat', 'close', ''],
    ['bot_link', 'bot_link', ''],
    ['spreadsheets', 'spreadsheets', '$success $failed'],
    ['scheduler', 'scheduler', '$success'],
  ]);
});

it('[BL1] each button and each exit makes an output that is called as its id', () => {
  expect(byName('buttons').variants[0]?.outputDerivations).toEqual([{ param: 'buttons', each: 'id', prefix: '$' }]);
  expect(byName('ai_agent').variants[0]?.outputDerivations).toEqual([{ param: 'outputs', each: 'id', prefix: '$' }]);
});

describe('[BL3] params', () => {
  it.for<readonly [string, readonly string[]]>([
    ['opening', ['text']],
    ['send_text', ['text!']],
    ['send_media', ['url!', 'media_type!', 'caption']],
    ['ask_question', ['text!', 'destination', 'errorText', 'minChars', 'maxChars']],
    ['ask_name', ['text!', 'destination', 'errorText']],
    ['ask_email', ['text!', 'destination', 'errorText']],
    ['ask_phone', ['text!', 'destination', 'errorText']],
    ['ask_number', ['text!', 'destination', 'errorText', 'min', 'max', 'decimal']],
    ['ask_url', ['text!', 'destination', 'errorText']],
    ['ask_date', ['text!', 'destination', 'errorText', 'format', 'pickerFormat', 'locale', 'showDatePicker']],
    ['ask_file', ['text!', 'destination', 'errorText']],
    ['ask_yes_no', ['text!', 'destination', 'errorText']],
    ['buttons', ['text!', 'destination', 'errorText', 'buttons!']],
    ['conditions', ['match', 'conditions!']],
    ['set_a_field', ['field!', 'action', 'value!']],
    ['formulas', ['expression!', 'destination']],
    ['webhook', ['url!', 'method', 'headers', 'body', 'destination', 'saves']],
    ['send_email', ['to!', 'cc', 'bcc', 'replyTo', 'fromName', 'subject!', 'text!', 'attachments', 'transcript']],
    ['code', ['source!']],
    ['ai_agent', ['outputs!', 'assistantId!']],
    ['human_takeover', ['text']],
    ['close_chat', ['text']],
    ['bot_link', ['bot!', 'node', 'bot_number', 'bot_channel_family', 'bot_name']],
    ['scheduler', ['auth_id!', 'scheduling_url!']],
  ])('[BL3] %s takes %j, ! being required', ([name, params]) => {
    const { variants } = byName(name);
    expect(variants).toHaveLength(1);
    expect(variants[0]?.params.map((param) => `${param.name}${param.required ? '!' : ''}`)).toEqual([
      ...params,
      'version',
    ]);
  });

  it('[BL3] spreadsheets take a reference when there is a row to find', () => {
    const shared = ['action', 'auth_id', 'spreadsheet_id', 'sheet_name', 'selectors'];
    expect(
      byName('spreadsheets').variants.map(({ selector, params }) => [selector, params.map(({ name }) => name)]),
    ).toEqual([
      [[{ param: 'action', values: ['insert_row'] }], [...shared, 'version']],
      [[{ param: 'action', values: ['update_row'] }], [...shared, 'reference', 'version']],
      [[{ param: 'action', values: ['get_row'] }], [...shared, 'reference', 'version']],
    ]);
  });

  it('[BL3] these params have a default', () => {
    const defaults = placeable.flatMap(({ name, variants }) =>
      (variants[0]?.params ?? [])
        .filter((param) => param.name !== 'version' && param.default !== undefined)
        .map((param) => [name, param.name, param.default]),
    );
    expect(defaults).toEqual([
      ['ask_number', 'decimal', 'point'],
      ['ask_date', 'format', ['%Y/%m/%d']],
      ['ask_date', 'locale', 'en'],
      ['conditions', 'match', 'all'],
      ['set_a_field', 'action', 'SET'],
      ['webhook', 'method', 'POST'],
      ['send_email', 'transcript', false],
    ]);
  });

  it('[BL3] these params have a list of values', () => {
    const lists = placeable.flatMap(({ name, variants }) =>
      (variants[0]?.params ?? [])
        .filter(({ rules }) => rules.enum !== undefined)
        .map((param) => [name, param.name, param.rules.enum?.join(' ')]),
    );
    expect(lists).toEqual([
      ['send_media', 'media_type', 'image video audio document'],
      ['ask_number', 'decimal', 'point comma ask'],
      ['ask_date', 'pickerFormat', 'yyyy/MM/dd yy/MM/dd dd/MM/yyyy dd/MM/yy MM/dd/yy MM/dd/yyyy'],
      ['conditions', 'match', 'all any'],
      ['set_a_field', 'action', 'SET UNSET'],
      ['webhook', 'method', 'GET POST PUT PATCH DELETE'],
      ['spreadsheets', 'action', 'insert_row update_row get_row'],
    ]);
  });

  it('[BL3][BL23] buttons are 1 to 20, conditions and exits at least one, and no list has more than 1,000', () => {
    const rulesOf = (block: string, name: string) =>
      byName(block).variants[0]?.params.find((param) => param.name === name)?.rules;
    expect(rulesOf('buttons', 'buttons')).toEqual({ minItems: 1, maxItems: 20 });
    expect(rulesOf('conditions', 'conditions')).toEqual({ minItems: 1, maxItems: 1_000 });
    expect(rulesOf('ai_agent', 'outputs')).toEqual({ minItems: 1, maxItems: 1_000 });
    for (const [block, list] of [
      ['webhook', 'headers'],
      ['webhook', 'saves'],
      ['spreadsheets', 'selectors'],
    ] as const) {
      expect(rulesOf(block, list)).toEqual({ maxItems: 1_000 });
    }
  });

  it('[BL3] set_field reads its value only when it sets the Field', () => {
    const value = byName('set_a_field').variants[0]?.params.find(({ name }) => name === 'value');
    expect(value).toMatchObject({ rules: { nonEmpty: true }, readWhen: { param: 'action', values: ['SET'] } });
  });

  it('[BL3] every text that a catalog shows exists', () => {
    for (const { title, description, group, variants } of catalog.definitions) {
      const words = [title, description, group, ...variants.flatMap(({ params }) => params.map((p) => p.description))];
      expect(words.filter((word) => word.trim() === '')).toEqual([]);
    }
  });
});

it('[BL4] these blocks can fill the greeting slot', () => {
  expect(namesOf(({ canBeWelcome }) => canBeWelcome)).toEqual([
    'ask_date',
    'ask_number',
    'ask_phone',
    'ask_question',
    'ask_url',
    'ask_yes_no',
    'buttons',
    'opening',
  ]);
});

it('[BL5] every variant takes a version', () => {
  const versions = placeable.flatMap(({ variants }) =>
    variants.map(({ params }) => params.find(({ name }) => name === 'version')),
  );
  expect(new Set(versions.map((version) => JSON.stringify(version))).size).toBe(1);
  expect(versions[0]).toMatchObject({ type: 'integer', required: false, default: 3 });
});

it('[BL6] the start point is there, cannot be placed and has no variants', () => {
  expect(catalog.byTemplate('hidden')).toBe(catalog.byName('hidden'));
  expect(catalog.byName('hidden')).toMatchObject({ placeable: false, variants: [] });
  expect(catalog.definitions.filter((definition) => !definition.placeable)).toHaveLength(1);
});

it('[BL7] these params name something outside the diagram', () => {
  const references = placeable.flatMap(({ name, references = [] }) => references.map((reference) => [name, reference]));
  expect(references).toEqual([
    ['bot_link', { to: 'bot', param: 'bot', block: 'node' }],
    ['spreadsheets', { to: 'account', param: 'auth_id', kind: 'spreadsheets' }],
    ['scheduler', { to: 'account', param: 'auth_id', kind: 'scheduler' }],
  ]);
});

it('[BL17] these blocks need a plan tier', () => {
  const needing = (tier: string) => namesOf(({ variants }) => variants.every((v) => v.requiredTier === tier));
  expect(needing('professional')).toEqual(['formulas', 'human_takeover']);
  expect(needing('starter')).toEqual([
    'ai_agent',
    'code',
    'conditions',
    'scheduler',
    'send_email',
    'spreadsheets',
    'webhook',
  ]);
  expect(needing('sandbox')).toHaveLength(placeable.length - 9);
});

it('[BL18] code runs on native only, the others everywhere', () => {
  const restrictions = placeable.flatMap(({ name, variants }) =>
    variants.flatMap(({ channelRestriction }) =>
      channelRestriction === undefined ? [] : [[name, channelRestriction]],
    ),
  );
  expect(restrictions).toEqual([['code', ['native']]]);
});

it('[BL19] these blocks wait', () => {
  expect(namesOf(({ waits }) => waits)).toEqual([
    'ai_agent',
    'ask_date',
    'ask_email',
    'ask_file',
    'ask_name',
    'ask_number',
    'ask_phone',
    'ask_question',
    'ask_url',
    'ask_yes_no',
    'buttons',
    'human_takeover',
    'scheduler',
  ]);
});
