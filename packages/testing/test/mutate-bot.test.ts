import { createCatalog, describeBlock, param } from '@botwright/core/diagram';
import { describe, expect, it } from 'vitest';
import { mutateBot, runScenario, type Scenario } from '../src/index.ts';
import { shop } from './bots.ts';
import { diagramOf } from './diagram-of.ts';

/** Has a block or a param for each kind of change. */
const tour = diagramOf(
  {
    welcome: [
      'buttons',
      {
        text: 'Hi',
        destination: 'topic',
        buttons: [
          { id: 'a', label: 'A', words: ['one'] },
          { id: 'b', label: 'B' },
        ],
      },
    ],
    name: ['ask_question', { text: 'Who?', destination: 'name', maxChars: 20, placeholder: 'You' }],
    call: ['webhook', { url: 'https://example.com/', method: 'POST', saves: [{ path: '/n', destination: 'n' }] }],
    adult: [
      'conditions',
      {
        match: 'all',
        conditions: [
          { field: 'n', operator: 'greater', value: '17' },
          { field: 'name', operator: 'is_set', value: '' },
        ],
      },
    ],
    sum: ['formulas', { expression: 'n + 1.0', destination: 'sum' }],
    away: ['bot_link', { bot: 1, node: 'bye' }],
    young: ['send_text', { text: 'Too young, @{name}.' }],
    bye: ['close_chat', { text: 'Bye, @{name}: @{sum}' }],
    lost: ['close_chat', { text: 'Nobody comes here.' }],
  },
  [
    'welcome.$a--name',
    'welcome.$b--young',
    'name.$success--call',
    'call.$success--adult',
    'call.$failed--young',
    'adult.true--sum',
    'adult.false--young',
    'sum.$success--away',
    'young.$success--bye',
  ],
);

const toBye: Scenario = {
  name: 'To the end',
  effects: { webhook: { answer: { status: 200, body: { n: 20 } } } },
  steps: [{ press: 'A' }, { visitor: 'Ann' }],
};

