import type { FieldType } from '@botwright/core/conversation';
import type { JsonObject, JsonValue } from '@botwright/core/diagram';
import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../test/diagram-of.ts';
import { talkToBlock } from '../../test/one-block.ts';
import { noon, seen, talkTo } from '../../test/talk.ts';

/** Answers a question once. @returns The stored value, or `refused`. */
function answer(block: string, params: JsonObject, text: string): JsonValue {
  const talk = talkToBlock(block, { text: '?', destination: 'x', errorText: 'refused', ...params });
  talk.start();
  const [said = ''] = seen(talk.say(text));
  const field = talk.fields()['x'];
  return said === '$success' && field !== undefined ? [field.type, field.value] : said;
}

type Accepted = readonly [written: string, type: FieldType, value: JsonValue, params?: JsonObject];
type Refused = readonly [written: string, params?: JsonObject];

describe('a question', () => {
  it('[RN51] says its text and waits', () => {
    const talk = talkToBlock(
      'ask_name',
      { text: 'Hello @{title}, your name?' },
      { fields: { title: { type: 'string', value: 'Dr' } } },
    );
    const step = talk.start();
    expect([seen(step), step.state.at]).toEqual([
      ['Hello Dr, your name?'],
      { kind: 'answer', node: 'welcome', template: 'var_name', memory: {} },
    ]);
  });

  it('[RN52] complains about what it cannot accept, and waits again', () => {
    const talk = talkToBlock(
      'ask_email',
      { text: 'Mail?', errorText: 'No mail: @{x}', destination: 'x' },
      { fields: { x: { type: 'string', value: 'old' } } },
    );
    talk.start();
    const step = talk.say('nonsense');
    expect([seen(step), step.writes, step.state.at.kind]).toEqual([['No mail: old'], [], 'answer']);
    expect(seen(talk.say('ada@example.org'))).toEqual(['$success']);
  });

  it.for([undefined, '', '  '])('[RN52] asks again where the complaint is %j', (errorText) => {
    const talk = talkToBlock('ask_email', { text: 'Mail?', ...(errorText === undefined ? {} : { errorText }) });
    talk.start();
    expect(seen(talk.say('nonsense'))).toEqual(['Mail?']);
  });

  it.for([
    ['x', 'x'],
    ['@{x}', 'x'],
    ['My Name ', 'My Name '],
  ])('[RN41][RN53] writes an accepted answer to the Field that %j names', ([destination = '', name]) => {
    const talk = talkToBlock('ask_name', { text: '?', destination });
    talk.start();
    const step = talk.say('Ada');
    expect([step.writes, seen(step)]).toEqual([[{ kind: 'set', name, type: 'string', value: 'Ada' }], ['$success']]);
  });

  it.for([undefined, '', ' ', '@{}', 'a{b}', 7])('[RN41] writes nothing where the destination is %j', (destination) => {
    const talk = talkToBlock('ask_name', { text: '?', ...(destination === undefined ? {} : { destination }) });
    talk.start();
    const step = talk.say('Ada');
    expect([step.writes, seen(step)]).toEqual([[], ['$success']]);
  });

  it.for(['ask_question', 'ask_name', 'ask_email', 'ask_phone', 'ask_number', 'ask_url', 'ask_date'])(
    '[RN54] %s accepts typed text only',
    (block) => {
      const talk = talkToBlock(block, { text: '?', errorText: 'refused' });
      talk.start();
      const said = [
        talk.send({ type: 'image', url: 'https://example.org/a.png', caption: '2026/01/02' }),
        talk.send({ type: 'location', latitude: 1, longitude: 2 }),
        talk.say('  '),
        talk.say(''),
      ].flatMap(seen);
      expect(said).toEqual(['refused', 'refused', 'refused', 'refused']);
    },
  );
});

describe('ask_question', () => {
  it.for<Accepted>([
    ['  anything  ', 'string', 'anything'],
    ['42', 'string', '42'],
    ['ab', 'string', 'ab', { minChars: 2, maxChars: 2 }],
    ['👍👍', 'string', '👍👍', { minChars: 2, maxChars: 2 }],
    ['abc', 'string', 'abc', { minChars: 'x', maxChars: null }],
  ])('[RN54][RN55] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_question', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['a', { minChars: 2 }],
    ['👍', { minChars: 2 }],
    ['abc', { maxChars: 2 }],
    ['a  ', { minChars: 2 }],
  ])('[RN55] refuses %j with %j', ([written, params = {}]) => {
    expect(answer('ask_question', params, written)).toBe('refused');
  });
});

