import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { WebhookEffect } from '../../domain/conversation/effects.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';

const url = 'https://example.org/hook';
const nasty = '", "admin": true, "x": "';
const fields: Fields = {
  name: { type: 'string', value: 'Ada & Co/../?x=1#y' },
  nasty: { type: 'string', value: nasty },
  age: { type: 'integer', value: 34 },
  tags: { type: 'array', value: ['a', 'b'] },
  lines: { type: 'string', value: 'a\r\nX-Evil: 1' },
  big: { type: 'string', value: 'x'.repeat(65_000) },
  yes: { type: 'boolean', value: true },
  digits: { type: 'string', value: '007' },
  quote: { type: 'string', value: 'say "hi"\\ & <b>\'x\'</b> @{age} \u2028\n{' },
  odd: { type: 'string', value: 'a\u0001b\ud800c\ufffed]]>\r' },
  order: { type: 'object', value: JSON.parse('{"__proto__":{"x":1},"a":"<"}') },
};

function effectOf(params: JsonObject): Partial<WebhookEffect> {
  return (talkToBlock('webhook', { url, ...params }, { fields }).start().effects[0] ?? {}) as Partial<WebhookEffect>;
}

describe('the request of a webhook', () => {
  it('[RN98] is an effect that the conversation awaits', () => {
    const talk = talkToBlock(
      'webhook',
      { url, method: 'PUT', headers: [{ name: 'X-Who', value: '@{age}' }], body: 'Hi @{age}' },
      { fields },
    );
    const step = talk.start();
    expect([step.effects, step.state.at]).toEqual([
      [
        {
          id: 'talk/1/1',
          node: 'welcome',
          awaited: true,
          kind: 'webhook',
          method: 'PUT',
          url,
          headers: [
            { name: 'X-Who', value: '34' },
            { name: 'Content-Type', value: 'text/plain; charset=utf-8' },
          ],
          body: 'Hi 34',
          timeoutMs: 10_000,
          maxAnswerBytes: 1_048_576,
        },
      ],
      {
        kind: 'result',
        node: 'welcome',
        template: 'webhook',
        memory: {},
        effect: 'talk/1/1',
        spent: { blocks: 1, effects: 1 },
      },
    ]);
  });

  it.for([
    ['GET', 'x', false],
    ['POST', 'x', true],
    ['DELETE', 'x', true],
    ['POST', '', false],
    ['POST', null, false],
  ] as const)('[RN98] a %s with the body %j sends a body: %s', ([method, body, has]) => {
    expect('body' in effectOf({ method, body })).toBe(has);
  });

  it('[RN48][RN98] a Field in the address is one part of it', () => {
    expect(effectOf({ url: `${url}/@{name}?q=@{tags}` }).url).toBe(
      `${url}/Ada%20%26%20Co%2F..%2F%3Fx%3D1%23y?q=%5B%22a%22%2C%22b%22%5D`,
    );
  });

  it.for([
    [{ url: '' }],
    [{ url: 'example.org' }],
    [{ url: 'ftp://example.org' }],
    [{ url: 'https://@{name}/' }],
    [{ url: `${url}/@{big}` }],
    [{ url: 7 }],
    [{ method: 'TRACE' }],
    [{ body: Array.from({ length: 20 }, () => '@{big}') }],
    [{ body: `["${'@{big}'.repeat(20)}"]` }],
    [{ body: '@{big}'.repeat(20) }],
    [{ body: '@{big}'.repeat(20), headers: [{ name: 'Content-Type', value: 'text/xml' }] }],
    [{ body: '@{big}'.repeat(20), headers: [{ name: 'Content-Type', value: 'application/json' }] }],
  ] as const)('[RN100] no request can be made of %j', ([params]) => {
    const step = talkToBlock('webhook', { url, ...params }, { fields }).start();
    expect([seen(step), step.effects]).toEqual([['$failed'], []]);
  });
});

