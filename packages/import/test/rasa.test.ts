import { readScenarios, runScenario, simulate } from '@botwright/testing';
import { expect, it } from 'vitest';
import type { ImportResult } from '../src/index.ts';
import { importAssistant } from './files-of-agents.ts';

const flows = `
flows:
  send_money:
    description: send money to a friend
    name: send money
    nlu_trigger:
      - intent: send_money
    steps:
      - collect: recipient
      - id: ask_amount
        collect: amount
        rejections:
          - if: slots.amount > 100
            utter: utter_too_much
      - collect: sure
        next:
          - if: not slots.sure
            then:
              - action: utter_cancelled
                next: END
          - else: send
      - id: send
        action: action_send
        next:
          - if: slots.sent is not null
            then: done
          - else:
              - action: utter_failed
                next: END
      - id: done
        action: utter_done
`;
const domain = `
version: "3.1"
slots:
  recipient: {type: text}
  amount: {type: float}
  sure: {type: bool}
  sent:
    type: bool
    mappings: [{type: custom, action: action_send}]
  tries: {type: float, initial_value: 3}
responses:
  utter_greet:
    - text: Welcome to the bank.
  utter_ask_recipient:
    - text: Who gets it?
  utter_ask_amount:
    - text: How much for {recipient}?
  utter_ask_sure:
    - text: Sure?
      buttons:
        - {title: "Of course", payload: "/SetSlots(sure=true)"}
        - {title: "Stop", payload: "/SetSlots(sure=false, tries=0)"}
  utter_too_much: [{text: At most 100.}]
  utter_cancelled: [{text: Cancelled.}]
  utter_failed: [{text: It failed.}]
  utter_done: [{text: "Sent {amount} to {recipient}."}]
  utter_can_do_something_else: [{text: Anything else?}]
`;
const nlu = `
nlu:
  - intent: send_money
    examples: |
      - send money
      - I want to pay [Ann](recipient)
`;
const endpoints = 'action_endpoint:\n  url: https://actions.example/webhook\n';
const bank = { 'data/flows.yml': flows, 'domain.yml': domain, 'data/nlu.yml': nlu, 'endpoints.yml': endpoints };

function chatWith(result: ImportResult, ...texts: readonly string[]) {
  const chat = simulate(result.bots[0]?.diagram as never, { bot: 1 } as never);
  chat.start();
  const turns: (readonly string[])[] = [[...chat.said]];
  for (const text of texts) {
    chat.reply(text);
    turns.push([...chat.said]);
  }
  return { chat, turns };
}

const differences = ({ report }: ImportResult): readonly string[] =>
  report.entries
    .filter(({ outcome }) => outcome !== 'carried')
    .map(({ source, outcome, code }) => `${source.path.replace(/^bank\//, '')}${source.pointer} ${outcome} ${code}`);

it('[IR1][IR3][IR5][IR6][IR8] an assistant asks as the source does', () => {
  const { chat, turns } = chatWith(importAssistant(bank), 'I want to send money', 'Bob', '500', '5', 'Stop');
  expect(turns).toEqual([
    ['Welcome to the bank.'],
    ['Who gets it?'],
    ['How much for Bob?'],
    ['At most 100.', 'How much for Bob?'],
    ['Sure?'],
    ['Cancelled.', 'Anything else?'],
  ]);
  expect(chat.fields['tries']).toBe(0);
  expect(chat.fields).not.toHaveProperty('recipient');
});

it('[IR7] an action calls the server of actions, and its slots are saved', () => {
  const { chat } = chatWith(importAssistant(bank), 'send money', 'Bob', '5', 'Of course');
  expect(JSON.parse((chat.awaited as unknown as { body: string }).body)).toMatchObject({
    next_action: 'action_send',
    tracker: { slots: { recipient: 'Bob' } },
  });
  chat.answer({
    status: 200,
    body: { events: [{ event: 'slot', name: 'sent', value: true }], responses: [{ text: 'Working.' }] },
  });
  expect(chat.said).toEqual(['Working.', 'Sent 5 to Bob.', 'Anything else?']);
  const { 'endpoints.yml': _without, ...others } = bank;
  expect(differences(importAssistant(others))).toContain(
    'data/flows.yml/flows/send_money/steps/3 lost integration-unknown',
  );
});