describe('ask_name', () => {
  it.for<Accepted>([
    ['Ada', 'string', 'Ada'],
    ['  Ada \n  Lovelace ', 'string', 'Ada Lovelace'],
    ['李', 'string', '李'],
    ["O'Neil 3rd", 'string', "O'Neil 3rd"],
  ])('[RN56] accepts %j', ([written, type, value]) => {
    expect(answer('ask_name', {}, written)).toEqual([type, value]);
  });

  it.for(['123', '?!', '👍', 'x'.repeat(256)])('[RN56] refuses %j', (written) => {
    expect(answer('ask_name', {}, written)).toBe('refused');
  });
});

describe('ask_email', () => {
  it.for([
    'ada@example.org',
    'Ada.Lovelace+tag@mail.example.co.uk',
    "o'neil@example.org",
    'müller@bücher.example',
    'a@b.co',
    `${'a'.repeat(64)}@example.org`,
  ])('[RN57] accepts %j', (written) => {
    expect(answer('ask_email', {}, ` ${written} `)).toEqual(['string', written]);
  });

  it.for([
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'ada@@example.org',
    'a@b@example.org',
    'ada lovelace@example.org',
    'ada@exam ple.org',
    'ada@-example.org',
    'ada@example..org',
    'ada@.example.org',
    'ada@example.org.',
    '.ada@example.org',
    'ada.@example.org',
    'a..b@example.org',
    'ada@127.0.0.1',
    'Ada <ada@example.org>',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a.'.repeat(130)}org`,
    'ada@exa_mple.org',
  ])('[RN57] refuses %j', (written) => {
    expect(answer('ask_email', {}, written)).toBe('refused');
  });
});

describe('ask_phone', () => {
  it.for([
    ['+49 30 901820', '+4930901820'],
    ['(030) 90-18.20', '030901820'],
    ['030/901820', '030901820'],
    ['123456', '123456'],
    ['+123456789012345', '+123456789012345'],
  ] as const)('[RN58] accepts %j', ([written, value]) => {
    expect(answer('ask_phone', {}, written)).toEqual(['string', value]);
  });

  it.for(['12345', '1234567890123456', '12345a', '++4930901820', '49+30901820', 'call me', '()---', '٠١٢٣٤٥٦'])(
    '[RN58] refuses %j',
    (written) => {
      expect(answer('ask_phone', {}, written)).toBe('refused');
    },
  );
});

describe('ask_url', () => {
  it.for([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['HTTP://EXAMPLE.ORG', 'HTTP://EXAMPLE.ORG'],
    ['example.org', 'https://example.org'],
    ['www.example.org/a', 'https://www.example.org/a'],
    ['http://192.0.2.1:8080/', 'http://192.0.2.1:8080/'],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/'],
    ['bücher.example', 'https://bücher.example'],
  ] as const)('[RN59] accepts %j', ([written, value]) => {
    expect(answer('ask_url', {}, written)).toEqual(['string', value]);
  });

  it.for([
    'example',
    'localhost',
    'http://localhost/',
    'ftp://example.org',
    'javascript:alert(1)',
    'mailto:ada@example.org',
    'ada@example.org',
    'https://ada:secret@example.org',
    'two words.org',
    'https://',
    'https:///a.b',
    '.',
    'a.',
    `https://example.org/${'a'.repeat(2_048)}`,
  ])('[RN59] refuses %j', (written) => {
    expect(answer('ask_url', {}, written)).toBe('refused');
  });
});

describe('ask_number', () => {
  it.for<Accepted>([
    ['7', 'float', 7],
    ['-3.5', 'float', -3.5],
    ['+2', 'float', 2],
    ['2,5', 'float', 2.5],
    ['-0', 'float', 0],
    ['3', 'float', 3, { min: 3, max: 3 }],
    ['7', 'float', 7, { min: '5', max: '10' }],
    ['7', 'float', 7, { min: 'many', max: null }],
  ])('[RN60][RN61] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_number', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['seven'],
    ['1,234'],
    ['1.2.3'],
    ['1e3'],
    ['0x10'],
    ['7 apples'],
    ['٧'],
    ['9007199254740993'],
    ['2.99', { min: 3 }],
    ['3.01', { max: 3 }],
    ['9', { min: '10' }],
  ])('[RN60][RN61] refuses %j', ([written, params = {}]) => {
    expect(answer('ask_number', params, written)).toBe('refused');
  });
});