describe('changed bots', () => {
  it('[MU1][MU2][MU3][MU8] a scenario that compares nothing notices almost nothing of any kind', () => {
    const { mutants, score, killed, survived, unreached } = mutateBot(tour, [toBye], { proposes: false });
    const missed = mutants.filter(({ outcome }) => outcome !== 'killed');
    expect(new Set(missed.map(({ kind }) => kind))).toEqual(
      new Set([
        ...['wire_removed', 'wire_moved', 'exits_swapped', 'block_skipped', 'jump_moved', 'condition_turned'],
        ...['condition_removed', 'value_changed', 'formula_changed', 'text_emptied', 'destination_changed'],
        ...['address_changed', 'entry_removed', 'order_swapped', 'param_removed'],
      ]),
    );
    expect(score).toBeLessThan(30);
    expect(killed + survived + unreached).toBe(mutants.length);
    expect(mutants.find(({ block, kind }) => block === 'away' && kind === 'jump_moved')).toEqual({
      kind: 'jump_moved',
      block: 'away',
      outputs: [],
      change: '"node" is "name" in place of "bye"',
      pointer: '/nodes/away/params/node',
      outcome: 'survived',
      path: [
        { block: 'welcome', output: '$a', to: 'name' },
        { block: 'name', output: '$success', to: 'call' },
        { block: 'call', output: '$success', to: 'adult' },
        { block: 'adult', output: 'true', to: 'sum' },
        { block: 'sum', output: '$success', to: 'away' },
      ],
    });
    expect(missed.filter(({ block }) => block === 'young').map(({ outcome, change }) => [outcome, change])).toEqual([
      ['unreached', 'the wire from "$success" to "bye" is removed'],
      ['unreached', 'the wire from "$success" leads to "adult" in place of "bye"'],
      ['unreached', '"text" is empty in place of "Too young, @{name}."'],
    ]);
  });

  it('[MU9] the proposals pass with the bot, and notice what the others do not', () => {
    const { proposals, mutants } = mutateBot(tour, [toBye]);
    expect(proposals.map((scenario) => runScenario(scenario, tour).ok)).toEqual(proposals.map(() => true));
    expect(proposals[0]?.name).toBe('To the end, word for word');
    expect(proposals[0]?.steps).toContainEqual({
      effect: { kind: 'webhook', method: 'POST', url: 'https://example.com/', headers: [] },
      answer: { status: 200, body: { n: 20 } },
    });
    const named = new Set(mutants.flatMap(({ proposal }) => proposal ?? []));
    expect([...named].sort()).toEqual(proposals.map(({ name }) => name).sort());
    const again = mutateBot(tour, [toBye, ...proposals], { proposes: false });
    expect(
      again.mutants.filter(({ outcome }) => outcome !== 'killed').map(({ block, change }) => [block, change]),
    ).toEqual(
      mutants
        .filter(({ outcome, proposal }) => outcome !== 'killed' && proposal === undefined)
        .map(({ block, change }) => [block, change]),
    );
    expect(again.score).toBeGreaterThan(85);
  });

  it('[MU5] nothing unreachable, equal or without effect is changed', () => {
    const { mutants } = mutateBot(tour, [toBye], { proposes: false });
    expect(mutants.filter(({ block }) => block === 'lost' || block === 'hidden')).toEqual([]);
    const one = diagramOf(
      {
        welcome: ['conditions', { match: 'all', conditions: [{ field: 'n', operator: 'is_set', value: '' }] }],
        back: ['go_back', {}],
        rate: ['ask_rating', { text: 'How?', max: 5 }],
      },
      ['welcome.true--back', 'welcome.false--rate'],
    );
    expect(
      mutateBot(one, [], { proposes: false, unchecked: true }).mutants.map(({ block, kind }) => [block, kind]),
    ).toEqual([
      ['welcome', 'wire_moved'],
      ['welcome', 'wire_removed'],
      ['welcome', 'wire_moved'],
      ['welcome', 'exits_swapped'],
      ['welcome', 'condition_turned'],
      ['rate', 'text_emptied'],
      ['rate', 'value_changed'],
    ]);
  });

  it('[MU6] the changes are the same in each run, and a selection is even', () => {
    const all = mutateBot(tour, [toBye], { proposes: false });
    expect(mutateBot(tour, [toBye], { proposes: false })).toEqual(all);
    const some = mutateBot(tour, [toBye], { proposes: false, most: 5 });
    expect([some.mutants.length, some.leftOut]).toEqual([5, all.mutants.length - 5]);
    expect(new Set(some.mutants.map(({ block }) => block)).size).toBeGreaterThan(2);
  });

  it('[MU7] a scenario that fails without a change notices none', () => {
    const wrong = { name: 'Wrong', steps: [{ bot: 'Bye' }] };
    const { failed, killed } = mutateBot(shop, [wrong], { proposes: false });
    expect([failed, killed]).toEqual([['Wrong'], 0]);
  });

  it('[MU4] own blocks are changed by their definition, also beside the shown params', () => {
    const sticker = describeBlock({
      name: 'send_sticker',
      template: 'acme_sticker',
      title: 'Send a sticker',
      description: 'Sends a sticker.',
      group: 'acme',
      urls: ['from'],
      variants: [
        {
          params: [
            param('sticker', 'string', { required: true, rules: { enum: ['cat', 'dog'] }, description: '' }),
            param('from', 'string', { description: '' }),
            param('shade', 'string', { isTestable: false, description: '' }),
            param('loud', 'boolean', { description: '' }),
          ],
          outputs: ['$success'],
        },
      ],
    });
    const catalog = createCatalog([sticker]);
    const bot = diagramOf({ welcome: ['send_text', { text: 'Hi' }] }, []);
    const params = { sticker: 'cat', from: 'https://example.com/', shade: 'red', loud: true };
    const welcome = { id: 'welcome', template: 'acme_sticker', params };
    const source = { ...bot, nodes: { ...bot.nodes, welcome } };
    expect(
      mutateBot(source, [], { catalog, proposes: false, unchecked: true }).mutants.map(({ change }) => change),
    ).toEqual([
      '"sticker" is "dog" in place of "cat"',
      '"from" is "https://elsewhere.example/" in place of "https://example.com/"',
      '"loud" is false in place of true',
    ]);
  });

  it('[MU1] changed bots that go round and round end', () => {
    const loops = diagramOf({ welcome: ['send_text', { text: 'Hi' }], wait: ['wait', { seconds: 1 }] }, [
      'welcome.$success--wait',
    ]);
    const { mutants } = mutateBot(loops, [{ name: 'Hi', steps: [{ bot: 'Hi' }] }], {
      proposes: false,
      unchecked: true,
    });
    expect(mutants.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['wire_removed', 'survived'],
      ['wire_moved', 'killed'],
      ['text_emptied', 'killed'],
      ['value_changed', 'survived'],
    ]);
  });
});
