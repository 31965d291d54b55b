import { describe, expect, it } from 'vitest';
import { readScenarios, runScenario, scenarioSkeletons, simulate } from '../src/index.ts';
import { diagramOf } from './diagram-of.ts';

const show = { conditions: [{ field: 'plan', operator: 'is', value: 'gold' }] };
const exits = [
  { id: 'invalid', attempts: 2 },
  { id: 'timeout', seconds: 600, fallback: 'nobody' },
  { id: 'skipped', label: 'Skip' },
];
const ends = ['invalid', 'timeout', 'skipped', 'none'];

const bot = diagramOf(
  {
    welcome: ['ask_phone', { text: 'Phone?', destination: 'phone', exits }],
    menu: [
      'buttons',
      { text: 'Which?', buttons: [{ id: 'gold', label: 'Gold', show }], exits: [...exits, { id: 'none' }] },
    ],
    file: ['ask_file', { text: 'File?', exits }],
    pause: ['wait', { seconds: 60 }],
    end: ['close_chat', { text: 'Bye @{phone}' }],
  },
  [
    'welcome.$success--menu',
    ...ends.slice(0, 3).map((id) => `welcome.$${id}--menu`),
    'menu.$gold--file',
    ...ends.map((id) => `menu.$${id}--file`),
    'file.$success--end',
    'file.$timeout--pause',
    'pause.$success--end',
    'file.$invalid--end',
    'file.$skipped--end',
  ],
);

describe('exits in tests', () => {
  it('[EX30] time that passes leaves the question, and waits after it are skipped', () => {
    const chat = simulate(bot, { fields: { plan: 'gold' } });
    chat.start();
    chat.pass('9 min');
    expect(chat.at).toBe('welcome');
    chat.pass({ minutes: 1 });
    expect([chat.said, chat.fields['phone']]).toEqual([['Which?'], 'nobody']);
    expect(chat.buttons).toEqual(['Gold', 'Skip']);
    chat.press('Skip');
    chat.pass('10 min');
    expect([chat.said, chat.isOver]).toEqual([['Bye nobody'], true]);
  });

  it('[EX30] a scenario lets it pass', () => {
    const read = readScenarios(
      [
        'scenarios:',
        '  - name: silence',
        '    fields: { plan: gold }',
        '    steps:',
        '      - bot: { text: "Phone?", buttons: [Skip] }',
        '      - wait: 10 min',
        '      - bot: { text: "Which?", buttons: [Gold, Skip] }',
        '      - press: Skip',
        '      - at: file',
      ].join('\n'),
      'exits.yaml',
    );
    expect(read.scenarios.map((scenario) => runScenario(scenario, bot).failure)).toEqual([undefined]);
  });

  it('[EX31] skeletons take each exit, and pass', () => {
    const skeletons = scenarioSkeletons(bot);
    expect(skeletons.flatMap(({ todo = [] }) => todo)).toEqual([]);
    const taken = skeletons.flatMap(({ scenario }) => {
      const { failure, chat } = runScenario(scenario, bot);
      expect(failure).toBeUndefined();
      return chat.trace.flatMap((event) => (event.kind === 'left' ? [`${event.node}.${event.output}`] : []));
    });
    const all = ['welcome', 'menu', 'file'].flatMap((block) =>
      ends.flatMap((id) => (id === 'none' && block !== 'menu' ? [] : [`${block}.$${id}`])),
    );
    expect(all.filter((output) => !taken.includes(output))).toEqual([]);
  });

  it('[EX31] on a messenger without buttons, too', () => {
    const blocks = { welcome: ['ask_phone', { text: 'Phone?', exits }], end: ['close_chat', { text: 'Bye' }] } as const;
    const connections = ['$success', ...ends.slice(0, 3).map((id) => `$${id}`)].map(
      (output) => `welcome.${output}--end`,
    );
    const diagram = diagramOf(blocks, connections);
    const skeletons = scenarioSkeletons({ diagram, can: { buttons: { most: 0 } } });
    expect(skeletons.flatMap(({ todo = [] }) => todo)).toEqual([]);
  });
});