it('[RN61] ask_number takes its bounds from Fields of digits', () => {
  const fields = { most: { type: 'string', value: '10' } } as const;
  const talk = talkToBlock('ask_number', { text: '?', max: '@{most}', errorText: 'refused' }, { fields });
  talk.start();
  expect([seen(talk.say('11')), seen(talk.say('9'))]).toEqual([['refused'], ['$success']]);
});

describe('ask_date', () => {
  it.for<Accepted>([
    ['2026/11/21', 'date', '2026-11-21'],
    ['2026/1/2', 'date', '2026-01-02'],
    ['21.11.26', 'date', '2026-11-21', { format: ['%Y/%m/%d', '%d.%m.%y'] }],
    ['29/02/2024', 'date', '2024-02-29', { format: ['%d/%m/%Y'] }],
    ['21 Nov 2026, 2:30 pm', 'date', '2026-11-21T14:30:00', { format: ['%e %b %Y, %I:%M %p'] }],
    ['02/03/26', 'date', '2026-02-03', { format: [7, '%Q', '%D'] }],
    ['2026-11-12', 'date', '2026-12-11', { format: ['%Y-%d-%m'] }],
  ])('[RN62][RN63] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_date', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['tomorrow'],
    ['26/11/21'],
    ['2026/13/01'],
    ['2026/02/29'],
    ['2026/11/21 or so'],
    ['2026/11/21', { format: ['%Q'] }],
    ['2026/11/21', { format: [] }],
    ['2026/11/21', { format: 7 }],
  ])('[RN62][RN63] refuses %j', ([written, params = {}]) => {
    expect(answer('ask_date', params, written)).toBe('refused');
  });

  it.for([{}, { format: ['%d/%m/%Y'] }, { format: ['%Q'] }, { format: 7 }, { format: ['%Y-%d-%m'] }])(
    '[RN130] accepts a date of ISO 8601 where the forms are %j',
    (params) => {
      expect(answer('ask_date', params, '2026-11-21')).toEqual(['date', '2026-11-21']);
    },
  );

  it.for(['2026-11-31', '2026-1-2', '26-01-02', '2026-01-02T10:00', '20260102'])(
    '[RN130] %j is no date of ISO 8601',
    (written) => {
      expect(answer('ask_date', { format: ['%d/%m/%Y'] }, written)).toBe('refused');
    },
  );

  it.for<readonly [JsonObject, string]>([
    [{ text: 'When?' }, 'When? (yyyy/mm/dd)'],
    [{ text: 'When?', errorText: ' ' }, 'When? (yyyy/mm/dd)'],
    [{ text: 'When?', format: ['%H:%M', '%d.%m.%y', '%F'], showDatePicker: true }, 'When? (dd.mm.yy)'],
    [{ text: 'When, as DD/MM/YYYY?', format: ['%d/%m/%Y'] }, 'When, as DD/MM/YYYY?'],
    [{ text: 'When?', format: ['%Q'] }, 'When? (yyyy-mm-dd)'],
    [{ text: 'When?', format: 7 }, 'When? (yyyy-mm-dd)'],
    [{ text: 'When?', errorText: 'That is no date.' }, 'That is no date.'],
  ])('[RN131] with %j it answers what it cannot read with %j', ([params, said]) => {
    const talk = talkToBlock('ask_date', params);
    expect(seen(talk.start())).toEqual([params['text']]);
    expect(seen(talk.say('tomorrow'))).toEqual([said]);
  });

  it('[RN62] accepts what every calendar writes', () => {
    const calendars = [
      ['yyyy/MM/dd', '%Y/%m/%d', '2026/11/05'],
      ['yy/MM/dd', '%y/%m/%d', '26/11/05'],
      ['dd/MM/yyyy', '%d/%m/%Y', '05/11/2026'],
      ['dd/MM/yy', '%d/%m/%y', '05/11/26'],
      ['MM/dd/yy', '%m/%d/%y', '11/05/26'],
      ['MM/dd/yyyy', '%m/%d/%Y', '11/05/2026'],
    ] as const;
    const read = calendars.map(([pickerFormat, form, picked]) =>
      answer('ask_date', { pickerFormat, format: [form] }, picked),
    );
    expect(read).toEqual(calendars.map(() => ['date', '2026-11-05']));
  });

  it('[RN63] takes the century of a two-digit year from the moment of the step', () => {
    expect(new Date(noon).getUTCFullYear()).toBe(2026);
    const years = ['75', '76', '77', '99', '00'].map((year) =>
      answer('ask_date', { format: ['%y/%m/%d'] }, `${year}/01/01`),
    );
    expect(years.map((read) => (Array.isArray(read) ? read[1] : read))).toEqual([
      '2075-01-01',
      '1976-01-01',
      '1977-01-01',
      '1999-01-01',
      '2000-01-01',
    ]);
  });
});

