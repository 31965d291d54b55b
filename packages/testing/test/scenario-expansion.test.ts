import { describe, expect, it } from 'vitest';
import { appendScenario, readScenarios, runScenario, scenarioSkeletons, writeScenarios } from '../src/index.ts';
import type { ReadShared } from '../src/scenario/expand-scenarios.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

const file = `bot: shop.json
shared:
  to the order:
    - bot: What is your name?
    - use: name
  name:
    - visitor: <name>
scenarios:
  - name: <name> orders
    examples:
      - { name: Ann, times: 7, asked: { contains: order }, zip: 007 }
      - { name: Bob, times: 1, asked: { contains: order }, zip: 008 }
    fields: { times: <times>, zip: <zip>, text: '<zip>-<times>' }
    steps:
      - use: to the order
      - bot: [Hi <name>, <asked>]
      - at: order
  - name: Nobody
    steps:
      - use: name
      - at: bye
`;

const shared: ReadShared = (name) =>
  name === 'steps.yaml'
    ? { name, text: '# Steps\nshared:\n  far:\n    - visitor: Eve\n    - bot: No\n' }
    : { failed: 'ENOENT' };

function faultOf(text: string, readShared = shared): string {
  try {
    readScenarios(text, 'a.yaml', readShared);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
}

const oneScenario = (steps: string, more = '') => `${more}scenarios:\n  - name: x\n    steps:\n${steps}`;

describe('shared steps and examples', () => {
  it('[SF1][SF4][SF5] become plain scenarios, with the values of their rows', () => {
    const { scenarios } = readScenarios(file);
    const order = (name: string, times: number, zip: string) => ({
      name: `${name} orders`,
      fields: { times, zip, text: `${zip}-${times}` },
      steps: [
        { bot: 'What is your name?' },
        { visitor: name },
        { bot: [`Hi ${name}`, { contains: 'order' }] },
        { at: 'order' },
      ],
    });
    expect(scenarios).toEqual([
      order('Ann', 7, '007'),
      order('Bob', 1, '008'),
      { name: 'Nobody', steps: [{ visitor: '<name>' }, { at: 'bye' }] },
    ]);
    const [first] = scenarios;
    expect(runScenario(first as never, shop)).toMatchObject({ ok: true });
  });

  it('[SF5] names each row', () => {
    const named = (name: string, rows: string) =>
      readScenarios(
        `scenarios:\n  - name: ${name}\n    examples: ${rows}\n    steps: [{ visitor: <a> }]\n`,
      ).scenarios.map((scenario) => scenario.name);
    expect(named('It', '[{ a: x }, { a: 2 }, { a: x }]')).toEqual(['It (x)', 'It (2)', 'It (x) (row 3)']);
    expect(named('It', `[{ a: ${'é'.repeat(90)} }]`)).toEqual([`It (${'é'.repeat(79)}…)`]);
    expect(named('<a>', '[{ a: 07 }, { a: y }]')).toEqual(['07', 'y']);
  });

  it('[SF2][SF10] a failure in shared steps has their place and the place of the use', () => {
    const from = readScenarios(
      `shared_files: [steps.yaml]\n${oneScenario('      - visitor: Ann\n      - use: far\n')}`,
      'a.yaml',
      shared,
    );
    const [scenario] = from.scenarios;
    const { failure, steps } = runScenario(scenario as never, shop, { from });
    expect(failure).toMatchObject({
      place: { file: 'steps.yaml', line: 5, column: 12 },
      usedAt: { file: 'a.yaml', line: 6, column: 9 },
      path: ['steps', 2, 'bot'],
    });
    expect(steps?.map(({ at, fields }) => [at, fields])).toMatchObject([
      ['welcome', {}],
      ['order', { name: 'Ann' }],
      ['order', { name: 'Ann' }],
      ['order', { name: 'Ann' }],
    ]);
  });

  it.for<readonly [string, string, string]>([
    [
      'SF1',
      oneScenario('      - use: nam\n', 'shared: { name: [] }\n'),
      'a.yaml:5:14 There are no shared steps "nam". Did you mean "name"?',
    ],
    [
      'SF1',
      oneScenario('      - { use: name, at: x }\n', 'shared: { name: [] }\n'),
      'a.yaml:5:22 A step with "use" has nothing else.',
    ],
    ['SF1', oneScenario('      - at: x\n', 'shared: { name: 1 }\n'), 'a.yaml:1:17 Expected a list of steps.'],
    ['SF1', oneScenario('      - at: x\n', 'shared: [a]\n'), 'a.yaml:1:9 Expected lists of steps by their names.'],
    [
      'SF10',
      oneScenario('      - use: a\n', 'shared: { a: [{ sees: x }] }\n'),
      'a.yaml:1:15 Expected one of bot, visitor, press, send, effect, fields, pass, wait, at, ends_at, use.',
    ],
    ['SF2', oneScenario('      - at: x\n', 'shared_files: [gone.yaml]\n'), 'a.yaml:1:16 There is no file "gone.yaml".'],
    [
      'SF2',
      oneScenario('      - at: x\n', 'shared_files: [steps.yaml]\nshared: { far: [] }\n'),
      'steps.yaml:3:3 The steps "far" are at a.yaml:2:16, too.',
    ],
    [
      'SF2',
      oneScenario('      - at: x\n', `shared_files: [${'a, '.repeat(21)}]\n`),
      'a.yaml:1:15 Expected at most 20 files.',
    ],
    [
      'SF3',
      oneScenario('      - use: a\n', 'shared: { a: [{ use: b }], b: [{ use: a }] }\n'),
      'a.yaml:1:32 Shared steps use themselves: a → b → a.',
    ],
    ['SF4', oneScenario('      - at: x\n    examples: [{ a: 1 }]\n'), 'a.yaml:5:18 Nothing in the scenario uses <a>.'],
    ['SF4', oneScenario('      - at: x\n    examples: []\n'), 'a.yaml:5:15 Expected a list of rows.'],
    [
      'SF4',
      oneScenario('      - at: x<a>\n    examples: [{ a: [1] }]\n'),
      'a.yaml:5:21 Only a text fits into the text around <a>.',
    ],
    [
      'SF4',
      oneScenario('      - at: x<a>\n    examples: [{ "<a>": 1 }]\n'),
      'a.yaml:5:18 A column has a name of letters, digits, _, ., - and spaces.',
    ],
    [
      'SF4',
      oneScenario('      - bot: In <colour>\n      - at: <color>\n    examples: [{ color: red }]\n'),
      'a.yaml:4:14 There is no column <colour>. Did you mean <color>?',
    ],
    [
      'SF4',
      oneScenario(
        '      - use: a\n      - at: <color>\n    examples: [{ color: red }]\n',
        'shared: { a: [at: <Color>] }\n',
      ),
      'a.yaml:1:19 There is no column <Color>. Did you mean <color>?',
    ],
    [
      'SF4',
      'scenarios:\n  - name: Ann <colr>\n    steps: [at: <color>]\n    examples: [{ color: red }]\n',
      'a.yaml:2:11 There is no column <colr>. Did you mean <color>?',
    ],
    [
      'SF6',
      oneScenario('      - at: <a>\n    examples: [{ a: 1 }, { b: 1 }, { a: 1, c: 2 }]\n'),
      'a.yaml:5:26 The row has no "a".\na.yaml:5:36 The first row has no "c".',
    ],
    ['SF7', oneScenario('      - at: x\n    skip: true\n'), 'a.yaml:5:11 Expected the reason.'],
    [
      'SF7',
      oneScenario('      - at: x\n    tags: [a b]\n'),
      'a.yaml:5:12 Expected a tag of letters, digits and _ . : / -.',
    ],
    ['SF8', oneScenario('      - at: x\n    only: yes\n'), 'a.yaml:5:11 Expected true.'],
  ])('[%s] %j is refused at its place', ([, text, fault]) => {
    expect(faultOf(text)).toBe(fault);
  });

  it.for(['<b>a</b>', '<name@host>', '<i>', '<a href="x">', '<code>x</code>', '<br/>', 'a < b > c', '<it is far>'])(
    '[SF4] %j resembles no column, and stays as it is',
    (text) => {
      const step = `      - bot: '${text}'\n      - at: <a><na><mode><name>\n`;
      const [scenario] = readScenarios(
        oneScenario(step).concat('    examples: [{ a: 1, na: 1, mode: 1, name: Ann }]\n'),
      ).scenarios;
      expect(scenario?.steps[0]).toEqual({ bot: text });
    },
  );

  it('[SF3][SF6] what a few bytes would make without end is refused at once', () => {
    const nested = Array.from({ length: 12 }, (_, at) => `  s${at}: [{ use: s${at + 1} }]\n`).join('');
    expect(faultOf(oneScenario('      - use: s0\n', `shared:\n${nested}  s12: []\n`))).toContain(
      'nested more than 10 times',
    );
    const wide = Array.from({ length: 6 }, (_, at) => {
      const uses = Array(30)
        .fill(`{ use: s${at + 1} }`)
        .join(', ');
      return `  s${at}: [${uses}]\n`;
    }).join('');
    const bomb = oneScenario('      - use: s0\n', `shared:\n${wide}  s6: [{ at: x }]\n`);
    expect(faultOf(bomb)).toContain('Shared steps make more than 10000 steps.');
    const rows = (count: number, row = '{ a: 1 }') => `    examples: [${Array(count).fill(row).join(', ')}]\n`;
    expect(faultOf(oneScenario('      - at: <a>\n', '').concat(rows(20_000)))).toContain('Expected at most 1000 rows.');
  });

  it('[SF6] long values in long texts are refused at once', () => {
    const rows = (count: number, row = '{ a: 1 }') => `    examples: [${Array(count).fill(row).join(', ')}]\n`;
    const long = `      - visitor: "${'<a>'.repeat(2_000)}"\n`;
    const row = `{ a: ${'y'.repeat(9_000)} }`;
    expect(faultOf(oneScenario(long).concat(rows(20, row)))).toContain('make too many steps');
    const wideStep = `      - bot: [${Array(500).fill('<a>').join(', ')}]\n`;
    expect(faultOf(oneScenario(wideStep).concat(rows(900)))).toContain('make too many steps');
  });

  it('[SF6] a hundred rows with the same fault report it once', () => {
    const rows = Array.from({ length: 100 }, (_, at) => `{ a: t${at} }`).join(', ');
    expect(faultOf(oneScenario('      - wait: <a>\n').concat(`    examples: [${rows}]\n`)).split('\n')).toEqual([
      'a.yaml:4:15 Expected a period, such as 10 min.',
    ]);
  });

  it('[TE33] a scenario is added to a file, which keeps its shared steps and examples', () => {
    const longer = appendScenario(file, { name: 'New', steps: [{ visitor: 'Cy' }] });
    expect(longer.startsWith(file.trimEnd())).toBe(true);
    expect(readScenarios(longer).scenarios.map(({ name }) => name)).toEqual([
      'Ann orders',
      'Bob orders',
      'Nobody',
      'New',
    ]);
    const flow = '{ "shared": { "a": [] }, "scenarios": [] }';
    expect(appendScenario(flow, { name: 'New', steps: [] })).toMatch(/^\{ "shared": \{ "a": \[\] \}, "scenarios": \[/);
  });
});

it('[TE33] a scenario takes the place of the one with its name, and the rest of the file stays', () => {
  const yaml = `# Leads
shared:
  hello:
    - visitor: Hi
scenarios:
  # The first
  - name: A
    steps:
      - use: hello
  - name: B
    steps: []
`;
  const steps = [{ visitor: 'New' }];
  const replaced = appendScenario(yaml, { name: 'B', steps }, { replaces: true });
  expect(replaced).toContain('# Leads\nshared:\n  hello:');
  expect(replaced).toContain('# The first\n  - name: A\n    steps:\n      - use: hello');
  expect(readScenarios(replaced).scenarios[1]).toEqual({ name: 'B', steps });
  expect(appendScenario(yaml, { name: 'C', steps }, { replaces: true })).toContain(
    '  - name: B\n    steps: []\n  - name: C',
  );
  const json = JSON.stringify({ shared: { a: [] }, scenarios: [{ name: 'A', steps: [] }] });
  expect(JSON.parse(appendScenario(json, { name: 'A', steps }, { replaces: true }))).toEqual({
    shared: { a: [] },
    scenarios: [{ name: 'A', steps }],
  });
});

describe('requests of webhooks', () => {
  const bot = diagramOf(
    {
      welcome: ['ask_question', { text: 'Name?', destination: 'name' }],
      call: [
        'webhook',
        {
          url: 'https://crm.example.org/leads',
          method: 'POST',
          headers: [
            { name: 'X-Source', value: 'bot' },
            { name: 'Authorization', value: 'Bearer hunter2' },
          ],
          body: '{ "name": "@{name}", "n": 1 }',
        },
      ],
    },
    ['welcome.$success--call'],
  );
  const run = (expected: object) =>
    runScenario({ name: 'It', steps: [{ visitor: 'Ann' }, { effect: { kind: 'webhook', ...expected } as never }] }, bot)
      .failure?.diff;

  it('[SF12] are compared by headers in any case, and by the values of JSON', () => {
    expect(run({ headers: { 'x-source': 'bot' }, body: { n: 1, name: 'Ann' } })).toBeUndefined();
    expect(run({ headers: { 'x-source': { matches: '^b' } } })).toBeUndefined();
    expect(run({ headers: { 'x-source': 'web', 'x-other': 'a' }, body: { name: 'Bob' } })).toEqual([
      '- headers: {"x-source":"web","x-other":"a"}',
      '+ headers: {"x-source":"bot","x-other":null}',
      '- body: {"name":"Bob"}',
      '+ body: {"name":"Ann","n":1}',
    ]);
  });

  it('[SF12] are expected by skeletons, without credentials', () => {
    const skeletons = scenarioSkeletons(bot);
    const effects = skeletons.flatMap(({ scenario }) =>
      scenario.steps.flatMap((step) => ('effect' in step ? [step.effect] : [])),
    );
    expect(effects[0]).toMatchObject({
      kind: 'webhook',
      method: 'POST',
      url: 'https://crm.example.org/leads',
      headers: { 'X-Source': 'bot' },
      body: { n: 1, name: expect.any(String) },
    });
    const text = writeScenarios({ scenarios: skeletons.map(({ scenario }) => scenario) });
    expect(text).not.toContain('hunter2');
    for (const scenario of readScenarios(text).scenarios) expect(runScenario(scenario, bot).failure).toBeUndefined();
  });
});