const small = (steps: string, more = ''): { readonly [path: string]: string } => ({
  'data/flows.yml': `flows:\n  go:\n    description: go\n    nlu_trigger: [{intent: go}]\n    steps:\n${steps}${more}`,
  'data/nlu.yml': 'nlu: [{intent: go, examples: "- go now"}]',
});

it('[IR4] variations with conditions are said if their slots have the values', () => {
  const result = importAssistant({
    ...small('      - set_slots: [{lang: de}]\n      - action: utter_hello\n'),
    'domain.yml': `
slots: {lang: {type: text}}
responses:
  utter_hello:
    - {text: Hallo, condition: [{type: slot, name: lang, value: de}]}
    - {text: "Hello {{ context.x | join }}"}
    - {text: Ola, channel: slack}
`,
  });
  expect(chatWith(result, 'go now').turns.at(-1)?.[0]).toBe('Hallo');
  expect(differences(result)).toEqual(
    expect.arrayContaining([
      'domain.yml/responses/utter_hello/1 lost code-not-translated',
      'domain.yml/responses/utter_hello/2 lost wording-dropped',
    ]),
  );
});

it('[IR3] a call comes back, and a link does not', () => {
  const result = importAssistant({
    ...small(
      '      - call: part\n      - action: utter_b\n      - link: other\n',
      '  part:\n    if: false\n    steps: [{action: utter_a}]\n  other:\n    if: false\n    steps: [{action: utter_c}]\n',
    ),
    'domain.yml': 'responses: {utter_a: [{text: A}], utter_b: [{text: B}], utter_c: [{text: C}]}',
  });
  expect(chatWith(result, 'go now').turns.at(-1)).toEqual(['A', 'B', 'C', 'What else can I help you with?']);
});

it('[IR6] a condition of the context never holds', () => {
  const result = importAssistant(
    small('      - noop: true\n        next:\n          - {if: context.x, then: END}\n          - {else: END}\n'),
  );
  expect(differences(result)).toContain('data/flows.yml/flows/go/steps/0/next/0/if lost condition-formula');
});

it('[IR8][IR9] without sentences a model chooses the flow, and tests are scenarios', () => {
  const { 'data/nlu.yml': _without, ...others } = bank;
  const result = importAssistant({
    ...others,
    'config.yml': 'pipeline: [{name: Commands, llm: {model: small-model}}]',
    'e2e_tests/a.yml': `
test_cases:
  - test_case: sends money
    steps:
      - user: I owe Bob something
      - utter: utter_ask_recipient
      - user: Bob
      - utter: utter_ask_amount
      - user: /SetSlots(amount=5)
`,
  });
  expect(result.bots[0]?.needs).toContainEqual(expect.objectContaining({ kind: 'model', name: 'small-model' }));
  const read = readScenarios(result.scenarios[0]?.text ?? '');
  const ran = read.scenarios.map((scenario) =>
    runScenario(scenario, { diagram: result.bots[0]?.diagram, number: 1 } as never),
  );
  expect(ran.map(({ name, ok }) => [name, ok])).toEqual([['sends money', true]]);
  expect(differences(result)).toContain('e2e_tests/a.yml/test_cases/0 changed setting-dropped');
});

it('[IR2] entries have the place in the file', () => {
  const { entries } = importAssistant(bank).report;
  expect(entries.find(({ source }) => source.pointer === '/flows/send_money/steps/1')?.source).toEqual({
    path: 'bank/data/flows.yml',
    pointer: '/flows/send_money/steps/1',
    line: 10,
    column: 9,
  });
});

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...Array.from(
    { length: 9 },
    (_, at) => `b${at}: &b${at} [${Array.from({ length: 9 }, () => `*${at === 0 ? 'a' : `b${at - 1}`}`).join(', ')}]`,
  ),
].join('\n');

