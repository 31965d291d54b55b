import { describe, expect, it } from 'vitest';
import {
  appendScenario,
  type Expectation,
  readScenarios,
  renderScenarioResult,
  runScenario,
  type Scenario,
  type ScenarioStep,
  ScenariosUnreadable,
  writeScenarios,
} from '../src/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

const orders = `# What visitors of the shop do.
bot: shop.json
scenarios:
  - name: Ann orders
    fields: { tier: gold }
    steps:
      - bot: What is your name?
      - visitor: Ann
      - bot: [Hi Ann, { contains: order, buttons: [Yes, No] }]
      - press: Yes
      - effect: { kind: webhook, method: POST, url: { contains: /orders }, body: { matches: '"for":"\\w+"' } }
        answer: { status: 200, body: { id: 17 } }
      - bot: Welcome back, friend.
      - bot: { matches: ^Good }
      - fields: { answer: { id: 17 }, tier: gold, nothing: null }
      - ends_at: bye
  - name: Bob does not
    steps:
      - visitor: Bob
      - at: order
      - pass: { hours: 2 }
      - press: $no
      - bot: Goodbye!
`;

function failureOf(steps: readonly ScenarioStep[], scenario: Partial<Scenario> = {}) {
  const { failure } = runScenario({ name: 'It', ...scenario, steps }, shop);
  return failure && [failure.message, failure.path.join('.'), ...failure.diff];
}

const toOrder = [{ visitor: 'Ann' }, { press: 'Yes' }] as const;

