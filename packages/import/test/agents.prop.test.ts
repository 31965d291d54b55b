import { checkDiagram, createCatalog } from '@botwright/core/diagram';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../scripts/depth.ts';
import { type ImportFile, importBots } from '../src/index.ts';
import { agentFiles } from './files-of-agents.ts';

const names = fc.constantFrom(
  'A',
  'B',
  'C',
  'Start Page',
  'End Flow',
  'End Session',
  'Current Page',
  'Previous Page',
  '',
  'x/y',
);
const words = fc.constantFrom(
  '',
  'Hello',
  'Hi $session.params.name.',
  '$sys.func.ADD($session.params.n, 1) of $5',
  '$sys.func.NOW() and $sys.func.(',
  '$session.params.deep.member[0]',
  '{slot} {{ x | y }} {',
  '@{name} **x**',
  '\u0000\u202e<speak>x</speak>',
);
const odd = fc.oneof(fc.constant(null), fc.integer(), fc.boolean(), fc.constant([]), fc.constant({}), words);
const conditions = fc.constantFrom(
  'true',
  'false',
  '',
  '$page.params.status = "FINAL"',
  '$page.params.status != "FINAL" OR $flow.x = null',
  '$session.params.name = "a" AND ($session.params.n > 3 OR NOT $session.params.name)',
  '$session.params.deep.member != null',
  '$sys.func.LEN($session.params.name) = 4',
  '$sys.func.CONTAIN($session.params.list, "a") = true',
  '$session.params.name : "x"',
  '((((',
  'a = b AND AND',
);
const entityTypes = fc.constantFrom('@sys.any', '@sys.number', '@sys.date', '@sys.geo-city', '@size', '@code', '@none');

const message = fc.oneof(
  fc.record({
    text: fc.record({ text: fc.array(words, { maxLength: 3 }) }),
    languageCode: fc.constantFrom('en', 'de'),
  }),
  fc.record({
    payload: fc.record({
      richContent: fc.array(
        fc.array(
          fc.record(
            {
              type: fc.constantFrom('chips', 'info', 'image', 'button', 'list', 'html', ''),
              title: words,
              rawUrl: fc.constantFrom('https://example.com/a.png', 'javascript:x', '$session.params.url'),
              link: fc.constantFrom('https://example.com', 'tel:1'),
              options: fc.array(fc.record({ text: fc.constantFrom('Yes', 'No', 'a b', '') }), { maxLength: 25 }),
            },
            { requiredKeys: ['type'] },
          ),
          { maxLength: 2 },
        ),
        { maxLength: 2 },
      ),
    }),
  }),
  fc.record({ outputAudioText: fc.record({ ssml: words }) }),
  fc.constant({ liveAgentHandoff: {} }),
  odd,
);
const fulfilment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        messages: fc.oneof(odd, fc.array(message, { maxLength: 3 })),
        setParameterActions: fc.array(
          fc.record({ parameter: fc.constantFrom('n', '$flow.x', '$session.params.name', '', 'id'), value: odd }),
          { maxLength: 2 },
        ),
        webhook: fc.constantFrom('Hook', 'Flexible', 'none'),
        tag: words,
        generators: fc.array(
          fc.record({ generator: fc.constant('g'), outputParameter: fc.constant('$request.generative.x') }),
          {
            maxLength: 1,
          },
        ),
        conditionalCases: fc.array(
          fc.record({
            cases: fc.array(
              fc.record({ condition: conditions, caseContent: fc.array(fc.record({ message }), { maxLength: 2 }) }),
              { maxLength: 3 },
            ),
          }),
          { maxLength: 1 },
        ),
        enableGenerativeFallback: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: odd },
);
const route = fc.record(
  {
    name: fc.constantFrom('r1', 'r2'),
    intent: fc.constantFrom('yes', 'no', 'gone', 'Default Welcome Intent', 'Default Negative Intent'),
    condition: conditions,
    triggerFulfillment: fulfilment,
    targetPage: names,
    targetFlow: fc.constantFrom('A', 'B', 'none'),
    targetPlaybook: fc.constant('p'),
  },
  { requiredKeys: [] },
);
const handler = fc.record(
  {
    event: fc.constantFrom(
      'sys.no-match-default',
      'sys.no-match-1',
      'sys.no-match-2',
      'sys.no-input-default',
      'webhook.error',
      'own',
    ),
    triggerFulfillment: fulfilment,
    targetPage: names,
  },
  { requiredKeys: ['event'] },
);
const scene = fc.record(
  {
    name: fc.constantFrom('0', 'a-1', '__proto__', ''),
    displayName: names,
    entryFulfillment: fulfilment,
    transitionRoutes: fc.array(route, { maxLength: 3 }),
    eventHandlers: fc.array(handler, { maxLength: 2 }),
    transitionRouteGroups: fc.array(fc.constantFrom('Group', 'none'), { maxLength: 1 }),
    form: fc.record({
      parameters: fc.array(
        fc.record(
          {
            displayName: fc.constantFrom('name', 'n', 'deep', '', 'id'),
            required: fc.boolean(),
            isList: fc.boolean(),
            entityType: entityTypes,
            fillBehavior: fc.record(
              { initialPromptFulfillment: fulfilment, repromptEventHandlers: fc.array(handler, { maxLength: 2 }) },
              { requiredKeys: [] },
            ),
          },
          { requiredKeys: ['displayName', 'required'] },
        ),
        { maxLength: 3 },
      ),
    }),
  },
  { requiredKeys: [] },
);
const phrases = (list: fc.Arbitrary<readonly string[]>) =>
  list.map((texts) => ({
    trainingPhrases: texts.map((text) => ({ parts: [{ text }, { text: ' x', parameterId: 'n' }] })),
  }));
