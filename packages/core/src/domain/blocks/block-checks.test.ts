import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { createCatalog } from './catalog.ts';

const catalog = createCatalog();

function problemsOf(name: string, params: JsonObject) {
  return catalog.byName(name)?.check?.(params) ?? [];
}

const mismatch = (picked: string, added: string) => ({
  code: 'date_format_mismatch',
  message: `the calendar writes dates as ${picked}, which no entry of "format" accepts.`,
  param: 'format',
  hint: `Add "${added}" to "format".`,
});

it('[BL27] the language of ask_date is a language tag', () => {
  const locale = catalog.byName('ask_date')?.variants[0]?.params.find(({ name }) => name === 'locale');
  const pattern = locale && catalog.patternOf(locale);
  const tags = ['en', 'pt-BR', 'de_AT', 'zh-Hant-TW', 'fil', 'ca-ES-valencia'];
  const others = ['', 'e', 'english', 'es-', '-es', 'es MX', 'en\n', '@{language}', 'español'];
  expect([...tags, ...others].filter((text) => pattern?.test(text))).toEqual(tags);
});

describe('[BL14] ask_date', () => {
  it.for<readonly [JsonObject]>([
    [{}],
    [{ format: ['%d-%m-%Y'] }],
    [{ pickerFormat: 'yyyy/MM/dd' }],
    [{ pickerFormat: 'dd/MM/yy', format: ['%Y/%m/%d', 5, '%d/%m/%y'] }],
    [{ pickerFormat: 'MM/dd/yy', format: ['%D'] }],
    [{ pickerFormat: 'no format', format: [] }],
    [{ pickerFormat: null, format: [] }],
    [{ pickerFormat: 'yyyy/MM/dd', format: 'x' }],
    [{ pickerFormat: 'yyyy/MM/dd', format: null }],
  ])('[BL14] %j is in order', ([params]) => {
    expect(problemsOf('ask_date', params)).toEqual([]);
  });

  it.for<readonly [JsonObject, string]>([
    [{ pickerFormat: 'yy/MM/dd' }, '%y/%m/%d'],
    [{ pickerFormat: 'dd/MM/yyyy' }, '%d/%m/%Y'],
    [{ pickerFormat: 'MM/dd/yyyy', format: ['%d/%m/%Y', '%m-%d-%Y', '%m/%d/%Y ', 'MM/dd/yyyy%%'] }, '%m/%d/%Y'],
    [{ pickerFormat: 'MM/dd/yy', format: [] }, '%m/%d/%y'],
    [{ pickerFormat: 'dd/MM/yy', format: [null, { a: 1 }, '%', '%d/%m/%'] }, '%d/%m/%y'],
    [{ pickerFormat: 'yyyy/MM/dd', format: ['%Y/%d/%m'] }, '%Y/%m/%d'],
  ])('[BL14] %j does not fit together', ([params, added]) => {
    expect(problemsOf('ask_date', params)).toEqual([mismatch(params['pickerFormat'] as string, added)]);
  });
});

it.for<readonly [string, readonly JsonValue[]]>([
  ['contradictory', ['%Y-%m-%Y', '%d/%d/%d', '%y%Y']],
  ['of signs alone', ['%%', '%', '%%%', '% ']],
  ['many', Array.from({ length: 300 }, (_, nth) => `%d.%m.%Y ${nth}`)],
  ['endless', ['%Y'.repeat(30_000), '%'.repeat(60_000), 'x'.repeat(60_000)]],
])('[BL14][RU45] formats that are %s accept nothing else, and end', ([, format]) => {
  expect(problemsOf('ask_date', { pickerFormat: 'dd/MM/yyyy', format })).toEqual([mismatch('dd/MM/yyyy', '%d/%m/%Y')]);
  expect(problemsOf('ask_date', { pickerFormat: 'dd/MM/yyyy', format: [...format, '%d/%m/%Y'] })).toEqual([]);
});