describe('the body of a webhook', () => {
  it.for([
    ['{"name": "@{nasty}", "age": @{age}, "tags": @{tags}, "none": @{none}, "text": "@{age}/@{none}"}'],
    [' [ "@{nasty}", @{age}, @{tags}, @{none}, "@{age}/@{none}" ]'],
  ] as const)('[RN69] %s is filled as JSON', ([body]) => {
    const effect = effectOf({ body });
    const parts: JsonValue = [nasty, 34, ['a', 'b'], null, '34/'];
    expect(Object.values(JSON.parse(effect.body ?? ''))).toEqual(parts);
    expect(effect.headers).toEqual([{ name: 'Content-Type', value: 'application/json' }]);
  });

  it('[RN69] an escaped quote does not end a text in it', () => {
    expect(JSON.parse(effectOf({ body: '{"a": "say \\"@{nasty}\\" \\\\", "b": @{age}}' }).body ?? '')).toEqual({
      a: `say "${nasty}" \\`,
      b: 34,
    });
  });

  it('[RN49][RN69] JSON that is no text is filled value by value', () => {
    const effect = effectOf({
      body: { who: '@{nasty}', age: '@{age}', said: 'I am @{age}', none: '@{none}', keep: [1, null] },
    });
    expect(JSON.parse(effect.body ?? '')).toEqual({
      who: nasty,
      age: 34,
      said: 'I am 34',
      none: null,
      keep: [1, null],
    });
    expect(effect.headers).toEqual([{ name: 'Content-Type', value: 'application/json' }]);
  });

  const bodyOf = (type: string, body: JsonValue): string | undefined =>
    effectOf({ headers: [{ name: 'cOnTent-type', value: type }], body }).body;

  it.for([
    'application/json',
    'APPLICATION/JSON ; charset=utf-8',
    'text/json',
    'application/ld+json',
    'application/vnd.api+json;profile="x"',
    'application/x-ndjson',
  ])('[RN69] %s is filled as JSON, whatever it begins with', (type) => {
    expect(bodyOf(type, '"@{quote}"')).toBe(JSON.stringify(fields['quote']?.value));
    expect(bodyOf(type, '@{quote}')).toBe(JSON.stringify(fields['quote']?.value));
    expect(bodyOf(type, ' [@{age}, @{digits},@{yes},@{none}, @{tags},"@{tags}@{none}"]\n{"@{quote}": @{order}}')).toBe(
      ` [34, "007",true,null, ["a","b"],"[\\"a\\",\\"b\\"]"]\n{${JSON.stringify(fields['quote']?.value)}: {"__proto__":{"x":1},"a":"<"}}`,
    );
  });

  it('[RN69] a Field that names a member is written as a text', () => {
    expect(
      JSON.parse(bodyOf('application/json', '{@{age} : @{age}, @{none}:1, "@{nasty}":2, "__proto__": "@{odd}"}') ?? ''),
    ).toEqual(
      JSON.parse(
        `{"34": 34, "": 1, ${JSON.stringify(nasty)}: 2, "__proto__": ${JSON.stringify(fields['odd']?.value)}}`,
      ),
    );
  });

  it.for([
    'text/plain',
    'text/markdown; charset=utf-8',
    'text/csv',
    'text/x-ini',
    'text/html',
    'application/toml',
    'application/yaml',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/graphql',
    'nonsense',
  ])('[RN70] %s is filled as it is, whatever it begins with', (type) => {
    for (const around of ['', '{"a": "', '[', '"', '<a b="']) {
      expect(bodyOf(type, `${around}@{quote}|@{age}|@{none}|@{tags}`)).toBe(
        `${around}${fields['quote']?.value}|34||["a","b"]`,
      );
    }
  });

  it.for(['application/x-www-form-urlencoded', 'Application/X-WWW-Form-Urlencoded; charset=utf-8'])(
    '[RN70] %s has its values percent-encoded, whatever it begins with',
    (type) => {
      expect(bodyOf(type, 'name=@{name}&age=@{age}&@{nasty}=@{odd}')).toBe(
        'name=Ada%20%26%20Co%2F..%2F%3Fx%3D1%23y&age=34&%22%2C%20%22admin%22%3A%20true%2C%20%22x%22%3A%20%22=a%01b%EF%BF%BDc%EF%BF%BEd%5D%5D%3E%0D',
      );
      expect(new URLSearchParams(bodyOf(type, '[{@{quote}=@{quote}'))).toEqual(
        new URLSearchParams([[`[{${fields['quote']?.value}`, String(fields['quote']?.value)]]),
      );
    },
  );

  it.for(['application/xml', 'text/xml; charset=utf-8', 'application/soap+xml', 'IMAGE/SVG+XML'])(
    '[RN133] in %s a Field is text',
    (type) => {
      expect(bodyOf(type, '<a b="@{quote}">@{quote}</a>@{age}@{none}')).toBe(
        [
          '<a b="say &quot;hi&quot;\\ &amp; &lt;b&gt;&apos;x&apos;&lt;/b&gt; @{age} \u2028\n{">',
          'say &quot;hi&quot;\\ &amp; &lt;b&gt;&apos;x&apos;&lt;/b&gt; @{age} \u2028\n{</a>34',
        ].join(''),
      );
      expect(bodyOf(type, '@{odd}')).toBe('a\ufffdb\ufffdc\ufffdd]]&gt;&#13;');
    },
  );

  it('[RN133] a Field does not end a CDATA section', () => {
    expect(bodyOf('text/xml', '<![CDATA[@{quote}]]>@{order}<![CDATA[@{odd}>]]>')).toBe(
      `<![CDATA[${fields['quote']?.value}]]>{&quot;__proto__&quot;:{&quot;x&quot;:1},&quot;a&quot;:&quot;&lt;&quot;}<![CDATA[]]>a\ufffdb\ufffdc\ufffdd]]&gt;&#13;<![CDATA[>]]>`,
    );
  });

  it.for<readonly [string, string]>([
    ['{"a": @{quote}}', 'application/json'],
    ['{@{quote}: "@{quote}"}', 'application/json'],
    ['@{quote}', 'application/json'],
    [' "@{quote}" ', 'application/json'],
    ['[1, "\\"@{none}", @{none}]', 'application/json'],
    ['12', 'application/json'],
    ['[link](@{quote})', 'text/plain; charset=utf-8'],
    ['[section]\nkey=@{quote}', 'text/plain; charset=utf-8'],
    ['{@{quote}}', 'text/plain; charset=utf-8'],
    ['{"a": 1@{age}}', 'text/plain; charset=utf-8'],
    ['{"a": @{age},}', 'text/plain; charset=utf-8'],
    ['Hi @{quote}', 'text/plain; charset=utf-8'],
    ['<a>@{quote}</a>', 'text/plain; charset=utf-8'],
  ])('[RN132] without a Content-Type %j is %s', ([body, type]) => {
    for (const given of [[], [{ name: 'content-type', value: ' @{none}' }]]) {
      const effect = effectOf({ headers: given, body });
      expect(effect.headers).toEqual([{ name: 'Content-Type', value: type }]);
      if (type === 'application/json') expect(() => JSON.parse(effect.body ?? '')).not.toThrow();
      else expect(effect.body).toBe(body.replace('@{age}', '34').replace('@{quote}', String(fields['quote']?.value)));
    }
  });

  it('[RN70] a Content-Type that a Field declares counts', () => {
    const headers = [{ name: 'Content-Type', value: 'text/@{kind}' }];
    const kind: Fields = { ...fields, kind: { type: 'string', value: 'xml' } };
    const step = talkToBlock('webhook', { url, headers, body: '@{quote}' }, { fields: kind }).start();
    expect((step.effects[0] as WebhookEffect).body).toContain('&quot;hi&quot;');
  });

  it('[RN70] the content type that the author wrote stays', () => {
    const headers = [{ name: 'Content-Type', value: 'application/vnd.api+json' }];
    expect(effectOf({ headers, body: '{}' }).headers).toEqual(headers);
  });
});