const texts = fc.array(fc.constantFrom('yes', 'no', 'a b c', '', 'é', 'x'.repeat(300)), { maxLength: 4 });

const cx = fc
  .record({
    agent: fc.record(
      {
        defaultLanguageCode: fc.constantFrom('en', 'de', '?'),
        startFlow: fc.constantFrom('A', 'B', 'none'),
        displayName: words,
      },
      { requiredKeys: ['defaultLanguageCode', 'startFlow'] },
    ),
    flows: fc.tuple(scene, scene),
    pages: fc.array(scene, { maxLength: 3 }),
    group: scene,
    intents: fc.tuple(phrases(texts), phrases(texts), phrases(texts), phrases(texts)),
    isFallback: fc.boolean(),
    values: fc.array(
      fc.record({ value: fc.constantFrom('S', 'L', '', '@sys.any'), synonyms: fc.array(words, { maxLength: 3 }) }),
      { maxLength: 4 },
    ),
    turns: fc.array(
      fc.record({
        userInput: fc.record({ input: fc.oneof(odd, fc.record({ text: fc.record({ text: words }) })) }),
        virtualAgentOutput: fc.record({
          textResponses: fc.array(fc.record({ text: fc.array(words, { maxLength: 2 }) }), { maxLength: 2 }),
        }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ agent, flows, pages, group, intents, isFallback, values, turns }): readonly ImportFile[] => {
    const intentFiles = ['yes', 'no', 'Default Welcome Intent', 'Default Negative Intent'].flatMap((name, at) => [
      [
        `intents/${name}/${name}.json`,
        {
          displayName: name,
          isFallback: isFallback && at === 3,
          parameters: [
            { id: 'n', entityType: '@size' },
            { id: 'd', entityType: '@sys.date' },
          ],
        },
      ],
      [`intents/${name}/trainingPhrases/en.json`, intents[at]],
    ]);
    return agentFiles({
      'agent.json': agent,
      'flows/A/A.json': { ...flows[0], displayName: 'A' },
      'flows/B/B.json': { ...flows[1], displayName: 'B' },
      'flows/A/transitionRouteGroups/Group.json': { ...group, displayName: 'Group' },
      ...Object.fromEntries(pages.map((page, at) => [`flows/A/pages/${at}.json`, { name: 'p', ...page }])),
      ...Object.fromEntries(intentFiles),
      'entityTypes/size/size.json': { displayName: 'size', kind: 'KIND_MAP' },
      'entityTypes/size/entities/en.json': { entities: values },
      'entityTypes/code/code.json': { displayName: 'code', kind: 'KIND_REGEXP' },
      'webhooks/Hook.json': { displayName: 'Hook', genericWebService: { uri: 'https://example.com' } },
      'webhooks/Flexible.json': {
        displayName: 'Flexible',
        genericWebService: {
          uri: 'https://example.com',
          webhookType: 'FLEXIBLE',
          parameterMapping: { n: '$.a[0]', m: 'x' },
        },
      },
      'playbooks/p/p.json': { displayName: 'p' },
      'testCases/t.json': { displayName: 't', testCaseConversationTurns: turns },
    } as never);
  });

const catalog = createCatalog();

function requireSound(
  files: readonly ImportFile[],
  family: string,
  wanted: readonly (readonly [path: string, pointer: string])[],
): void {
  const result = importBots(files, { family });
  for (const bot of result.bots) {
    const options = { catalog, channelFamily: family, bot: { number: bot.number } };
    expect(checkDiagram(bot.diagram, options).violations.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
  const covered = new Set(result.report.entries.map(({ source }) => JSON.stringify([source.path, source.pointer])));
  expect(wanted.filter((each) => !covered.has(JSON.stringify(each)))).toEqual([]);
  const blocks = new Set(result.bots.flatMap(({ diagram }) => Object.keys(diagram.nodes)));
  for (const { target } of result.report.entries)
    if (target !== undefined) expect(blocks.has(target.block_id)).toBe(true);
  const again = importBots(
    files.map((file) => ({ ...file })),
    { family },
  );
  expect(JSON.stringify(again)).toBe(JSON.stringify(result));
}

const jsonOf = (file: ImportFile) => JSON.parse(new TextDecoder().decode(file.bytes));

it('[IM1][IM2][IM3][IC2] any agent becomes a bot that keeps the rules, with an entry for each element, the same each time', () => {
  fc.assert(
    fc.property(cx, fc.constantFrom('native', 'msgapp'), (files, family) => {
      const isGroupUsed = files.some(
        (file) =>
          JSON.stringify(jsonOf(file)).includes('"transitionRouteGroups":["Group"]') &&
          /flows\/A\//.test(file.path) &&
          !/Groups\//.test(file.path),
      );
      const wanted = files.flatMap((file): (readonly [string, string])[] => {
        const json = jsonOf(file);
        const isGroup = file.path.includes('/transitionRouteGroups/');
        if (isGroup && !isGroupUsed) return [[file.path, '']];
        const lists = /\/flows\//.test(file.path) ? ['transitionRoutes', ...(isGroup ? [] : ['eventHandlers'])] : [];
        const parameters = /\/pages\//.test(file.path) ? (json.form?.parameters ?? []) : [];
        return [
          [file.path, ''] as const,
          ...lists.flatMap((list) =>
            (json[list] ?? []).map((_each: unknown, at: number) => [file.path, `/${list}/${at}`] as const),
          ),
          ...parameters.map((_each: unknown, at: number) => [file.path, `/form/parameters/${at}`] as const),
        ];
      });
      requireSound(files, family, wanted);
    }),
    { seed: 20261128, numRuns: runs(40) },
  );
}, 240_000);

const steps: fc.Arbitrary<readonly unknown[]> = fc.letrec<{ steps: readonly unknown[]; next: unknown }>((tie) => ({
  steps: fc.array(
    fc.record(
      {
        id: fc.constantFrom('one', 'two', 'three'),
        action: fc.constantFrom('utter_a', 'utter_b', 'utter_none', 'action_x', 'action_listen'),
        collect: fc.constantFrom('a', 'b', 'c', 'gone'),
        utter: fc.constantFrom('utter_a', 'utter_ask_b'),
        set_slots: fc.constantFrom([{ a: 1 }, { b: null }], { c: 'x {a}' }, [], null),
        call: fc.constantFrom('f', 'g', 'none'),
        link: fc.constantFrom('g', 'none', 'pattern_human_handoff'),
        noop: fc.constant(true),
        rejections: fc.array(
          fc.record({
            if: fc.constantFrom('slots.a > 3', 'not slots.b', '((', 'context.x'),
            utter: fc.constant('utter_a'),
          }),
          {
            maxLength: 2,
          },
        ),
        next: tie('next') as fc.Arbitrary<unknown>,
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
  next: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('END', 'one', 'two', 'none'),
    fc.tuple(
      fc.record({
        if: fc.constantFrom(
          'slots.a',
          "slots.b is not null and slots.a = 'x'",
          'slots.c matches "^a+$"',
          'true',
          '(((',
        ),
        // biome-ignore lint/suspicious/noThenProperty: the name in the source
        then: fc.oneof(fc.constantFrom('END', 'three'), tie('steps') as fc.Arbitrary<unknown>),
      }),
      fc.record({ else: fc.oneof(fc.constantFrom('END', 'two'), tie('steps') as fc.Arbitrary<unknown>) }),
    ),
  ),
})).steps as fc.Arbitrary<readonly unknown[]>;

const response = fc.array(
  fc.record(
    {
      text: words,
      image: fc.constantFrom('https://example.com/a.png', 'x'),
      buttons: fc.array(
        fc.record({
          title: fc.constantFrom('Yes', 'No', 'Other', ''),
          payload: fc.constantFrom('/SetSlots(b=true)', '/SetSlots(a=1, c=x)', 'yes', '/x{"b": "1"}', ''),
        }),
        { maxLength: 3 },
      ),
      condition: fc.constant([{ type: 'slot', name: 'b', value: true }]),
      channel: fc.constant('slack'),
      custom: fc.constant({}),
      metadata: fc.constant({ rephrase: true }),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 3 },
);
const rasa = fc.record({
  f: fc.record({ steps, name: words, if: fc.constantFrom(true, false, 'slots.a', '((') }, { requiredKeys: ['steps'] }),
  g: fc.record({ steps, description: words, nlu_trigger: fc.constant([{ intent: { name: 'i' } }]) }),
  pattern_completed: fc.record({ steps }),
  pattern_chitchat: fc.record({ steps }),
  responses: fc.record({
    utter_a: response,
    utter_b: response,
    utter_ask_a: response,
    utter_ask_b: response,
    utter_greet: response,
  }),
  types: fc.tuple(fc.constantFrom('text', 'float', 'bool', 'categorical'), fc.constantFrom('bool', 'text')),
  tests: fc.array(
    fc.record({
      test_case: words,
      steps: fc.array(
        fc.record(
          { user: fc.oneof(words, fc.integer()), utter: fc.constantFrom('utter_a', 'utter_b', 'x') },
          { requiredKeys: [] },
        ),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 2 },
  ),
});

it('[IM1][IM2][IM3][IR3] any assistant becomes a bot that keeps the rules, with an entry for each step, the same each time', () => {
  fc.assert(
    fc.property(
      rasa,
      fc.constantFrom('native', 'msgapp'),
      ({ f, g, pattern_completed, pattern_chitchat, responses, types, tests }, family) => {
        const encode = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));
        const slots = {
          a: { type: types[0], values: ['x', 'y'], initial_value: 1 },
          b: { type: types[1] },
          c: { type: 'any' },
        };
        const files = [
          { path: 'bank/data/flows.yml', bytes: encode({ flows: { f, g, pattern_completed, pattern_chitchat } }) },
          { path: 'bank/domain.yml', bytes: encode({ slots, responses }) },
          { path: 'bank/data/nlu.yml', bytes: encode({ nlu: [{ intent: 'i', examples: '- go on\n- [x](a) y' }] }) },
          { path: 'bank/e2e_tests/t.yml', bytes: encode({ test_cases: tests }) },
        ];
        const wanted = [
          ...['f', 'g', 'pattern_completed', 'pattern_chitchat'].map(
            (name) => ['bank/data/flows.yml', `/flows/${name}`] as const,
          ),
          ...Object.keys(slots).map((name) => ['bank/domain.yml', `/slots/${name}`] as const),
          ...Object.keys(responses).map((name) => ['bank/domain.yml', `/responses/${name}`] as const),
          ...tests.map((_each, at) => ['bank/e2e_tests/t.yml', `/test_cases/${at}`] as const),
          ...Object.entries({ f, g, pattern_completed }).flatMap(([name, flow]) =>
            stepsBelow(flow.steps, `/flows/${name}/steps`),
          ),
        ];
        requireSound(files, family, wanted);
      },
    ),
    { seed: 20261128, numRuns: runs(40) },
  );
}, 240_000);

function stepsBelow(list: unknown, pointer: string): (readonly [string, string])[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((step, at) => {
    const next = Array.isArray(step?.next) ? step.next : [];
    return [
      ['bank/data/flows.yml', `${pointer}/${at}`] as const,
      ...next.flatMap((each: Record<string, unknown>, nth: number) => [
        ['bank/data/flows.yml', `${pointer}/${at}/next/${nth}`] as const,
        ...['then', 'else'].flatMap((name) => stepsBelow(each[name], `${pointer}/${at}/next/${nth}/${name}`)),
      ]),
    ];
  });
}
