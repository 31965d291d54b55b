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

function namesInOrder(accepts: (definition: BlockDefinition) => boolean): readonly string[] {
  return placeable.filter(accepts).map(({ name }) => name);
}

it('[BL1] the catalog has these blocks, and the start point', () => {
  const rows = placeable.map(({ name, template, variants }) => [name, template, variants[0]?.outputs.join(' ')]);
  expect(rows).toEqual([
    ['opening', 'opening', '$success'],
    ['send_text', 'chat', '$success'],
    ['send_media', 'media', '$success'],
    ['open_url', 'open_url', '$success'],
    ['wait', 'wait', '$success'],
    ['ask_question', 'var_text', '$success'],
    ['ask_name', 'var_name', '$success'],
    ['ask_email', 'var_email', '$success'],
    ['ask_phone', 'var_phone', '$success'],
    ['ask_number', 'var_number', '$success'],
    ['ask_url', 'var_url', '$success'],
    ['ask_date', 'var_date', '$success'],
    ['ask_time', 'var_time', '$success'],
    ['ask_file', 'var_file', '$success'],
    ['ask_yes_no', 'yes_no', '$yes $no'],
    ['buttons', 'buttons', ''],
    ['ask_choices', 'var_choices', '$success'],
    ['ask_rating', 'rating', '$success'],
    ['ask_card', 'cards', ''],
    ['understand', 'understand', '$other'],
    ['conditions', 'conditions', 'true false'],
    ['switch', 'switch', '$else'],
    ['set_a_field', 'set_field', 'success'],
    ['formulas', 'formulas', '$success $failed'],
    ['webhook', 'webhook', '$success $failed'],
    ['send_email', 'send_email', '$success $failed'],
    ['code', 'code', '$success $failed'],
    ['language_model', 'language_model', '$success $failed'],
    ['ai_agent', 'ai_agent', ''],
    ['human_takeover', 'human', ''],
    ['close_chat', 'close', ''],
    ['bot_link', 'bot_link', ''],
    ['go_back', 'go_back', ''],
    ['spreadsheets', 'spreadsheets', '$success $failed'],
    ['scheduler', 'scheduler', '$success'],
  ]);
});

it('[BL1] each button, case and exit makes an output that is called as its id', () => {
  expect(byName('switch').variants[0]?.outputDerivations).toEqual([{ param: 'cases', each: 'id', prefix: '$' }]);
  const exits = { param: 'exits', each: 'id', prefix: '$' };
  const [buttons, listed] = byName('buttons').variants.map(({ outputDerivations }) => outputDerivations);
  expect(buttons).toEqual([{ param: 'buttons', each: 'id', prefix: '$' }, exits]);
  expect(listed).toEqual([exits]);
  expect(byName('ask_card').variants[0]?.outputDerivations).toEqual([
    { param: 'cards', each: 'id', prefix: '$' },
    exits,
  ]);
  expect(byName('ask_email').variants[0]?.outputDerivations).toEqual([exits]);
  expect(byName('wait').variants[0]?.outputDerivations).toEqual([exits]);
  for (const { outputDerivations } of byName('understand').variants)
    expect(outputDerivations).toEqual([{ param: 'routes', each: 'id', prefix: '$' }, exits]);
  expect(byName('language_model').variants[0]?.outputDerivations).toEqual([
    { param: 'tools', each: 'id', prefix: '$' },
  ]);
  expect(byName('ai_agent').variants[0]?.outputDerivations).toEqual([{ param: 'outputs', each: 'id', prefix: '$' }]);
});