describe('[BL15] entries of lists', () => {
  it.for<readonly [string, JsonObject]>([
    ['buttons', {}],
    ['buttons', { buttons: 5 }],
    [
      'buttons',
      {
        buttons: [
          { id: 'a', label: '' },
          { id: '1', label: 'One', color: 'red' },
        ],
      },
    ],
    ['ai_agent', { outputs: [{ id: 'a', name: 'A' }, { id: 'b' }] }],
    ['webhook', { headers: [{ name: 'Accept', value: '*' }, { name: 'X' }] }],
    [
      'conditions',
      {
        conditions: [
          { field: 'a', operator: 'is_set' },
          { field: 'a', operator: 'is', value: [] },
        ],
      },
    ],
    ['spreadsheets', { selectors: [{ selectorValue: 1, value: 'x' }] }],
    ['spreadsheets', { action: 'get_row', reference: { selectorValue: 20, value: '' } }],
    ['spreadsheets', { action: 'get_row', reference: {} }],
    ['spreadsheets', { action: 'insert_row', reference: { selectorValue: 'A' } }],
    [
      'webhook',
      {
        saves: [
          { path: '', destination: 'all' },
          { path: '/a~1b/~0/0/', destination: ' a ', note: 1 },
        ],
      },
    ],
  ])('[BL15] %s with %j is in order', ([name, params]) => {
    expect(problemsOf(name, params)).toEqual([]);
  });

  it.for<readonly [string, string, JsonValue, string, string, readonly string[]]>([
    ['buttons', 'buttons', 5, 'param_type', 'should be an object', []],
    ['buttons', 'buttons', null, 'param_type', 'should be an object', []],
    ['buttons', 'buttons', ['a'], 'param_type', 'should be an object', []],
    ['buttons', 'buttons', {}, 'param_required', 'needs "id", which is missing', []],
    ['buttons', 'buttons', { id: 1 }, 'param_type', 'should have a string as "id"', ['id']],
    ['buttons', 'buttons', { id: ' ' }, 'param_non_empty', 'has a blank "id"', ['id']],
    ['buttons', 'buttons', { id: 'a' }, 'param_required', 'needs "label", which is missing', []],
    ['buttons', 'buttons', { id: 'a', label: null }, 'param_type', 'should have a string as "label"', ['label']],
    ['ai_agent', 'outputs', { name: 'a' }, 'param_required', 'needs "id", which is missing', []],
    ['webhook', 'headers', { value: 'a' }, 'param_required', 'needs "name", which is missing', []],
    ['conditions', 'conditions', { operator: 'is' }, 'param_required', 'needs "field", which is missing', []],
    ['conditions', 'conditions', { field: 'a' }, 'param_required', 'needs "operator", which is missing', []],
    [
      'conditions',
      'conditions',
      { field: 'a', operator: 'like' },
      'param_enum',
      'should have one of is, is_not, contains, not_contains, starts_with, ends_with, greater, less, is_set, is_not_set, at_least, at_most, matches, not_matches, is_one_of as "operator"',
      ['operator'],
    ],
    ['spreadsheets', 'selectors', 1, 'param_type', 'should be an object', []],
    ['spreadsheets', 'selectors', {}, 'param_required', 'needs "selectorValue", which is missing', []],
    [
      'spreadsheets',
      'selectors',
      { selectorValue: '1', value: '' },
      'param_type',
      'should have an integer as "selectorValue"',
      ['selectorValue'],
    ],
    [
      'spreadsheets',
      'selectors',
      { selectorValue: 1.5, value: '' },
      'param_type',
      'should have an integer as "selectorValue"',
      ['selectorValue'],
    ],
    [
      'spreadsheets',
      'selectors',
      { selectorValue: 0, value: '' },
      'param_min',
      'needs "selectorValue" to be at least 1',
      ['selectorValue'],
    ],
    [
      'spreadsheets',
      'selectors',
      { selectorValue: 1, value: 5 },
      'param_type',
      'should have a string as "value"',
      ['value'],
    ],
    ['webhook', 'saves', { destination: 'a' }, 'param_required', 'needs "path", which is missing', []],
    [
      'webhook',
      'saves',
      { path: 'a', destination: 'a' },
      'param_pattern',
      'should have an RFC 6901 pointer as "path"',
      ['path'],
    ],
    [
      'webhook',
      'saves',
      { path: '/a~2', destination: 'a' },
      'param_pattern',
      'should have an RFC 6901 pointer as "path"',
      ['path'],
    ],
    [
      'webhook',
      'saves',
      { path: '/a', destination: ' ' },
      'param_pattern',
      'should have the name of a Field as "destination"',
      ['destination'],
    ],
    [
      'webhook',
      'saves',
      { path: '/a', destination: '@{a}' },
      'param_pattern',
      'should have the name of a Field as "destination"',
      ['destination'],
    ],
  ])('[BL15] %s with %s: [%j]', ([name, param, entry, code, says, at]) => {
    const message = `entry 1 of "${param}" ${says}.`;
    expect(problemsOf(name, { [param]: [entry] })).toEqual([{ code, message, param, at: [0, ...at] }]);
  });

  it.for<readonly [JsonObject, string, string, readonly string[]]>([
    [{ value: 'x' }, 'param_required', 'needs "selectorValue", which is missing', []],
    [{ selectorValue: -1, value: 'x' }, 'param_min', 'needs "selectorValue" to be at least 1', ['selectorValue']],
    [{ selectorValue: 'A', value: 'x' }, 'param_type', 'should have an integer as "selectorValue"', ['selectorValue']],
    [{ selectorValue: 1 }, 'param_required', 'needs "value", which is missing', []],
    [{ selectorValue: 1, value: null }, 'param_type', 'should have a string as "value"', ['value']],
  ])('[BL15] the reference of a row %j', ([reference, code, says, at]) => {
    const message = `"reference" ${says}.`;
    for (const action of ['update_row', 'get_row']) {
      expect(problemsOf('spreadsheets', { action, reference })).toEqual([{ code, message, param: 'reference', at }]);
    }
  });

  it('[BL15] entries beyond the first 1,000 are not checked', () => {
    const conditions = Array.from({ length: 5_000 }, () => 5);
    expect(problemsOf('conditions', { conditions })).toHaveLength(1_000);
  });

  it('[BL15] each faulty entry is one problem', () => {
    const entries = [5, { id: 'a', label: 'A' }, { id: '', label: 1 }];
    expect(problemsOf('buttons', { buttons: entries }).map(({ at }) => at)).toEqual([[0], [2, 'id']]);
  });
});

