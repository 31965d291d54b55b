import { createCatalog, param, startDiagram } from '@botwright/core/diagram';
import { conversationRunner, defineBlock, leave, waitForVisitor } from '@botwright/core/runner';
import { describe, expect, it } from 'vitest';
import {
  type BotPath,
  coveringPaths,
  createCoverage,
  readScenarios,
  runScenario,
  scenarioSkeletons,
  shortestPaths,
  type Way,
  writeScenarios,
} from '../src/index.ts';
import { shop } from './bots.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';

const written = (path: BotPath | undefined) => path?.map(({ block, output }) => `${block} ${output ?? '(jump)'}`);
const keyOf = ({ block, output }: Way) => `${block} ${output}`;

/** A menu to which every branch returns. */
const menu = diagramOf(
  {
    welcome: [
      'buttons',
      {
        text: 'What?',
        destination: 'what',
        buttons: [
          { id: 'a', label: 'Hours' },
          { id: 'b', label: 'Prices' },
          { id: 'c', label: 'Bye' },
        ],
      },
    ],
    hours: ['send_text', { text: 'Nine to five.' }],
    price: ['ask_number', { text: 'How many?', destination: 'count', min: 2, max: 9 }],
    bye: ['close_chat', { text: 'Bye.' }],
    unused: ['send_text', { text: 'Never.' }],
  },
  [
    'welcome.$a--hours',
    'welcome.$b--price',
    'welcome.$c--bye',
    'hours.$success--welcome',
    'price.$success--welcome',
    'unused.$success--welcome',
  ],
);

describe('paths', () => {
  it('[TE50] leads to every block by the fewest outputs', () => {
    const paths = shortestPaths(shop);
    expect([...paths.keys()]).toEqual(['welcome', 'hello', 'order', 'call', 'bye', 'known', 'sorry', 'friend']);
    expect(written(paths.get('welcome'))).toEqual([]);
    expect(written(paths.get('bye'))).toEqual(['welcome $success', 'hello $success', 'order $no']);
    expect(shortestPaths(menu).has('unused')).toBe(false);
    expect(shortestPaths(startDiagram()).size).toBe(0);
  });

  it('[TE50] follows jumps to blocks of the same bot', () => {
    const jumping = diagramOf(
      {
        welcome: ['ask_question', { text: 'Go?', destination: 'x' }],
        link: ['bot_link', { bot: 1, node: 'far' }],
        far: ['send_text', { text: 'Far.' }],
      },
      ['welcome.$success--link'],
    );
    expect(written(shortestPaths(jumping).get('far'))).toEqual(['welcome $success', 'link (jump)']);
    expect(shortestPaths({ diagram: jumping, number: 2 }).has('far')).toBe(false);
  });

  it('[TE51] take every output that can be come to, few of them', () => {
    expect(coveringPaths(menu).map(written)).toEqual([
      ['welcome $a', 'hours $success', 'welcome $b', 'price $success', 'welcome $c'],
    ]);
    expect(coveringPaths(shop).map(written)).toEqual([
      ['welcome $success', 'hello $success', 'order $yes', 'call $success', 'known true', 'friend $success'],
      ['welcome $success', 'hello $success', 'order $no'],
      ['welcome $success', 'hello $success', 'order $yes', 'call $failed'],
      ['welcome $success', 'hello $success', 'order $yes', 'call $success', 'known false'],
    ]);
    expect(coveringPaths(startDiagram())).toEqual([]);
  });

  it('[TE51] are not exponential in branches that meet again', () => {
    const steps = Array.from({ length: 200 }, (_, at) => at);
    const blocks = steps.map((at): [string, BlockSketch] => [
      at === 0 ? 'welcome' : `q${at}`,
      ['ask_yes_no', { text: 'So?', destination: 'x' }],
    ]);
    const ends = steps.slice(1).flatMap((at) => {
      const from = at === 1 ? 'welcome' : `q${at - 1}`;
      return [`${from}.$yes--q${at}`, `${from}.$no--q${at}`];
    });
    const paths = coveringPaths(diagramOf(Object.fromEntries(blocks), ends));
    expect(paths).toHaveLength(2);
    expect(new Set(paths.flat().map(keyOf)).size).toBe(400);
  });
});