it.each([
  ['an alias bomb', `flows: {a: {steps: []}}\n${bomb}`],
  ['many aliases', `a: &a 1\nflows: {a: {steps: [${Array.from({ length: 101 }, () => '*a').join(', ')}]}}`],
  [
    'levels behind aliases',
    `a: &a ${'['.repeat(60)}${']'.repeat(60)}\nflows: {a: {steps: ${'['.repeat(60)}*a${']'.repeat(60)}}}`,
  ],
  ['an alias of itself', 'flows: &a {a: {steps: [*a]}}'],
  ['deep lists', `flows: ${'['.repeat(5_000)}`],
  ['deep indents', Array.from({ length: 3_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ['no YAML', 'flows: {a: ]'],
  ['half an escape', 'flows: "\\'],
])('[IR2] %s is refused in one line', (_name, text) => {
  expect(() => importAssistant({ 'data/flows.yml': text })).toThrow(
    /^bank\/data\/flows\.yml (?:does not hold a bot of a known system|is |has )[^\n]*\.$/,
  );
});

const byModel = `
flows:
  send_money:
    name: send money
    steps:
      - collect: recipient
        description: the name of a person
      - collect: amount
      - action: check
        next:
          - if: slots.enough
            then:
              - collect: sure
                ask_before_filling: true
                next: done
          - else:
              - action: utter_poor
                next: END
      - id: done
        action: utter_done
`;
const modelDomain = `
slots:
  recipient: {type: text}
  amount: {type: float}
  enough: {type: bool}
  sure: {type: bool}
responses:
  utter_ask_recipient: [{text: Who gets it?}]
  utter_ask_amount: [{text: How much?}]
  utter_poor: [{text: So much you do not have.}]
  utter_ask_sure:
    - text: Sure of much?
      condition: [{type: slot, name: amount, value: 100}]
      buttons: [{title: "Yes", payload: "/SetSlots(sure=true)"}]
    - text: Sure?
      buttons: [{title: "Yes", payload: "/SetSlots(sure=true)"}]
  utter_done: [{text: "Sent {amount} to {recipient}."}]
  utter_can_do_something_else: [{text: Anything else?}]
`;
const tests = `
stub_custom_actions:
  check:
    events: [{event: slot, name: enough, value: true}]
  other test::check:
    events: [{event: slot, name: enough, value: false}]
test_cases:
  - test_case: all at once
    steps:
      - user: send 100 to Ann
      - slot_was_set: [{recipient: Ann}, {amount: 100}]
      - utter: utter_ask_sure
      - user: "yes"
      - utter: utter_done
      - utter: utter_can_do_something_else
  - test_case: other test
    steps:
      - user: send it to my aunt
      - utter: utter_ask_amount
      - user: "5"
      - utter: utter_poor
      - utter: utter_can_do_something_else
`;

it('[IR5][IR8][IR9] a model fills slots, which are not asked again, and stubs answer actions', () => {
  const result = importAssistant({
    'data/flows.yml': byModel,
    'domain.yml': modelDomain,
    'endpoints.yml': endpoints,
    'e2e_tests/all.yml': tests,
  });
  const [bot] = result.bots;
  const nodes = Object.values(
    (bot?.diagram.nodes ?? {}) as Readonly<Record<string, { template: string; params: object }>>,
  );
  const menu = nodes.find(({ template }) => template === 'understand');
  expect(menu?.params).toHaveProperty('fills', [
    { destination: 'recipient', type: 'string', description: 'the name of a person' },
    { destination: 'amount', type: 'number', description: 'amount' },
  ]);
  const [file] = result.scenarios;
  const read = readScenarios(file?.text ?? '', file?.path ?? '');
  expect(read.scenarios.map(({ models }) => Object.values(models ?? {})[0])).toEqual([
    [{ fields: { recipient: 'Ann', amount: 100, route: 'send money' } }],
    [{ fields: { recipient: 'send it to my aunt', route: 'send money' } }],
  ]);
  for (const scenario of read.scenarios) {
    const run = runScenario(scenario, bot?.diagram as never, { channelFamily: 'native', from: read });
    expect([run.name, run.failure?.diff]).toEqual([scenario.name, undefined]);
  }
});