describe('[BL16] bot_link', () => {
  it.for<JsonValue>([1, -1, 0, '0192AAAA-bbbb-7ccc-8ddd-eeeeeeeeeeee'])('[BL16] %j names a bot', (bot) => {
    expect(problemsOf('bot_link', { bot })).toEqual([]);
  });

  it('[BL16] a missing bot is reported by the rule of the param, not here', () => {
    expect(problemsOf('bot_link', {})).toEqual([]);
  });

  it.for<JsonValue>(['', '7', 'my bot', 1.5, 2 ** 53, null, true, [1], {}])('[BL16] %j names no bot', (bot) => {
    const message = '"bot" must be the uuid or the number of a bot.';
    expect(problemsOf('bot_link', { bot })).toEqual([{ code: 'param_type', message, param: 'bot' }]);
  });
});

describe('[BL21] Fields', () => {
  it.for<readonly [string, JsonObject, readonly string[], readonly string[]]>([
    ['ask_question', { destination: 'name' }, ['name'], []],
    ['ask_question', { destination: '' }, [], []],
    ['ask_question', { destination: 5 }, [], []],
    ['ask_question', {}, [], []],
    ['ask_yes_no', { destination: '__proto__' }, ['__proto__'], []],
    ['buttons', { destination: 'choice' }, ['choice'], []],
    ['webhook', { destination: 'answer' }, ['answer'], []],
    [
      'webhook',
      { destination: 'a', saves: [{ path: '', destination: 'b' }, 5, {}, { destination: '' }] },
      ['a', 'b'],
      [],
    ],
    ['webhook', { saves: 'x' }, [], []],
    ['set_a_field', { field: 'a' }, ['a'], []],
    ['set_a_field', { field: 'a', action: 'SET' }, ['a'], []],
    ['set_a_field', { field: 'a', action: 'UNSET' }, [], []],
    ['set_a_field', { field: null }, [], []],
    [
      'conditions',
      { conditions: [{ field: 'a' }, 5, null, {}, { field: '' }, { field: 7 }, { field: 'b' }] },
      [],
      ['a', 'b'],
    ],
    ['conditions', { conditions: {} }, [], []],
    [
      'formulas',
      { expression: 'age > 17 && age + size(name) < "x y".length', destination: 'ok' },
      ['ok'],
      ['age', 'name'],
    ],
    ['formulas', { expression: "a.b['c'] in [true, false, null, 1e5, \"\\\"d\"] ? 'e' : f" }, [], ['a', 'f']],
    [
      'formulas',
      { expression: `fields["first name"] + fields [ 'b' ] + fields.c + x.fields.d` },
      [],
      ['fields', 'x', 'first name', 'b', 'c'],
    ],
    ['formulas', { expression: ['a'] }, [], []],
    ['code', { source: 'show(fields.größe, "x")' }, [], ['show', 'fields', 'größe', 'x']],
    ['code', { source: 5 }, [], []],
    ['send_text', { text: '@{name}' }, [], []],
  ])('[BL21] %s with %j sets %j and reads %j', ([name, params, sets, reads]) => {
    const definition = catalog.byName(name);
    expect(definition?.setsFields?.(params) ?? []).toEqual(sets);
    expect(definition?.readsFields?.(params) ?? []).toEqual(reads);
  });
});