describe('a scenario', () => {
  it('[TE20] is read from YAML and JSON, and run', () => {
    const file = readScenarios(orders, 'orders.yaml');
    expect(file.bot).toBe('shop.json');
    expect(readScenarios(JSON.stringify(file)).scenarios).toEqual(file.scenarios);
    const [ann, bob] = file.scenarios.map((scenario) => runScenario(scenario, shop, { from: file }));
    expect(ann).toMatchObject({ name: 'Ann orders', ok: true });
    expect(ann?.failure).toBeUndefined();
    expect(renderScenarioResult(ann as never)).toBe('ok   Ann orders');
    expect(bob?.failure?.place).toEqual({
      file: 'orders.yaml',
      line: 23,
      column: 14,
      endLine: 23,
      endColumn: 22,
    });
  });

  it('[TE27] shows what was expected, what was said, and where', () => {
    const file = readScenarios(orders, 'orders.yaml');
    const result = runScenario(file.scenarios[1] as Scenario, shop, { from: file });
    expect(renderScenarioResult(result).split('\n')).toEqual([
      'FAIL Bob does not (orders.yaml:23:14)',
      '     The bot said something else.',
      '       - Goodbye!',
      '       + Goodbye.',
    ]);
  });

  it.for<[string, string, string]>([
    ['text that is no YAML', 'scenarios: [', '1:13'],
    ['no scenarios', 'bot: x', '1:1 "scenarios" is missing.'],
    ['a member that is not known', 'scenarios: []\nbots: {}\ncolour: red', '3:1 There is no "colour" here.'],
    [
      'a step that is not known',
      'scenarios:\n- name: x\n  steps:\n  - says: hi',
      '4:5 Expected one of bot, visitor, press,',
    ],
    [
      'two steps in one',
      'scenarios:\n- name: x\n  steps:\n  - visitor: hi\n    press: x',
      '5:5 There is no "press" here.',
    ],
    [
      'no regular expression',
      'scenarios:\n- name: x\n  steps:\n  - bot: { matches: "(" }',
      '4:21 This is not a valid regular',
    ],
    [
      'an empty expectation',
      'scenarios:\n- name: x\n  steps:\n  - bot: {}',
      '4:10 Expected something that the bot says.',
    ],
    ['an alias of nothing', 'scenarios:\n- name: x\n  steps: *y', '3:10 Unresolved alias'],
    ['two documents', 'scenarios: []\n---\nscenarios: []', '2:1 There is more than one document in the file.'],
    ['a moment that is none', 'scenarios:\n- name: x\n  now: soon\n  steps: []', '3:8 Expected a moment'],
    ['a Field that can be none', 'scenarios:\n- name: x\n  fields: { y: null }\n  steps: []', '3:16 No Field'],
    [
      'an effect that there is not',
      'scenarios:\n- name: x\n  effects: { webook: {} }\n  steps: []',
      '3:14 Unknown effect.',
    ],
    ['a bot without a number', 'bots: { x: a.json }\nscenarios: []', '1:9 Expected the number'],
    ['a member with a typo', 'scenarios:\n- nam: x', '2:3 There is no "nam" here. Did you mean "name"?'],
    ['a table with a typo', 'scenarios:\n- name: x\n  exampels: []\n  steps: []', 'Did you mean "examples"?'],
    ['shared steps with a typo', 'shard: {}\nscenarios: []', '1:1 There is no "shard" here. Did you mean "shared"?'],
    ['a strange member', 'colour: red\nscenarios: []', 'channel_family, can, scenarios, shared, shared_files.'],
    ['a step with a typo', 'scenarios:\n- name: x\n  steps:\n  - vistor: x', 'Did you mean "visitor"?'],
    ['a time that goes back', 'scenarios:\n- name: x\n  steps:\n  - pass: { hours: -1 }', '4:20 Expected 0 or more.'],
  ])('[TE20] is refused for %s, with the place', ([, text, fault]) => {
    expect(() => readScenarios(text)).toThrow(ScenariosUnreadable);
    expect(() => readScenarios(text)).toThrow(fault);
    expect(() => readScenarios(text, 'a.yaml')).toThrow(/^a\.yaml:\d+:\d+ /);
  });

  it('[TE20] shared steps without scenarios have one fault', () => {
    expect(() => readScenarios('shared:\n  a: []')).toThrow(/^1:1 "scenarios" is missing\.$/);
  });

  it.for<[string, Expectation, boolean]>([
    ['all of a text', 'Hi Ann', true],
    ['all of a text in another case', 'hi ann', false],
    ['a part', { contains: 'Ann' }, true],
    ['another part', { contains: 'Bob' }, false],
    ['a regular expression', { matches: '^hi|Ann$' }, true],
    ['another regular expression', { matches: '^Ann' }, false],
  ])('[TE21] compares %s', ([, bot, isSame]) => {
    const failure = failureOf([{ visitor: 'Ann' }, { bot }, { bot: 'Shall I order?' }]);
    expect(failure === undefined).toBe(isSame);
  });

  it('[TE22] compares all messages of a turn, in order', () => {
    expect(failureOf([{ visitor: 'Ann' }, { bot: 'Hi Ann' }])).toEqual([
      'The bot said more.',
      'steps.1.bot',
      '  Hi Ann',
      '+ Shall I order? [Yes | No]',
    ]);
    expect(
      failureOf([{ visitor: 'Ann' }, { bot: ['Hello', 'Hi Ann', { text: 'Shall I order?', buttons: ['Yes'] }] }]),
    ).toEqual([
      'The bot said something else.',
      'steps.1.bot.0',
      '- Hello',
      '  Hi Ann',
      '- Shall I order? [Yes]',
      '+ Shall I order? [Yes | No]',
    ]);
    expect(failureOf([...toOrder, { bot: 'Done.' }])).toEqual(['The bot said nothing.', 'steps.2.bot', '- Done.']);
    expect(failureOf([{ visitor: 'Bob' }, { press: 'No' }, { bot: [] }])).toEqual([
      'The bot said more.',
      'steps.2.bot',
      '+ Goodbye.',
    ]);
    // The scenario expects nothing of the second turn.
    expect(failureOf([{ visitor: 'Ann' }, { press: 'No' }, { bot: 'Goodbye.' }])).toBeUndefined();
  });

  it('[TE22] compares files, places and errors', () => {
    const bot = diagramOf(
      {
        welcome: ['ask_question', { text: 'Hi', destination: 'x' }],
        cat: ['send_media', { url: 'https://example.org/cat.png', media_type: 'image', caption: 'A cat' }],
        link: ['bot_link', { bot: 2 }],
      },
      ['welcome.$success--cat', 'cat.$success--link'],
    );
    const run = (...said: Expectation[]) =>
      runScenario({ name: 'It', effects: { jump: { fails: 'gone' } }, steps: [{ visitor: 'a' }, { bot: said }] }, bot)
        .failure?.diff;
    expect(run({ image: 'https://example.org/cat.png', text: 'A cat' }, { error: 'jump_failed' })).toBeUndefined();
    expect(run({ video: 'https://example.org/cat.png' }, 'jump_failed')).toEqual([
      '- (video) https://example.org/cat.png',
      '- jump_failed',
      '+ (image) https://example.org/cat.png A cat',
      '+ (error) jump_failed: Bot 2 could not be reached: gone',
    ]);
  });

  it('[TE23] compares Fields', () => {
    expect(failureOf([{ visitor: 'Ann' }, { fields: { name: 'Bob', age: 3, other: null } }])).toEqual([
      'The Fields have other values.',
      'steps.1.fields.name',
      '- name: "Bob"',
      '+ name: "Ann"',
      '- age: 3',
      '+ age: (none)',
    ]);
  });

  it('[TE24] compares effects, and answers them', () => {
    expect(
      failureOf([...toOrder, { effect: 'webhook', fails: 'timeout' }, { bot: 'The shop is closed.' }]),
    ).toBeUndefined();
    expect(failureOf([{ effect: 'webhook' }])).toEqual(['The bot waits for no effect.', 'steps.0.effect']);
    expect(failureOf([...toOrder, { effect: 'code' }])).toEqual([
      'The bot waits for another effect.',
      'steps.2.effect',
      '- kind: code',
      '+ kind: webhook',
    ]);
    expect(failureOf([...toOrder, { effect: { kind: 'webhook', timeoutMs: 5, url: { contains: 'x.org' } } }])).toEqual([
      'The bot waits for another effect.',
      'steps.2.effect.timeoutMs',
      '- timeoutMs: 5',
      '+ timeoutMs: 10000',
      '- url: (contains) x.org',
      '+ url: https://shop.example.org/orders',
    ]);
    expect(failureOf([...toOrder, { effect: 'webhook', answer: 1 }])?.[0]).toContain('A webhook is answered with');
    const once = { effects: { webhook: [{ answer: { status: 500 } }] } };
    expect(failureOf([...toOrder, { bot: 'The shop is closed.' }], once)).toBeUndefined();
    expect(failureOf([...toOrder, { effect: 'webhook' }], { effects: { webhook: [] } })).toBeUndefined();
  });

  it('[TE25] compares the block', () => {
    expect(failureOf([{ at: 'order' }])).toEqual([
      'The conversation is at another block.',
      'steps.0.at',
      '- order',
      '+ welcome',
    ]);
    expect(failureOf([{ ends_at: 'welcome' }])).toEqual([
      'The conversation has not ended: it is at block "welcome".',
      'steps.0.ends_at',
    ]);
    expect(failureOf([{ visitor: 'Bob' }, { press: 'No' }, { ends_at: 'sorry' }])?.slice(2)).toEqual([
      '- sorry',
      '+ bye',
    ]);
    expect(failureOf([{ at: 'order' }], { start: 'hello', fields: { name: 'Ann' } })).toBeUndefined();
    expect(failureOf([{ at: 'oder' }])?.[0]).toContain('There is no block "oder" in the diagram.');
  });

  it('[TE25] ends for the bot with a person', () => {
    const bot = diagramOf(
      {
        welcome: ['ask_question', { text: 'What is wrong?', destination: 'problem' }],
        person: ['human_takeover', { text: 'I get somebody.' }],
      },
      ['welcome.$success--person'],
    );
    const steps: ScenarioStep[] = [{ visitor: 'All' }, { ends_at: 'person' }, { visitor: 'Hello?' }, { bot: [] }];
    const { ok, chat } = runScenario({ name: 'It', steps }, bot);
    expect([ok, chat.isOver, chat.said, chat.effects.map(({ kind }) => kind)]).toEqual([true, false, [], ['assign']]);
  });

  it('[TE35] fails when the conversation ends with an error that it does not expect', () => {
    const bot = diagramOf(
      { welcome: ['ask_question', { text: 'Hi', destination: 'x' }], link: ['bot_link', { bot: 2 }] },
      ['welcome.$success--link'],
    );
    const run = (...steps: ScenarioStep[]) =>
      runScenario({ name: 'It', effects: { jump: { fails: 'gone' } }, steps: [{ visitor: 'a' }, ...steps] }, bot)
        .failure;
    const failure = {
      message: 'The conversation ended with an error.',
      diff: ['+ (error) jump_failed: Bot 2 could not be reached: gone'],
      path: ['steps', 0],
    };
    expect(run()).toEqual(failure);
    expect(run({ at: 'link' })).toEqual(failure);
    expect(run({ at: 'link' }, { bot: { error: 'jump_failed' } })).toBeUndefined();
    expect(run({ bot: { error: 'jump_failed' } }, { at: 'link' })).toBeUndefined();
    expect(failureOf([], { start: 'nowhere' })?.[2]).toBe(
      '+ (error) node_unknown in block "nowhere": There is no block "nowhere".',
    );
  });

  it('[TE27] shows spaces that nobody sees, and each line of a text', () => {
    const bot = diagramOf({ welcome: ['ask_question', { text: 'One\nTwo ', destination: 'x' }] });
    expect(runScenario({ name: 'It', steps: [{ bot: 'One\nTwo' }] }, bot).failure?.diff).toEqual([
      '- One',
      '- Two',
      '+ One',
      '+ "Two " (U+0020 at the end)',
    ]);
  });

  it.for<readonly [string, string, string, string]>([
    ['naïve', 'nai\u0308ve', '- naïve (ï U+00EF)', '+ nai\u0308ve (i\u0308 U+0069 U+0308)'],
    ['5 kg', '5\u202fkg', '- 5 kg (U+0020 after "5")', '+ 5\u202fkg (U+202F after "5")'],
    ['Hi\u2060', 'Hi', '- "Hi\u2060" (U+2060 at the end)', '+ Hi'],
    ['Schiff', 'Schi\u200cff', '- Schiff', '+ Schi\u200cff (U+200C after "Schi")'],
    ['a\r', 'a', '- "a\\r" (U+000D at the end)', '+ a'],
    ['co-op', 'co\u2010op', '- co-op (- U+002D)', '+ co\u2010op (\u2010 U+2010)'],
    ['Нi', 'Hi', '- Нi (Н U+041D)', '+ Hi (H U+0048)'],
    ['Yes', 'No', '- Yes', '+ No'],
    ['A 👩‍🚀', 'B 👩‍🚀', '- "A 👩‍🚀"', '+ "B 👩‍🚀"'],
  ])('[TE72] %j instead of %j is named by code points', ([expected, said, ...lines]) => {
    const bot = diagramOf({ welcome: ['ask_question', { text: said, destination: 'x' }] });
    const plain = (diff: readonly string[] | undefined) =>
      diff?.map((line) => line.replace(/^([-+] )"(.*)"(?= \()/, '$1$2'));
    const { failure } = runScenario({ name: 'It', steps: [{ bot: expected }] }, bot);
    expect(plain(failure?.diff)).toEqual(plain(lines));
  });

  it('[TE72] names what differs in Fields, in ids of blocks, and of buttons', () => {
    expect(failureOf([{ fields: { name: 'Zo\u00eb' } }], { fields: { name: 'Zoe\u0308' } })).toEqual([
      'The Fields have other values.',
      'steps.0.fields.name',
      '- name: "Zo\u00eb" (\u00eb U+00EB)',
      '+ name: "Zoe\u0308" (e\u0308 U+0065 U+0308)',
    ]);
    expect(failureOf([{ at: 'wel\u00adcome' }])?.slice(2)).toEqual([
      '- "wel\u00adcome" (U+00AD after "wel")',
      '+ welcome',
    ]);
    expect(failureOf([{ visitor: 'Ann' }, { press: 'Yes\u200b' }])?.[0]).toBe(
      'The bot offers no button "Yes\u200b" (U+200B at the end). It offers "Yes" ($yes), "No" ($no).',
    );
    const oui = { id: 'a', label: 'Oui\u202f!' };
    const bot = diagramOf({
      welcome: ['buttons', { text: 'Prêt ?', buttons: [oui, { id: 'b', label: 'No\u00adn' }] }],
    });
    expect(runScenario({ name: 'It', steps: [{ press: 'Oui\u00a0!' }] }, bot).failure?.message).toBe(
      'The bot offers no button "Oui\u00a0!" (U+00A0 after "Oui"). It offers "Oui\u202f!" (U+202F after "Oui") ($a), "No\u00adn" (U+00AD after "No") ($b).',
    );
  });

  it('[TE68] takes what is written without quotes for the text', () => {
    const written = [
      '01234',
      '+12025550123',
      '1.50',
      '1e3',
      '0x1F',
      '007',
      'true',
      '2026-01-01',
      '12:30:00',
      'null',
      '~',
    ];
    const more = ['yes', 'No', '1_000', '.5', '1.', '-0', '0o17', '.inf', 'FALSE', '12345678901234567890', '1E400'];
    for (const version of ['', '%YAML 1.1\n---\n']) {
      for (const text of [...written, ...more]) {
        const { scenarios } = readScenarios(
          `${version}scenarios:\n- name: ${text}\n  steps: [{visitor: ${text}}, {press: ${text}}, {bot: [${text}, {text: ${text}, buttons: [${text}]}]}, {at: ${text}}]`,
        );
        expect(scenarios).toEqual([
          {
            name: text,
            steps: [{ visitor: text }, { press: text }, { bot: [text, { text, buttons: [text] }] }, { at: text }],
          },
        ]);
      }
    }
  });

  it.for([
    ['!!float 2.50', '2.50'],
    ['!!float "1e3"', '1e3'],
    ['!!int 0x1F', '0x1F'],
    ['!!int 0042', '0042'],
    ["!!int '07'", '07'],
    ['!!bool True', 'True'],
    ['!!null ~', '~'],
    ['!!bool yes', 'yes'],
    ['!!timestamp 2026-01-01', '2026-01-01'],
    ['!!binary aGk=', 'aGk='],
    ['&name !!float 7.0', '7.0'],
  ] as const)('[TE68] takes %s for the text as written', ([written, text]) => {
    for (const version of ['', '%YAML 1.1\n---\n']) {
      const { scenarios } = readScenarios(
        `${version}scenarios:\n- name: ${written}\n  steps:\n  - visitor: ${written}\n  - bot: [{text: ${written}, buttons: [${written}]}]`,
      );
      expect(scenarios).toEqual([{ name: text, steps: [{ visitor: text }, { bot: [{ text, buttons: [text] }] }] }]);
    }
  });

  it('[TE69] takes it for the value of its tag', () => {
    const { scenarios } = readScenarios(
      'scenarios:\n- name: x\n  steps:\n  - fields: { a: !!float 2.50, b: !!int 0x1F, c: !!bool True, d: !!null ~, e: !!float 3, f: !!int 0042, g: !!float .inf, h: !!str 5 }',
    );
    expect(scenarios[0]?.steps).toEqual([
      { fields: { a: 2.5, b: 31, c: true, d: null, e: 3, f: 42, g: '.inf', h: '5' } },
    ]);
  });

  it('[TE68] does not take a text where none is written', () => {
    expect(() => readScenarios('scenarios:\n- name: x\n  steps:\n  - visitor:')).toThrow('4:13 Expected a text.');
  });

  it('[TE69] takes it for a value only where JSON would be written the same', () => {
    const { scenarios } = readScenarios(`scenarios:
- name: x
  fields: { a: 7, b: -1.5, c: true, d: 007, e: 1.50, f: True, g: +49, h: "8", i: [1, 01], 01: x, null: y, true: z }
  steps:
  - fields: { a: null, b: ~, c: , d: 1e3, e: 12345678901234567890, f: !!str 5, g: !!int "6" }
  - effect: { kind: webhook, status: 0200, n: 2 }
    answer: { status: 200, body: { zip: 00100 } }
  - pass: { hours: 01, minutes: 1.50, seconds: 0x10 }`);
    expect(scenarios).toEqual([
      {
        name: 'x',
        fields: {
          ...{ a: 7, b: -1.5, c: true, d: '007', e: '1.50', f: 'True', g: '+49', h: '8', i: [1, '01'] },
          ...{ '01': 'x', null: 'y', true: 'z' },
        },
        steps: [
          { fields: { a: null, b: '~', c: null, d: '1e3', e: '12345678901234567890', f: '5', g: 6 } },
          { effect: { kind: 'webhook', status: '0200', n: 2 }, answer: { status: 200, body: { zip: '00100' } } },
          { pass: { hours: 1, minutes: 1.5, seconds: 16 } },
        ],
      },
    ]);
    expect(readScenarios(writeScenarios({ scenarios })).scenarios).toEqual(scenarios);
  });

  it.for<readonly [string, string, string]>([
    ['a key twice', 'scenarios:\n- name: x\n  steps: []\n  "n\\u0061me": y', '4:3 The key "name"'],
    ['a number twice', 'bots: { 2: a.json,\n "2": b.json }\nscenarios: []', '2:2 The key "2"'],
    ['__proto__ twice', 'scenarios: []\n__proto__: 1\n__proto__: 2', '3:1 The key "__proto__"'],
    ['an alias within itself', 'scenarios: &a\n- *a', '2:3 The alias "a" is part of its own value.'],
    [
      'aliases without bounds',
      `${Array.from({ length: 9 }, (_, at) => `a${at}: &a${at} [${at === 0 ? 1 : `*a${at - 1},`.repeat(9)}]`).join('\n')}\nscenarios: []`,
      '7:',
    ],
    ['too deep a text', `scenarios: ${'['.repeat(20_000)}`, 'The text is nested too deeply.'],
  ])('[TE70] is refused for %s', ([, text, fault]) => {
    expect(() => readScenarios(text)).toThrow(ScenariosUnreadable);
    expect(() => readScenarios(text)).toThrow(fault);
  });

  it('[TE70] an alias is what it stands for, as often as it is used', () => {
    const { scenarios } = readScenarios(
      'scenarios:\n- { name: &n A, steps: &s [{ visitor: *n }] }\n- { name: *n, steps: *s }',
    );
    expect(scenarios).toEqual([0, 1].map(() => ({ name: 'A', steps: [{ visitor: 'A' }] })));
  });

  it('[TE70] 100 faults are listed', () => {
    const text = `scenarios:\n- name: x\n  steps:\n${'  - at:\n'.repeat(300)}`;
    expect(() => readScenarios(text)).toThrow(
      expect.objectContaining({ faults: expect.toSatisfy((faults) => faults.length === 100) }),
    );
  });

  it('[TE71][TE28] writes nothing that a terminal acts on, and reads it back', () => {
    const scenarios = [
      { name: 'a\u2028\u202eb', steps: [{ visitor: '\u001b[2J\u009b' }, { bot: 'One\n\u007fTwo' }] },
    ] as const;
    const text = writeScenarios({ scenarios }, new Map([[scenarios[0] as Scenario, 'x\u001b\n::y']]));
    expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Zl}/u);
    expect(readScenarios(text).scenarios).toEqual(scenarios);
    expect(readScenarios(appendScenario(text, scenarios[0] as Scenario)).scenarios).toEqual([
      ...scenarios,
      ...scenarios,
    ]);
  });

  it('[TC17][TE28] writes no command of a CI server, and reads the same back', () => {
    const [anywhere, line] = ['a ##vso[task.complete]b ##[group] section_end:1:x', `${'a'.repeat(50)}\n  ::error::b`];
    const scenarios = [{ name: anywhere, steps: [{ visitor: line }, { bot: `::c\n${anywhere}` }] }] as const;
    const text = writeScenarios(
      { bots: { 7: '::a.json' }, scenarios },
      new Map([[scenarios[0] as Scenario, anywhere]]),
    );
    expect(text).not.toMatch(/##\w*\[|section_end:\d|^\s*::/m);
    expect(readScenarios(text)).toMatchObject({ bots: { 7: '::a.json' }, scenarios });
  });

  it('[TE26] fails at what the chat does not allow', () => {
    expect(failureOf([{ press: 'Yes' }])).toEqual(['The bot offers no button "Yes". It offers none.', 'steps.0.press']);
    expect(failureOf([...toOrder, { visitor: 'Hello?' }])).toEqual([
      'The bot waits for the outcome of the effect "webhook" of block "call": answer it first.',
      'steps.2.visitor',
    ]);
  });
});