describe('the headers of a webhook', () => {
  it('[RN71] cannot be broken out of', () => {
    const headers = [
      { name: 'X-Lines', value: '@{lines}' },
      { name: 'X-Odd', value: 'a\u0000b\u{1f44d}c' },
      { name: 'Bad Name', value: 'x' },
      { name: 'Bad:Name', value: 'x' },
      { name: '', value: 'x' },
      'X-Text: y',
    ];
    expect(effectOf({ headers }).headers).toEqual([
      { name: 'X-Lines', value: 'a X-Evil: 1' },
      { name: 'X-Odd', value: 'a b c' },
    ]);
  });
});

describe('the answer to a webhook', () => {
  it.for<readonly [JsonValue, JsonValue]>([
    [{ a: [1] }, { type: 'object', value: { a: [1] } }],
    [[1, 'x'], { type: 'array', value: [1, 'x'] }],
    ['text', { type: 'string', value: 'text' }],
    [3, { type: 'integer', value: 3 }],
    [false, { type: 'boolean', value: false }],
  ])('[RN99] %j is kept as %j', ([body, field]) => {
    const talk = talkToBlock('webhook', { url, destination: 'got' });
    talk.start();
    expect([seen(talk.succeed({ status: 201, body })), talk.fields()['got']]).toEqual([['$success'], field]);
  });

  it.for([200, 204, 299])('[RN99] %i with no body is a success, and an empty text', (status) => {
    const talk = talkToBlock('webhook', { url, destination: 'got' });
    talk.start();
    expect([seen(talk.succeed({ status, body: null })), talk.fields()['got']]).toEqual([
      ['$success'],
      { type: 'string', value: '' },
    ]);
  });

  it.for([199, 300, 404, 500, '200', null])('[RN99] the status %j is a failure', (status) => {
    const talk = talkToBlock('webhook', { url, destination: 'got' });
    talk.start();
    const step = talk.succeed({ status, body: 'x' });
    expect([seen(step), step.writes]).toEqual([['$failed'], []]);
  });

  it('[RN99] no answer is a failure', () => {
    const talk = talkToBlock('webhook', { url });
    talk.start();
    expect(seen(talk.fail('timeout'))).toEqual(['$failed']);
    talk.start();
    expect(seen(talk.succeed())).toEqual(['$failed']);
  });

  it('[RN101] an answer that no Field can store is a failure', () => {
    const talk = talkToBlock('webhook', { url, destination: 'got' });
    talk.start();
    const step = talk.succeed({ status: 200, body: 'x'.repeat(1_048_577) });
    expect([seen(step), step.writes]).toEqual([['$failed'], []]);
  });
});