describe('ask_file', () => {
  it.for(['image', 'video', 'audio', 'document'] as const)('[RN64] accepts a file sent as %s', (type) => {
    const talk = talkToBlock('ask_file', { text: 'File?', destination: 'file' });
    talk.start();
    talk.send({ type, url: 'https://example.org/f' });
    expect(talk.fields()).toEqual({ file: { type: 'string', value: 'https://example.org/f' } });
  });

  it('[RN64] refuses anything else', () => {
    const talk = talkToBlock('ask_file', { text: 'File?', errorText: 'refused' });
    talk.start();
    const texts = [
      'f.png',
      'see https://example.org/f.png',
      'ftp://example.org/f',
      'file:///etc/passwd',
      'https://',
      ' ',
    ];
    const steps = [...texts.map(talk.say), talk.send({ type: 'location', latitude: 1, longitude: 2 })];
    expect(steps.flatMap(seen)).toEqual(steps.map(() => 'refused'));
  });

  it.for(['https://example.org/f.png', ' http://example.org/a%20b '])('[RN64] accepts the address %j', (text) => {
    const talk = talkToBlock('ask_file', { text: 'File?', destination: 'file' });
    expect(talk.start().state.at).toMatchObject({ expects: { kind: 'file' } });
    talk.say(text);
    expect(talk.fields()).toEqual({ file: { type: 'string', value: text.trim() } });
  });

  it('[RN64] that asks again says what is accepted', () => {
    const talk = talkToBlock('ask_file', { text: 'Your CV?' });
    talk.start();
    expect(seen(talk.say('here'))).toEqual(['Your CV? (https://…)']);
  });
});

describe('what a page shows beside a question', () => {
  it.for([
    [{}, { kind: 'date' }],
    [{ showDatePicker: true }, { kind: 'date', format: 'yyyy-MM-dd' }],
    [
      { showDatePicker: true, pickerFormat: 'dd/MM/yyyy', format: ['%d/%m/%Y'] },
      { kind: 'date', format: 'dd/MM/yyyy' },
    ],
    [{ pickerFormat: 'dd/MM/yyyy', format: ['%d/%m/%Y'] }, { kind: 'date' }],
  ] as const)('[RN8003] ask_date with %j expects %j', ([params, expects]) => {
    const talk = talkToBlock('ask_date', { text: 'When?', ...params });
    expect([talk.start().state.at, talk.say('when?').state.at]).toEqual(
      [1, 2].map(() => expect.objectContaining({ kind: 'answer', expects })),
    );
  });
});

describe('what a question keeps', () => {
  it('[RN45] is what every store can keep', () => {
    const talk = talkTo(diagramOf({ welcome: ['ask_question', { text: '?', destination: 'x' }] }));
    talk.start();
    talk.say('a\u0000b\ud800c');
    expect(talk.fields()['x']).toEqual({ type: 'string', value: 'ab\ufffdc' });
  });

  it('[RN122] an answer too large to keep ends the conversation', () => {
    const talk = talkToBlock('ask_question', { text: '?', destination: 'x', errorText: 'refused' });
    talk.start();
    expect(seen(talk.say('x'.repeat(65_536)))).toEqual(['(field_too_large)']);
  });
});