describe('[BL3] params', () => {
  const asked = ['text!', 'destination', 'errorText', 'format'];
  const options = ['variations', 'errorTexts', 'quiet', 'skipIfSet', 'exits'];
  const typed = [...options, 'placeholder', 'sendLabel'];

  it.for<readonly [string, readonly string[]]>([
    ['opening', ['text', 'variations', 'format']],
    ['send_text', ['text!', 'variations', 'format']],
    ['send_media', ['url!', 'media_type!', 'caption', 'format']],
    ['open_url', ['url!', 'text', 'target']],
    ['wait', ['seconds!', 'typing', 'exits', 'destination']],
    ['ask_question', [...asked, 'minChars', 'maxChars', ...typed]],
    ['ask_name', [...asked, ...typed]],
    ['ask_email', [...asked, ...typed]],
    ['ask_phone', [...asked, ...typed]],
    ['ask_number', [...asked, 'min', 'max', 'decimal', ...typed]],
    ['ask_url', [...asked, ...typed]],
    ['ask_date', [...asked.slice(0, 3), 'textFormat', 'format', 'pickerFormat', 'locale', 'showDatePicker', ...typed]],
    ['ask_time', [...asked, ...typed]],
    ['ask_file', [...asked, 'accept', 'maxBytes', 'several', 'doneLabel', ...typed]],
    ['ask_yes_no', [...asked, ...options]],
    ['ask_rating', [...asked, 'min', 'max', 'icon', 'lowLabel', 'highLabel', ...options]],
    ['ask_card', [...asked, 'cards!', ...options]],
    ['conditions', ['match', 'conditions!']],
    ['switch', ['cases!']],
    ['set_a_field', ['field!', 'action', 'value!']],
    ['formulas', ['expression!', 'destination']],
    ['webhook', ['url!', 'method', 'headers', 'body', 'destination', 'saves']],
    [
      'send_email',
      ['to!', 'cc', 'bcc', 'replyTo', 'fromName', 'subject!', 'text!', 'format', 'attachments', 'transcript'],
    ],
    ['code', ['source!']],
    [
      'language_model',
      [
        'model!',
        'instructions',
        'input',
        'history',
        'historyMessages',
        'say',
        'format',
        'destination',
        'fills',
        'tools',
        'maxTokens',
        'temperature',
        'turns',
      ],
    ],
    ['ai_agent', ['outputs!', 'assistantId!']],
    ['human_takeover', ['text', 'format']],
    ['close_chat', ['text', 'format']],
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

  it('[BL3][UN20] understand takes the language of the phrases, or a model', () => {
    const shapes = byName('understand').variants.map(({ selector, params }) => [
      selector,
      params.map((param) => `${param.name}${param.required ? '!' : ''}`),
    ]);
    expect(shapes).toEqual([
      [[{ param: 'method', values: ['words'] }], [...asked, 'routes!', 'method', 'locale', ...typed, 'version']],
      [[{ param: 'method', values: ['model'] }], [...asked, 'routes!', 'method', 'model!', 'fills', ...typed, 'version']],
    ]);
  });

  it.for<readonly [string, readonly string[], readonly string[], readonly string[], readonly string[]]>([
    ['buttons', ['buttons!'], ['moreLabel'], [], ['$item']],
    ['ask_choices', ['choices!', 'min', 'max', 'doneLabel'], ['min', 'max', 'doneLabel'], ['$success'], ['$success']],
  ])('[BL3][CX10] %s takes choices from its params or from a Field', ([name, fixed, list, outputs, outputsOfList]) => {
    const shared = [...asked, 'source'];
    const shapes = byName(name).variants.map((variant) => [
      variant.selector,
      variant.params.map((param) => `${param.name}${param.required ? '!' : ''}`),
      variant.outputs,
    ]);
    expect(shapes).toEqual([
      [[{ param: 'source', values: ['fixed'] }], [...shared, ...fixed, ...options, 'version'], outputs],
      [
        [{ param: 'source', values: ['list'] }],
        [...shared, 'list!', 'labelPath', 'valuePath', ...list, ...options, 'version'],
        outputsOfList,
      ],
    ]);
  });

  it('[BL3] these params have a default', () => {
    const defaults = placeable.flatMap(({ name, variants }) =>
      (variants[0]?.params ?? [])
        .filter(({ name }) => !['version', 'quiet', 'skipIfSet'].includes(name))
        .filter((param) => param.default !== undefined && param.default !== 'plain')
        .map((param) => [name, param.name, param.default]),
    );
    expect(defaults).toEqual([
      ['open_url', 'target', 'new'],
      ['wait', 'typing', true],
      ['ask_number', 'decimal', 'point'],
      ['ask_date', 'format', ['%Y/%m/%d']],
      ['ask_date', 'locale', 'en'],
      ['ask_file', 'several', false],
      ['ask_file', 'doneLabel', 'Done'],
      ['buttons', 'source', 'fixed'],
      ['ask_choices', 'source', 'fixed'],
      ['ask_choices', 'min', 1],
      ['ask_rating', 'min', 1],
      ['ask_rating', 'max', 5],
      ['ask_rating', 'icon', 'star'],
      ['understand', 'method', 'words'],
      ['understand', 'locale', 'en'],
      ['conditions', 'match', 'all'],
      ['set_a_field', 'action', 'SET'],
      ['webhook', 'method', 'POST'],
      ['send_email', 'transcript', false],
      ['language_model', 'input', '@{#last}'],
      ['language_model', 'history', 'conversation'],
      ['language_model', 'historyMessages', 20],
      ['language_model', 'say', true],
      ['language_model', 'format', 'markdown'],
      ['language_model', 'maxTokens', 800],
      ['language_model', 'turns', 1],
      ['bot_link', 'mode', 'jump'],
    ]);
  });

  it('[RX11] these blocks take the format of their texts, plain by default', () => {
    const formats = placeable.flatMap(({ name, variants }) =>
      (variants[0]?.params ?? []).filter((param) => param.default === 'plain').map((param) => [name, param.name]),
    );
    const questions = placeable.filter(({ group }) => group === 'questions').map(({ name }) => name);
    const others = ['opening', 'send_email', 'send_text', 'send_media', 'human_takeover', 'close_chat'];
    expect(formats.toSorted()).toEqual(
      [...others, ...questions].map((name) => [name, name === 'ask_date' ? 'textFormat' : 'format']).toSorted(),
    );
  });

  it('[BL3] these params have a list of values', () => {
    const lists = placeable.flatMap(({ name, variants }) =>
      (variants[0]?.params ?? [])
        .filter((param) => param.rules.enum !== undefined && param.default !== 'plain')
        .map((param) => [name, param.name, param.rules.enum?.join(' ')]),
    );
    expect(lists).toEqual([
      ['send_media', 'media_type', 'image video audio document'],
      ['open_url', 'target', 'new same'],
      ['ask_number', 'decimal', 'point comma ask'],
      ['ask_date', 'pickerFormat', 'yyyy/MM/dd yy/MM/dd dd/MM/yyyy dd/MM/yy MM/dd/yy MM/dd/yyyy'],
      ['buttons', 'source', 'fixed list'],
      ['ask_choices', 'source', 'fixed list'],
      ['ask_rating', 'min', '0 1'],
      ['ask_rating', 'icon', 'number star heart smiley'],
      ['understand', 'method', 'words model'],
      ['conditions', 'match', 'all any'],
      ['set_a_field', 'action', 'SET UNSET APPEND REMOVE ADD'],
      ['webhook', 'method', 'GET POST PUT PATCH DELETE'],
      ['language_model', 'history', 'none conversation'],
      ['language_model', 'format', 'plain markdown'],
      ['bot_link', 'mode', 'jump call'],
      ['spreadsheets', 'action', 'insert_row update_row get_row'],
    ]);
  });

  it('[BL3][BL23] buttons are 1 to 20, conditions and exits at least one, and no list has more than 1,000', () => {
    const rulesOf = (block: string, name: string) =>
      byName(block).variants[0]?.params.find((param) => param.name === name)?.rules;
    expect(rulesOf('buttons', 'buttons')).toEqual({ minItems: 1, maxItems: 20 });
    expect(rulesOf('ask_choices', 'choices')).toEqual({ minItems: 1, maxItems: 50 });
    expect(rulesOf('ask_card', 'cards')).toEqual({ minItems: 1, maxItems: 10 });
    expect(rulesOf('understand', 'routes')).toEqual({ minItems: 1, maxItems: 100 });
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

  it('[BL3] set_field reads its value unless it removes the Field', () => {
    const value = byName('set_a_field').variants[0]?.params.find(({ name }) => name === 'value');
    expect(value).toMatchObject({
      rules: { nonEmpty: true },
      readWhen: { param: 'action', values: ['SET', 'APPEND', 'REMOVE', 'ADD'] },
    });
  });

  it('[QN1] every question has the options of questions, and a typed one those of its text field', () => {
    const asking = placeable.filter(({ isQuiet }) => isQuiet !== undefined);
    expect(asking.map(({ name }) => name)).toEqual(namesInOrder(({ group }) => group === 'questions'));
    for (const { name, variants } of asking) {
      const names = variants.flatMap(({ params }) => params.map((param) => param.name));
      const isChosen = ['ask_yes_no', 'buttons', 'ask_choices', 'ask_rating', 'ask_card'].includes(name);
      expect(names).toEqual(expect.arrayContaining(isChosen ? options : typed));
      expect(names.includes('placeholder')).toBe(!isChosen);
    }
    const of = (name: string) => byName('ask_name').variants[0]?.params.find((param) => param.name === name);
    expect(of('text')).toMatchObject({ required: true, readWhen: { param: 'quiet', values: [false] } });
    expect(['quiet', 'skipIfSet'].map((name) => of(name)?.default)).toEqual([false, false]);
    expect(['errorTexts', 'variations', 'placeholder', 'sendLabel'].map((name) => of(name)?.rules)).toEqual([
      { maxItems: 10 },
      { maxItems: 20 },
      { maxLength: 100 },
      { maxLength: 40 },
    ]);
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
    'ask_choices',
    'ask_date',
    'ask_number',
    'ask_phone',
    'ask_question',
    'ask_rating',
    'ask_time',
    'ask_url',
    'ask_yes_no',
    'buttons',
    'opening',
    'understand',
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
    ['understand', { to: 'model', param: 'model' }],
    ['language_model', { to: 'model', param: 'model' }],
    ['bot_link', { to: 'bot', param: 'bot', block: 'node', mayReturn: true }],
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
    'language_model',
    'scheduler',
    'send_email',
    'spreadsheets',
    'switch',
    'webhook',
  ]);
  expect(byName('understand').variants.map((v) => v.requiredTier)).toEqual(['sandbox', 'starter']);
  expect(needing('sandbox')).toHaveLength(placeable.length - 12);
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
    'ask_card',
    'ask_choices',
    'ask_date',
    'ask_email',
    'ask_file',
    'ask_name',
    'ask_number',
    'ask_phone',
    'ask_question',
    'ask_rating',
    'ask_time',
    'ask_url',
    'ask_yes_no',
    'buttons',
    'human_takeover',
    'language_model',
    'scheduler',
    'understand',
    'wait',
  ]);
});
