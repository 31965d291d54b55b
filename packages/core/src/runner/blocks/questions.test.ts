import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { noon, seen, talkTo } from '../../../test/runner/talk.ts';
import type { FieldType } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';

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

  it.for([undefined, '', '  ', '\u2800\u200b'])('[RN52] asks again where the complaint is %j', (errorText) => {
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
    ['\u202ahi\u202c', 'string', '\u202ahi\u202c', { minChars: 2, maxChars: 2 }],
    ['👩\u200d🚀 ❤\ufe0f it’s – “ok”\u00a0１', 'string', '👩\u200d🚀 ❤\ufe0f it’s – “ok”\u00a0１'],
    ['cafe\u0301', 'string', 'cafe\u0301', { maxChars: 4 }],
  ])('[RN54][RN55] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_question', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['a', { minChars: 2 }],
    ['👍', { minChars: 2 }],
    ['abc', { maxChars: 2 }],
    ['a  ', { minChars: 2 }],
    ['a\u200b\u2060\ufe0f', { minChars: 2 }],
  ])('[RN55] refuses %j with %j', ([written, params = {}]) => {
    expect(answer('ask_question', params, written)).toBe('refused');
  });
});

it.for(['\u200b', '\u2800', '\u3164', '\u115f \u1160', '\uffa0', '\u0301', '\u00ad', '\u{e0041}', '\ufeff\u180e'])(
  '[RN135] %j is no answer to any question',
  (written) => {
    for (const block of ['ask_question', 'ask_name', 'ask_email', 'ask_phone', 'ask_number', 'ask_url', 'ask_date']) {
      expect([block, answer(block, {}, written)]).toEqual([block, 'refused']);
    }
  },
);