describe('what a webhook may send', () => {
  const headers = (count: number, value: string): JsonObject => ({
    headers: Array.from({ length: count }, (_, index) => ({ name: `X-${String(index).padStart(2, '0')}`, value })),
  });

  it.for<readonly [string, boolean, JsonObject]>([
    ['64 headers', true, headers(64, 'a')],
    ['65 headers', false, headers(65, 'a')],
    ['headers of 32,768 characters', true, headers(64, 'a'.repeat(508))],
    ['headers of more', false, headers(64, 'a'.repeat(509))],
    ['a header of a long Field', false, headers(1, '@{big}')],
    ['a body of 131,072 characters', true, { body: 'a'.repeat(131_072) }],
    ['a body of more', false, { body: 'a'.repeat(131_073) }],
    ['a longer body that Fields make shorter', false, { body: '@{none}'.repeat(18_725) }],
    ['a body that Fields make longer', false, { body: ['@{big}'].concat(Array(2).fill('@{big}')) }],
  ])('[RN123] %s: %s', ([, isSent, params]) => {
    expect(effectOf(params).kind).toBe(isSent ? 'webhook' : undefined);
  });
});

describe('the parts of an answer', () => {
  const body = { a: { 'b/c~d': [10, { e: 'x' }] }, '': 1, none: null };
  const saved = (path: string, answer: JsonValue = body, name = 'got'): JsonValue => {
    const params = { url, saves: [{ path, destination: name }] };
    const talk = talkToBlock('webhook', params, { fields: { got: { type: 'string', value: 'before' } } });
    talk.start();
    talk.succeed({ status: 200, body: answer });
    return (talk.fields()[name]?.value ?? null) as JsonValue;
  };

  it.for<readonly [string, JsonValue]>([
    ['/a/b~1c~0d/0', 10],
    ['/a/b~1c~0d/1/e', 'x'],
    ['/a/b~1c~0d', [10, { e: 'x' }]],
    ['/', 1],
    ['/none', null],
  ])('[RN124] the path %j gives %j', ([path, value]) => {
    expect(saved(path)).toEqual(value);
  });

  it.for(['/gone', '/a/gone/deep', '/a/b~1c~0d/2', '/a/b~1c~0d/-', '/a/b~1c~0d/01', '/toString', '/a/b~1c~0d/length'])(
    '[RN124] the path %j leads nowhere, and leaves the Field as it is',
    (path) => {
      expect(saved(path)).toBe('before');
    },
  );

  it('[RN124] the empty path is the whole answer, also one that is no JSON', () => {
    expect([saved('', 'plain'), saved('/a', 'plain')]).toEqual(['plain', 'before']);
  });

  it('[RN124] are written after the destination, each by its type', () => {
    const saves = [
      { path: '/n', destination: '@{n}' },
      { path: '/s', destination: 's' },
      { path: '/s', destination: '' },
    ];
    const talk = talkToBlock('webhook', { url, destination: 'all', saves });
    talk.start();
    const step = talk.succeed({ status: 200, body: { n: 1.5, s: 'x' } });
    expect(step.writes).toEqual([
      { kind: 'set', name: 'all', type: 'object', value: { n: 1.5, s: 'x' } },
      { kind: 'set', name: 'n', type: 'float', value: 1.5 },
      { kind: 'set', name: 's', type: 'string', value: 'x' },
    ]);
  });

  it.for(['a', 'a/b', '/~', '/~2', '#/a'])('[RN124] %j is no pointer: no request is sent', (path) => {
    const step = talkToBlock('webhook', { url, saves: [{ path, destination: 'x' }] }).start();
    expect([seen(step), step.effects]).toEqual([['$failed'], []]);
  });

  it('[RN101] are a failure when they cannot all be stored', () => {
    const saves = [
      { path: '/a', destination: 'a' },
      { path: '/b', destination: 'b' },
    ];
    const talk = talkToBlock('webhook', { url, saves });
    talk.start();
    const step = talk.succeed({ status: 200, body: { a: 1, b: 'x'.repeat(65_536) } });
    expect([seen(step), step.writes]).toEqual([['$failed'], []]);
  });
});