describe('[BL22] Fields in a conversation', () => {
  const set = { field: 'a', operator: 'is_set' };
  const unset = { field: 'b', operator: 'is_not_set' };

  it.for<readonly [string, JsonObject, string, readonly string[]]>([
    ['webhook', { destination: 'answer' }, '$success', ['answer']],
    ['webhook', { destination: 'answer' }, '$failed', []],
    ['webhook', { saves: [{ path: '/a', destination: 'b' }] }, '$success', []],
    ['formulas', { destination: 'sum' }, '$success', ['sum']],
    ['formulas', { destination: 'sum' }, '$failed', []],
    ['conditions', { conditions: [set, unset] }, 'true', ['a']],
    ['conditions', { conditions: [set, unset] }, 'false', []],
    ['conditions', { conditions: [set, unset], match: 'any' }, 'true', []],
    ['conditions', { conditions: [set, unset], match: 'any' }, 'false', ['b']],
    ['conditions', { conditions: [unset] }, 'false', ['b']],
    ['conditions', { conditions: 'none' }, 'true', []],
  ])('[BL22] %s with %j, left by %s, has set %j for certain', ([name, params, output, fields]) => {
    expect(catalog.byName(name)?.fieldsAfter?.(params, output)).toEqual(fields);
  });

  it('[BL22] a condition and code do not need a Field to have a value', () => {
    expect(catalog.byName('conditions')?.needsFields?.({ conditions: [set] })).toEqual([]);
    expect(catalog.byName('code')?.needsFields?.({ source: 'a' })).toEqual([]);
  });

  it('[BL22] these blocks may set Fields that their params do not name', () => {
    const others = catalog.definitions.filter(({ setsOtherFields }) => setsOtherFields).map(({ name }) => name);
    expect(others.toSorted()).toEqual(['ai_agent', 'code', 'spreadsheets']);
  });
});