describe('ask_name', () => {
  it.for<Accepted>([
    ['Siân O’Neill–Ŵyn', 'string', 'Siân O’Neill–Ŵyn'],
    ['علی\u200cرضا', 'string', 'علی\u200cرضا'],
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
    ['\u200eada@example.org\u200f', 'ada@example.org'],
    ['\u2068ada@\u200bexample.org\u2069', 'ada@example.org'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ada@example.org'],
    ['o’neil@my‑example.org', "o'neil@my-example.org"],
    ['a@भारत.com', 'a@भारत.com'],
    ['ผู้ใช้@เว็บไซต์.ไทย', 'ผู้ใช้@เว็บไซต์.ไทย'],
    ['a@mu\u0308nchen.de', 'a@münchen.de'],
    ['info@ஸ்ரீலங்கா.இலங்கை', 'info@ஸ்ரீலங்கா.இலங்கை'],
    ['用户@例え。テスト', '用户@例え.テスト'],
    ['a@col·lecció.cat', 'a@col·lecció.cat'],
  ] as const)('[RN57][RN134][RN137] accepts %j', ([written, value]) => {
    expect(answer('ask_email', {}, written)).toEqual(['string', value]);
  });

  it.for([
    'a@\u0301a.com',
    'ada@127.0.0.١',
    'ada@0x7f.0x1',
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
    ['\u202a+34 600 12 34 56\u202c', '+34600123456'],
    ['0800\u2011123\u2013456', '0800123456'],
    ['+1\u00a0(202)\u2009555\u22120123', '+12025550123'],
    ['۰۹۱۲ ۳۴۵ ۶۷۸۹', '09123456789'],
    ['०९८१११२३४५६', '09811123456'],
    ['＋８１－９０－１２３４－５６７８', '+819012345678'],
    ['090ー1234ー5678', '09012345678'],
    ['\u061c+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', '+971501234567'],
  ] as const)('[RN58][RN134] accepts %j', ([written, value]) => {
    expect(answer('ask_phone', {}, written)).toEqual(['string', value]);
  });

  it.for([
    '12345',
    '1234567890123456',
    '12345a',
    '++4930901820',
    '49+30901820',
    'call me',
    '()---',
    '٠١٢٣٤',
    '1234567890123456',
  ])('[RN58] refuses %j', (written) => {
    expect(answer('ask_phone', {}, written)).toBe('refused');
  });
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
    ['\u200ehttps://example.org/a\u202c', 'https://example.org/a'],
    ['https://mu\u0308nchen.de/stra\u00dfe', 'https://münchen.de/straße'],
    ['भारत.com/क', 'https://भारत.com/क'],
    ['http://เว็บไซต์.ไทย', 'http://เว็บไซต์.ไทย'],
    ['ｗｗｗ．例え。テスト／ａ', 'https://www.例え.テスト/a'],
    ['https://my‐site.example/', 'https://my-site.example/'],
    ['https://en.example.org/wiki/Michelson–Morley’s', 'https://en.example.org/wiki/Michelson–Morley’s'],
    ['https://fa.example.org/می\u200cخواهم?q=１', 'https://fa.example.org/می\u200cخواهم?q=１'],
    ['١٩٢.٠.٢.١', 'https://192.0.2.1'],
    ['example.org.', 'https://example.org.'],
    ['example.org:8080?a=b', 'https://example.org:8080?a=b'],
  ] as const)('[RN59][RN137][RN138] accepts %j', ([written, value]) => {
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
    '3',
    '0',
    '12345',
    '١٢٣',
    '0x10',
    '0x7f.1',
    '1.2',
    '127.1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '192.168.01.1',
    'http://3232235521/',
    'https://0300.0250.1.1',
    'example.org:port',
    'https://exam%70le.org',
    'a..b',
    '-a.org',
    '\u0301a.org',
    `https://example.org/${'a'.repeat(2_048)}`,
  ])('[RN59][RN138] refuses %j', (written) => {
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
    ['\u200e\u2212３', 'float', -3],
    ['٣', 'float', 3],
    ['১২৩', 'float', 123],
    ['٣٫٥', 'float', 3.5],
    ['\u22121\u202f234,5', 'float', -1_234.5],
    ['1\u2009234\u2009567', 'float', 1_234_567],
    ['١٢٬٣٤٥٫٦', 'float', 12_345.6],
    ['١٬٢٣٬٤٥٦', 'float', 123_456],
    ['٣،٥', 'float', 3.5],
    ['1ʼ234.5', 'float', 1_234.5],
    ['1′234', 'float', 1_234],
    ['3,14159265358979323846', 'float', Math.PI],
    ['0.1234567890123456789', 'float', 0.12345678901234568],
    ['7', 'float', 7, { min: '5', max: '10' }],
    ['7', 'float', 7, { min: 'many', max: null }],
  ])('[RN60][RN61] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_number', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['seven'],
    ['1.2.3'],
    ['1e3'],
    ['0x10'],
    ['7 apples'],
    ['²'],
    ['٧٫'],
    ['9007199254740993'],
    ['2.99', { min: 3 }],
    ['3.01', { max: 3 }],
    ['9', { min: '10' }],
  ])('[RN60][RN61] refuses %j', ([written, params = {}]) => {
    expect(answer('ask_number', params, written)).toBe('refused');
  });
});

describe('what a number is meant to be', () => {
  /** Read with `point`, with `comma` and with `ask`. */
  it.for<readonly [string, number | undefined, number | undefined, number | undefined]>([
    ['1.500', 1.5, 1_500, undefined],
    ['1,500', 1_500, 1.5, undefined],
    ['-12.750', -12.75, -12_750, undefined],
    ['٢,٠٠٠', 2_000, 2, undefined],
    ['1.5', 1.5, 1.5, 1.5],
    ['1,5', 1.5, 1.5, 1.5],
    ['1,50', 1.5, 1.5, 1.5],
    ['0.500', 0.5, 0.5, 0.5],
    ['0,125', 0.125, 0.125, 0.125],
    ['1234.567', 1_234.567, 1_234.567, 1_234.567],
    ['.5', 0.5, 0.5, 0.5],
    ['1,234.5', 1_234.5, 1_234.5, 1_234.5],
    ['1.234,5', 1_234.5, 1_234.5, 1_234.5],
    ['1.234.567,89', 1_234_567.89, 1_234_567.89, 1_234_567.89],
    ['1,234,567.891', 1_234_567.891, 1_234_567.891, 1_234_567.891],
    ['1.234.567', 1_234_567, 1_234_567, 1_234_567],
    ['1,00,000', 100_000, 100_000, 100_000],
    ['12,34,567.50', 1_234_567.5, 1_234_567.5, 1_234_567.5],
    ['1 500', 1_500, 1_500, 1_500],
    ['1\u00a0500', 1_500, 1_500, 1_500],
    ['12\u202f345,67', 12_345.67, 12_345.67, 12_345.67],
    ['1’500.25', 1_500.25, 1_500.25, 1_500.25],
    ['١٬٥٠٠', 1_500, 1_500, 1_500],
    ['١٬٥٠٠٫٢٥', 1_500.25, 1_500.25, 1_500.25],
    ['١٫٥٠٠', 1.5, 1.5, 1.5],
    ['1 500.250', 1_500.25, 1_500.25, 1_500.25],
    ...[
      '1.2.3',
      '1,2,3',
      '1,23.456.789',
      '1.500.25',
      '1,500,25',
      '12 34',
      '0.123.456',
      '1,234.567.8',
      '1. 5',
      '5.',
      ',',
    ].map((text) => [text, undefined, undefined, undefined] as const),
  ])('[RN141] %j is %d with a point, %d with a comma, %d where it asks', ([text, ...values]) => {
    const read = ['point', 'comma', 'ask'].map((decimal) => answer('ask_number', { decimal }, text));
    expect(read).toEqual(values.map((value) => (value === undefined ? 'refused' : ['float', value])));
    expect(answer('ask_number', {}, text)).toEqual(read[0]);
    expect(answer('ask_number', { decimal: 'maybe' }, text)).toEqual(read[0]);
  });
});