describe('skeletons of scenarios', () => {
  it('[TE52] pass, and cover every output', () => {
    for (const bot of [shop, menu]) {
      const coverage = createCoverage();
      const skeletons = scenarioSkeletons(bot);
      for (const { scenario } of skeletons) {
        const result = runScenario(scenario, bot);
        expect(result.failure).toBeUndefined();
        coverage.add(result);
      }
      expect(skeletons.flatMap(({ todo }) => todo ?? [])).toEqual([]);
      const [report] = coverage.report().bots;
      const missed = report?.blocks.filter(({ times }) => times === 0).map(({ block }) => block);
      expect(missed).toEqual(bot === menu ? ['unused'] : []);
    }
    expect(scenarioSkeletons(menu)[0]?.scenario.steps.slice(3, 7)).toEqual([
      { bot: { text: 'What?', buttons: ['Hours', 'Prices', 'Bye'] } },
      { press: 'Prices' },
      { bot: 'How many?' },
      { visitor: '2' },
    ]);
  });

  it('[CG15] take the output of a call after its part has asked and gone back', () => {
    const diagram = diagramOf(
      {
        welcome: ['ask_yes_no', { text: 'Order?', destination: 'order' }],
        call: ['bot_link', { bot: 1, node: 'part', mode: 'call' }],
        part: ['ask_yes_no', { text: 'Are you new?', destination: 'isNew' }],
        name: ['ask_name', { text: 'Your name?', destination: 'name' }],
        back: ['go_back'],
        sure: ['ask_yes_no', { text: 'Are you sure?', destination: 'sure' }],
        bye: ['close_chat', { text: 'Bye.' }],
      },
      [
        'welcome.$yes--call',
        'welcome.$no--bye',
        'part.$yes--name',
        'part.$no--back',
        'name.$success--back',
        'call.$success--sure',
        'sure.$yes--bye',
        'sure.$no--welcome',
      ],
    );
    const bot = { diagram, number: 1 };
    const coverage = createCoverage();
    const skeletons = scenarioSkeletons(bot);
    for (const { scenario } of skeletons) {
      const result = runScenario(scenario, bot);
      expect(result.failure).toBeUndefined();
      coverage.add(result);
    }
    expect(skeletons.flatMap(({ todo }) => todo ?? [])).toEqual([]);
    expect(written(coveringPaths(bot)[0])).toContain('call $success');
    const [report] = coverage.report().bots;
    const missed = report?.blocks.flatMap(({ block, outputs }) =>
      outputs.filter(({ times }) => times === 0).map(({ output }) => `${block} ${output}`),
    );
    expect(missed).toEqual([]);
  });

  it('[TE53] attempts in a bot that is too large for a conversation end', () => {
    const ids = Array.from({ length: 1_400 }, (_, at) => `b${at}`);
    const bot = diagramOf(
      {
        welcome: ['ask_question', { text: 'Who?', destination: 'who' }],
        ...Object.fromEntries(ids.map((id): [string, BlockSketch] => [id, ['send_text', { text: 'Hi.' }]])),
      },
      ['welcome.$success--b0', ...ids.slice(1).map((id, at) => `${ids[at]}.$success--${id}` as const)],
    );
    const runner = conversationRunner();
    let steps = 0;
    const counted: typeof runner = {
      ...runner,
      step: (...given) => {
        steps += 1;
        return runner.step(...given);
      },
    };
    const [skeleton] = scenarioSkeletons(bot, { runner: counted });
    expect(skeleton?.todo).toContain('No scenario takes');
    expect(steps).toBeLessThan(500);
  });

  it('[TE52] find an answer to every kind of question', () => {
    const blocks: [string, BlockSketch][] = (
      [
        ['ask_question', { minChars: 30, maxChars: 33 }],
        ['ask_name', {}],
        ['ask_email', {}],
        ['ask_phone', {}],
        ['ask_number', { max: -3 }],
        ['ask_url', {}],
        ['ask_date', { format: ['%d.%m.%y'] }],
        ['ask_file', {}],
        ['scheduler', { auth_id: 'a', scheduling_url: 'https://example.org/book' }],
        ['code', { source: 'x' }],
        ['spreadsheets', { action: 'insert_row', auth_id: 'a', spreadsheet_id: 's', sheet_name: 'n', selectors: [] }],
        ['ai_agent', { assistantId: 'a', outputs: [{ id: 'done', name: 'Done' }] }],
      ] as const
    ).map(([name, params], at) => [
      at === 0 ? 'welcome' : `b${at}`,
      [name, { ...params, ...(name.startsWith('ask') && { text: 'So?', destination: `x${at}` }) }],
    ]);
    const outputs = ['$success', '$done'];
    const ends = blocks.slice(1).flatMap(([id], at) => outputs.map((output) => `${blocks[at]?.[0]}.${output}--${id}`));
    const bot = diagramOf(Object.fromEntries(blocks), ends);
    const skeletons = scenarioSkeletons(bot, { unchecked: true });
    expect(skeletons.flatMap(({ todo }) => todo ?? [])).toEqual([]);
    expect(skeletons[0]?.path.length).toBeGreaterThan(10);
  });

  it('[TE52][QN2][QN13] go through questions without words, and through those that may be skipped', () => {
    const bot = diagramOf(
      {
        welcome: ['opening', { text: 'Which city?', variations: ['Where do you live?'] }],
        city: ['ask_name', { quiet: true, destination: 'city' }],
        pick: [
          'buttons',
          {
            quiet: true,
            destination: 'pick',
            buttons: [
              { id: 'a', label: 'A' },
              { id: 'b', label: 'B' },
            ],
          },
        ],
        again: ['ask_yes_no', { text: 'Sure?', destination: 'sure', skipIfSet: true, errorTexts: ['Yes or no?'] }],
        bye: ['close_chat', { text: 'Bye' }],
      },
      [
        'welcome.$success--city',
        'city.$success--pick',
        'pick.$a--again',
        'pick.$b--again',
        'again.$yes--bye',
        'again.$no--pick',
      ],
    );
    const coverage = createCoverage();
    const skeletons = scenarioSkeletons(bot);
    const written = writeScenarios({ scenarios: skeletons.map(({ scenario }) => scenario) });
    for (const scenario of readScenarios(written).scenarios) {
      const result = runScenario(scenario, bot);
      expect(result.failure).toBeUndefined();
      coverage.add(result);
    }
    expect(skeletons.flatMap(({ todo }) => todo ?? [])).toEqual([]);
    const missed = coverage
      .report()
      .bots[0]?.blocks.flatMap(({ outputs }) => outputs.filter(({ times }) => times === 0));
    expect(missed).toEqual([]);
    expect(skeletons[0]?.scenario.steps).toContainEqual({ bot: { text: '', buttons: ['A', 'B'] } });
  });

  it('[TE73] answer a block of the host by its samples', () => {
    const params = [param('text', 'string', { description: 'What is asked.' })];
    const voucher = defineBlock({
      definition: {
        name: 'ask_voucher',
        template: 'acme_voucher',
        title: 'Ask for a voucher',
        description: 'Asks for the number of a voucher.',
        group: 'acme',
        waits: true,
        variants: [{ params, outputs: ['$success'] }],
      },
      behaviour: {
        enter: () => waitForVisitor(),
        answer: (_context, message) =>
          message.type === 'text' && message.text === 'ACME-7' ? leave('$success') : waitForVisitor(),
        samples: () => ['ACME-7'],
      },
    });
    const catalog = createCatalog([voucher]);
    const sketches = {
      welcome: ['ask_question', { text: 'Who?' }],
      code: ['acme_voucher', { text: 'Which?' }],
    } as const;
    const bot = diagramOf(sketches, ['welcome.$success--code']);
    const { behaviour } = voucher;
    for (const own of [{ blocks: [voucher] }, { catalog, behaviours: [behaviour] }]) {
      const [skeleton] = scenarioSkeletons(bot, { ...own, unchecked: true });
      expect(skeleton?.scenario.steps.filter((step) => 'visitor' in step).at(-1)).toEqual({ visitor: 'ACME-7' });
      expect(skeleton?.todo).toBeUndefined();
    }
  });

  it('[TE52] answer effects so that conditions choose as the path goes', () => {
    const conditions = (field: string, operator: string, value: string | number) =>
      ['conditions', { conditions: [{ field, operator, value }] }] as const;
    const bot = diagramOf(
      {
        welcome: ['ask_number', { text: 'How many?', destination: 'count', min: 0, max: 9 }],
        call: [
          'webhook',
          {
            url: 'https://example.org/stock',
            method: 'GET',
            saves: [
              { path: '/stock/state', destination: 'state' },
              { path: '/stock/left', destination: 'left' },
            ],
          },
        ],
        ready: conditions('state', 'is', 'ready'),
        enough: conditions('left', 'greater', 5),
        row: [
          'spreadsheets',
          {
            action: 'get_row',
            auth_id: 'a',
            spreadsheet_id: 's',
            sheet_name: 'n',
            reference: { selectorValue: '1', value: 'x' },
            selectors: [{ selectorValue: '3', value: 'tier' }],
          },
        ],
        gold: conditions('tier', 'is', 'gold'),
        bye: ['close_chat', { text: 'Bye.' }],
      },
      [
        'welcome.$success--call',
        'call.$success--ready',
        'ready.true--enough',
        'enough.true--row',
        'row.$success--gold',
        'gold.true--bye',
      ],
    );
    const skeletons = scenarioSkeletons(bot, { unchecked: true });
    expect(skeletons.flatMap(({ todo }) => todo ?? [])).toEqual([]);
    const answers = skeletons[0]?.scenario.steps.filter((step) => 'effect' in step);
    expect(answers).toEqual([
      {
        effect: { kind: 'webhook', method: 'GET', url: 'https://example.org/stock' },
        answer: { status: 200, body: { stock: { state: 'ready', left: 6 } } },
      },
      { effect: 'spreadsheet', answer: { cells: [{ column: 3, value: 'gold' }] } },
    ]);
    expect(skeletons[0]?.scenario.steps[1]).toEqual({ visitor: '1' });
  });

  it('[TE52][LG7] choose Fields so that each case of a switch is taken', () => {
    const holds = (id: string, field: string, operator: string, value: string | number) => ({
      id,
      match: 'all',
      conditions: [{ field, operator, value }],
    });
    const bot = diagramOf(
      {
        welcome: ['ask_name', { text: 'Name?' }],
        room: [
          'switch',
          {
            cases: [
              holds('small', 'guests', 'at_most', 10),
              holds('large', 'guests', 'at_least', 100),
              holds('known', 'tier', 'is_one_of', 'gold\nsilver'),
            ],
          },
        ],
        table: ['close_chat', { text: 'Table.' }],
        hall: ['close_chat', { text: 'Hall.' }],
        lounge: ['close_chat', { text: 'Lounge.' }],
        person: ['close_chat', { text: 'Person.' }],
      },
      [
        'welcome.$success--room',
        'room.$small--table',
        'room.$large--hall',
        'room.$known--lounge',
        'room.$else--person',
      ],
    );
    const skeletons = scenarioSkeletons(bot, { unchecked: true });
    expect(skeletons.flatMap(({ todo }) => todo ?? [])).toEqual([]);
    expect(skeletons.map(({ scenario }) => scenario.fields)).toEqual([
      { guests: 11, tier: 'something' },
      { guests: 10 },
      { guests: 100 },
      { guests: 11, tier: 'gold' },
    ]);
  });

  it('[TE53] try choices that decide about conditions on the way', () => {
    const buttons = [
      { id: 'a', label: 'A bill' },
      { id: 'b', label: 'A fault' },
    ];
    const bot = diagramOf(
      {
        welcome: ['buttons', { text: 'What?', destination: 'topic', buttons }],
        again: ['ask_yes_no', { text: 'Sure?', destination: 'sure' }],
        is_fault: ['conditions', { conditions: [{ field: 'topic', operator: 'is', value: 'A fault' }] }],
        which: ['ask_yes_no', { text: 'Is it hot?', destination: 'hot' }],
      },
      ['welcome.$a--again', 'welcome.$b--again', 'again.$yes--is_fault', 'again.$no--is_fault', 'is_fault.true--which'],
    );
    expect(scenarioSkeletons(bot).flatMap(({ todo }) => todo ?? [])).toEqual([]);
  });

  it('[TE53] say where a conversation does not take its path', () => {
    const fixed = diagramOf(
      {
        welcome: ['ask_question', { text: 'Go?', destination: 'x' }],
        set: ['set_a_field', { field: 'tier', action: 'SET', value: 'gold' }],
        gold: ['conditions', { conditions: [{ field: 'tier', operator: 'is', value: 'gold' }] }],
      },
      ['welcome.$success--set', 'set.success--gold'],
    );
    const skeletons = scenarioSkeletons(fixed);
    expect(skeletons.map(({ todo }) => todo)).toEqual([
      undefined,
      'Block "gold" should be left by "false", and was left by "true". No scenario takes "false" of "gold".',
    ]);
    const notes = new Map(skeletons.map(({ scenario, todo }) => [scenario, todo] as const));
    const text = writeScenarios({ bot: 'gold.json', scenarios: skeletons.map(({ scenario }) => scenario) }, notes);
    expect(text).toContain('\n  # To do: Block "gold" should be left by "false"');
    expect(text).toContain('- name: "Path 1: to gold true"\n    steps:\n      - bot: Go?\n');
    expect(readScenarios(text).scenarios).toEqual(skeletons.map(({ scenario }) => scenario));
  });

  it('[TE53] try once more what lies behind a condition that chooses otherwise', () => {
    const answer = { text: 'Yes or no?', destination: 'wanted' };
    const twice = diagramOf(
      {
        welcome: ['ask_yes_no', answer],
        first: ['conditions', { conditions: [{ field: 'wanted', operator: 'is', value: 'true' }] }],
        second: ['conditions', { conditions: [{ field: 'wanted', operator: 'is', value: 'false' }] }],
        last: ['ask_yes_no', { text: 'Sure?', destination: 'sure' }],
      },
      [
        'welcome.$yes--first',
        'welcome.$no--first',
        'first.true--second',
        'first.false--second',
        'second.true--last',
        'second.false--last',
      ],
    );
    const coverage = createCoverage();
    for (const { scenario } of scenarioSkeletons(twice, { now: '2026-03-01T08:00:00Z', fields: { tier: 'gold' } })) {
      expect(scenario).toMatchObject({ now: '2026-03-01T08:00:00Z', fields: { tier: 'gold' } });
      coverage.add(runScenario(scenario, twice));
    }
    const missed = coverage
      .report()
      .bots[0]?.blocks.flatMap(({ outputs }) => outputs.filter(({ times }) => times === 0));
    expect(missed).toEqual([]);
  });

  it('[TE28] are written as YAML that is read back the same', () => {
    const scenarios = [...scenarioSkeletons(shop), ...scenarioSkeletons(menu)].map(({ scenario }) => scenario);
    expect(readScenarios(writeScenarios({ scenarios })).scenarios).toEqual(scenarios);
  });
});