it('[RN61][RN139] a bound that a calculation made is met by the number as it is written', () => {
  const max = 19.9 * 3 - 1e-14;
  expect(answer('ask_number', { max }, '59.7')).toEqual(['float', 59.7]);
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
    ['\u206605/03/2026\u2069', 'date', '2026-03-05', { format: ['%d/%m/%Y'] }],
    ['٠٥/٠٣/٢٠٢٦', 'date', '2026-03-05', { format: ['%d/%m/%Y'] }],
    ['２０２６年３月５日', 'date', '2026-03-05', { format: ['%Y年%m月%d日'] }],
    ['2026–03–05', 'date', '2026-03-05', { format: ['%Y/%m/%d'] }],
    ['5\u00a0.\u20093. 2026', 'date', '2026-03-05', { format: ['%-d . %-m.\u00a0%Y'] }],
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

  it.for<readonly [locale: string, form: string, written: string, value: string]>([
    ['es', '%d de %B de %Y', '5 de marzo de 2026', '2026-03-05'],
    ['es', '%d de %B de %Y', '٥ DE MARZO DE ٢٠٢٦', '2026-03-05'],
    ['es', '%A %d/%b/%Y', 'sabado 21/nov./2026', '2026-11-21'],
    ['es-MX', '%e %b %Y', '3 sept 2026', '2026-09-03'],
    ['fr', '%d %B %Y', '14 février 2026', '2026-02-14'],
    ['fr', '%d %B %Y', '14 FEVRIER 2026', '2026-02-14'],
    ['fr', '%d %b %Y', '14 fe\u0301vr 2026', '2026-02-14'],
    ['fr', '%a %d %b %Y', 'sam. 21 nov. 2026', '2026-11-21'],
    ['ru', '%d %B %Y', '5 марта 2026', '2026-03-05'],
    ['ru', '%d %B %Y', '5 Март 2026', '2026-03-05'],
    ['ru', '%d %b %Y', '5 нояб. 2026', '2026-11-05'],
    ['pl', '%d %B %Y', '3 Października 2026', '2026-10-03'],
    ['pl', '%d %B %Y', '3 pazdziernik 2026', '2026-10-03'],
    ['cs', '%e. %B %Y', '1. března 2026', '2026-03-01'],
    ['el', '%d %B %Y', '7 ΜΑΪΟΥ 2026', '2026-05-07'],
    ['el', '%d %B %Y', '7 Μάιος 2026', '2026-05-07'],
    ['tr', '%d %B %Y', '1 KASIM 2026', '2026-11-01'],
    ['de', '%d. %B %Y', '1. märz 2026', '2026-03-01'],
    ['de_AT', '%d. %B %Y', '1. Jänner 2026', '2026-01-01'],
    ['pt-BR', '%d/%b/%Y', '02/FEV/2026', '2026-02-02'],
    ['ar', '%d %B %Y', '٥ نوفمبر ٢٠٢٦', '2026-11-05'],
    ['fa', '%d %B %Y', '۵ نوامبر ۲۰۲۶', '2026-11-05'],
    ['he', '%d %B %Y', '5 במרץ 2026'.replace('במרץ', 'מרץ'), '2026-03-05'],
    ['hi', '%d %B %Y', '५ मार्च २०२६', '2026-03-05'],
    ['th', '%d %B %Y', '5 มีนาคม 2026', '2026-03-05'],
    ['ja', '%Y年%B%d日(%a)', '２０２６年３月５日（木）', '2026-03-05'],
    ['zh', '%Y年%B%d日', '2026年十二月5日', '2026-12-05'],
    ['ko', '%Y년 %B %d일', '2026년 12월 5일', '2026-12-05'],
    ['vi', '%d %B %Y', '5 tháng 12 2026', '2026-12-05'],
    ['ca', '%d %B %Y', "5 d'abril 2026", '2026-04-05'],
    ['en', '%d %B %Y', '5 Sept. 2026', '2026-09-05'],
    ['en', '%B %d, %Y', 'SEPTEMBER 5, 2026', '2026-09-05'],
    ['en', '%d.%b.%Y', '5.Sep.2026', '2026-09-05'],
    ['no such language', '%d %B %Y', '5 May 2026', '2026-05-05'],
    ['xx', '%d %B %Y', '5 May 2026', '2026-05-05'],
  ])('[RN144] in %s and the form %j, %j is %s', ([locale, format, written, value]) => {
    expect(answer('ask_date', { format: [format], locale }, written)).toEqual(['date', value]);
  });

  it.for<readonly [locale: string, form: string, written: string]>([
    ['es', '%d %B %Y', '5 March 2026'],
    ['en', '%d %B %Y', '5 marzo 2026'],
    ['en', '%d %B %Y', '5 J 2026'],
    ['en', '%d %B %Y', '5 Ju 2026'],
    ['en', '%d %B %Y', '5 Juny 2026'],
    ['fr', '%d %B %Y', '5 jui 2026'],
    ['es', '%d %B %Y', '31 de noviembre 2026'],
    ['es', '%d %B %Y', '31 noviembre 2026'],
    ['en', '%d %B %Y', '5 Maybe 2026'],
  ])('[RN144] in %s and the form %j, %j is no date', ([locale, format, written]) => {
    expect(answer('ask_date', { format: [format], locale }, written)).toBe('refused');
  });

  it.for(
    'ar bn ca cs da de el en es et eu fa fi fr ga he hi hr hu hy id it ja ka km ko lt my nb pl pt ro ru sl sr sv ta th tr uk vi zh'.split(
      ' ',
    ),
  )('[RN131][RN145] in %s, what it shows is what it accepts', (locale) => {
    for (const form of ['%A %e. %B %Y', '%a, %-d %b %y', '%d-%h-%Y']) {
      const talk = talkToBlock('ask_date', { text: '?', destination: 'x', format: [form], locale });
      talk.start();
      const [said = ''] = seen(talk.say('soon'));
      const shown = /^\? \((.*)\)$/s.exec(said)?.[1] ?? '';
      for (const written of [shown, shown.toUpperCase(), shown.normalize('NFD')]) {
        expect([written, seen(talk.say(written)), talk.fields()['x']?.value]).toEqual([
          written,
          ['$success'],
          '2026-11-21',
        ]);
        talk.start();
      }
    }
  });

  it.for<readonly [JsonObject, string]>([
    [{ text: 'When?', format: ['%d %B %Y'] }, 'When? (21 November 2026)'],
    [{ text: '¿Cuándo?', format: ['%H', '%e de %B'], locale: 'es' }, '¿Cuándo? (21 de noviembre)'],
    [{ text: 'Wann? Etwa 21. NOVEMBER 2026.', format: ['%d. %B %Y'], locale: 'de' }, 'Wann? Etwa 21. NOVEMBER 2026.'],
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

  it('[RN64] that asks again uses the words of its text', () => {
    const talk = talkToBlock('ask_file', { text: 'Your CV?' });
    talk.start();
    expect(seen(talk.say('here'))).toEqual(['Your CV?']);
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
  ] as const)('[RN148] ask_date with %j expects %j', ([params, expects]) => {
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
