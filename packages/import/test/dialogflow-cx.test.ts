import { readScenarios, runScenario, simulate } from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import type { ImportResult } from '../src/index.ts';
import { entityType, flow, importAgent, intent, noMatch, page, said, welcome } from './files-of-agents.ts';
import type { Json } from './typebot-fixture.ts';

const greeting = intent('Default Welcome Intent', 'hi', 'hello');

function chatWith(result: ImportResult, ...texts: readonly string[]) {
  const chat = simulate(result.bots[0]?.diagram as never, { bot: 1 } as never);
  chat.start();
  const turns: (readonly string[])[] = [chat.said];
  for (const text of texts) {
    chat.reply(text);
    turns.push([...chat.said]);
  }
  return { chat, turns };
}

const differences = ({ report }: ImportResult): readonly string[] =>
  report.entries
    .filter(({ outcome }) => outcome !== 'carried')
    .map(({ source, outcome, code }) => `${source.path.replace(/^shop\//, '')}${source.pointer} ${outcome} ${code}`);

const pizza = {
  ...greeting,
  ...intent('order', 'I want to order a pizza', 'pizza please'),
  ...intent('person', 'talk to a person', 'human'),
  ...intent('yes', 'yes', 'sure'),
  ...intent('no', 'no', 'rather not'),
  ...entityType('size', { small: ['little'], 'extra large': ['huge', 'extra large'], large: ['large', 'big'] }),
  ...flow('Main', {
    transitionRoutes: [
      welcome,
      { intent: 'order', targetPage: 'Order' },
      { intent: 'person', triggerFulfillment: said('One moment.'), targetPage: 'End Session' },
    ],
    eventHandlers: [noMatch],
  }),
  ...page('Order', {
    entryFulfillment: said('A pizza, then.'),
    form: {
      parameters: [
        {
          displayName: 'size',
          required: true,
          entityType: '@size',
          fillBehavior: {
            initialPromptFulfillment: said('Which size?'),
            repromptEventHandlers: [{ event: 'sys.no-match-default', triggerFulfillment: said('Small or large?') }],
          },
        },
        {
          displayName: 'count',
          required: true,
          entityType: '@sys.number',
          fillBehavior: { initialPromptFulfillment: said('How many?') },
        },
      ],
    },
    transitionRoutes: [
      {
        condition: '$page.params.status = "FINAL" AND $session.params.count > 9',
        triggerFulfillment: said('So many!'),
        targetPage: 'Confirm',
      },
      { condition: '$page.params.status = "FINAL"', targetPage: 'Confirm' },
    ],
  }),
  ...page('Confirm', {
    entryFulfillment: said('$session.params.count times $session.params.size?'),
    transitionRoutes: [
      { intent: 'yes', triggerFulfillment: said('It is on its way.'), targetPage: 'End Session' },
      { intent: 'no', triggerFulfillment: said('Again, then.'), targetPage: 'Order' },
    ],
  }),
};

const withWebhook = (service: object) => ({
  ...greeting,
  ...intent('go', 'go'),
  'webhooks/Stock.json': { displayName: 'Stock', genericWebService: service as never },
  ...flow('Main', {
    transitionRoutes: [
      welcome,
      { intent: 'go', triggerFulfillment: { webhook: 'Stock', tag: 'count', ...(said('Wait.') as object) } as never },
    ],
    eventHandlers: [{ event: 'webhook.error', triggerFulfillment: said('It failed.') }],
  }),
  ...page('Ask', {
    form: { parameters: [{ displayName: 'count', required: true, entityType: '@sys.any', fillBehavior: {} }] },
  }),
});

describe('an agent', () => {
  it('[IC1][IC2][IC9][IC10][IC11] talks as the source does', () => {
    const { chat, turns } = chatWith(
      importAgent(pizza),
      'I would like to order pizza',
      'a huge one',
      '2',
      'sure thing',
    );
    expect(turns).toEqual([
      ['Welcome!'],
      ['A pizza, then.', 'Which size?'],
      ['How many?'],
      ['2 times extra large?'],
      ['It is on its way.'],
    ]);
    expect(chat.isOver).toBe(true);
  });

  it('[IC9] intents of the flow are understood on a page, and while words are asked', () => {
    expect(chatWith(importAgent(pizza), 'pizza', 'can I talk to a person?').turns.at(-1)).toEqual(['One moment.']);
  });

  it('[IC6] the first route whose condition holds is taken', () => {
    expect(chatWith(importAgent(pizza), 'pizza', 'large', '12').turns.at(-1)).toEqual(['So many!', '12 times large?']);
  });

  it('[IC12] wrong answers have the words of the parameter, else of the flow', () => {
    const { turns } = chatWith(importAgent(pizza), 'mumble', 'pizza', 'mumble', 'little', 'mumble');
    expect(turns.slice(1)).toEqual([
      ['Pardon?'],
      ['A pizza, then.', 'Which size?'],
      ['Small or large?'],
      ['How many?'],
      ['Pardon?'],
    ]);
  });

  it('[IC12] numbered handlers count wrong answers', () => {
    const handlers = [
      { event: 'sys.no-match-1', triggerFulfillment: said('Once more?') },
      { event: 'sys.no-match-2', triggerFulfillment: said('A last time?') },
      { event: 'sys.no-match-default', triggerFulfillment: said('Sorry.'), targetPage: 'End Session' },
    ];
    const agent = importAgent({
      ...greeting,
      ...flow('Main', { transitionRoutes: [welcome], eventHandlers: handlers }),
    });
    expect(chatWith(agent, 'x', 'x', 'x').turns.slice(1)).toEqual([['Once more?'], ['A last time?'], ['Sorry.']]);
  });

  it('[IC2] a form asks only for parameters without a value, and again after an intent', () => {
    const { turns } = chatWith(importAgent(pizza), 'pizza', 'small', '1', 'rather not');
    expect(turns.at(-1)).toEqual(['Again, then.', 'A pizza, then.', '1 times small?']);
  });

  it('[IC1] the visitor speaks first where the welcome leads to a page', () => {
    const result = importAgent({
      ...greeting,
      ...flow('Main', { transitionRoutes: [{ ...welcome, targetPage: 'Menu' }] }),
      ...page('Menu', { entryFulfillment: said('Menu.') }),
    });
    expect(chatWith(result, 'hello').turns).toEqual([[], ['Welcome!', 'Menu.']]);
  });

  it('[IC11] a parameter of an intent is sought as whole words', () => {
    const order = {
      'intents/order/order.json': {
        name: 'order',
        displayName: 'order',
        parameters: [{ id: 'size', entityType: '@size' }],
      },
    };
    const { chat, turns } = chatWith(importAgent({ ...pizza, ...order }), 'pizza please, extra large!', '1');
    expect(turns.slice(1)).toEqual([['A pizza, then.', 'How many?'], ['1 times extra large?']]);
    expect(chat.fields['size']).toBe('extra large');
    expect(chatWith(importAgent({ ...pizza, ...order }), 'pizza please, enlarged').turns.at(-1)).toEqual([
      'A pizza, then.',
      'Which size?',
    ]);
  });

  it('[IC10] a flow that ends in a return is called, and takes the intent that led to it', () => {
    const result = importAgent({
      ...greeting,
      ...intent('menu', 'menu'),
      ...intent('done', 'done'),
      ...flow('Main', {
        transitionRoutes: [welcome, { intent: 'menu', targetFlow: 'Menu' }],
        eventHandlers: [noMatch],
      }),
      ...flow('Menu', { transitionRoutes: [{ intent: 'menu', targetPage: 'List' }] }),
      ...page(
        'List',
        {
          entryFulfillment: said('Tea or cake.'),
          transitionRoutes: [{ intent: 'done', triggerFulfillment: said('Back.'), targetPage: 'End Flow' }],
        },
        'Menu',
      ),
    });
    const { chat, turns } = chatWith(result, 'menu', 'done', 'menu');
    expect(turns).toEqual([['Welcome!'], ['Tea or cake.'], ['Back.'], ['Tea or cake.']]);
    expect(chat.calls).toHaveLength(1);
  });

  it.each([
    ['Current Page', ['Again.', 'A page.']],
    ['Start Page', ['Again.']],
    ['Previous Page', ['Again.', 'The first.']],
    ['Nowhere', ['Again.']],
  ])('[IC10] a route to %s', (targetPage, expected) => {
    const result = importAgent({
      ...greeting,
      ...intent('next', 'next'),
      ...intent('again', 'again'),
      ...flow('Main', { transitionRoutes: [welcome, { intent: 'next', targetPage: 'First' }] }),
      ...page('First', {
        entryFulfillment: said('The first.'),
        transitionRoutes: [{ intent: 'next', targetPage: 'Second' }],
      }),
      ...page('Second', {
        entryFulfillment: said('A page.'),
        transitionRoutes: [{ intent: 'again', triggerFulfillment: said('Again.'), targetPage }],
      }),
    });
    expect(chatWith(result, 'next', 'next', 'again').turns.at(-1)).toEqual(expected);
  });
});

describe('a fulfilment', () => {
  const answering = (fulfilment: object, others = {}) =>
    importAgent({
      ...greeting,
      ...intent('go', 'go'),
      ...flow('Main', {
        transitionRoutes: [welcome, { intent: 'go', triggerFulfillment: fulfilment as never }],
        ...others,
      }),
    });

  it('[IC3][IC7] sets, says, and says the first case that holds', () => {
    const result = answering({
      setParameterActions: [
        { parameter: 'tries', value: '$sys.func.ADD($session.params.tries, 1)' },
        { parameter: 'gone', value: null },
        { parameter: 'half', value: '$sys.func.DIVIDE($session.params.tries, 2)' },
      ],
      ...(said('Try $session.params.tries.') as object),
      conditionalCases: [
        {
          cases: [
            { condition: '$session.params.tries >= 2', caseContent: [{ message: { text: { text: ['Enough.'] } } }] },
            { caseContent: [{ message: { text: { text: ['Go on: $sys.func.MULTIPLY($session.params.half, 4).'] } } }] },
          ],
        },
      ],
    });
    expect(chatWith(result, 'go', 'go').turns.slice(1)).toEqual([
      ['Try 1.', 'Go on: 2.'],
      ['Try 2.', 'Enough.'],
    ]);
  });

  it('[IC4] other languages are left out, pictures and cards shown, chips said', () => {
    const result = answering({
      messages: [
        { text: { text: ['Look:', 'See:'] }, languageCode: 'en' },
        { text: { text: ['Schau:'] }, languageCode: 'de' },
        {
          payload: {
            richContent: [
              [
                { type: 'image', rawUrl: 'https://example.com/a.png' },
                { type: 'info', title: 'Card', subtitle: 'Words', actionLink: 'https://example.com' },
                { type: 'chips', options: [{ text: 'One' }, { text: 'Two' }] },
              ],
            ],
          },
          languageCode: 'en',
        },
      ],
    });
    const { chat } = chatWith(result, 'go');
    expect(chat.messages.map(({ type }) => type)).toEqual(['text', 'image', 'text', 'text', 'text'].map(String));
    expect(differences(result)).toEqual(
      expect.arrayContaining([
        'flows/Main/Main.json/transitionRoutes/1/triggerFulfillment/messages/1 lost language-dropped',
        'flows/Main/Main.json/transitionRoutes/1/triggerFulfillment/messages/2 changed choice-limit',
      ]),
    );
  });

  it('[IC4] chips that stand for each intent are buttons', () => {
    const result = importAgent({
      ...greeting,
      ...intent('go', 'go'),
      ...intent('yes', 'Yes', 'yes please'),
      ...flow('Main', { transitionRoutes: [welcome, { intent: 'go', targetPage: 'Ask' }] }),
      ...page('Ask', {
        entryFulfillment: {
          messages: [
            { text: { text: ['Sure?'] } },
            { payload: { richContent: [[{ type: 'chips', options: [{ text: 'Go' }, { text: 'Yes' }] }]] } },
          ],
        },
        transitionRoutes: [{ intent: 'yes', triggerFulfillment: said('Good.'), targetPage: 'End Session' }],
        eventHandlers: [noMatch],
      }),
    });
    const { chat } = chatWith(result, 'go');
    expect(chat.buttons).toEqual(['Go', 'Yes']);
    chat.reply('mumble');
    expect(chat.said[0]).toBe('Pardon?');
    chat.reply('yes please');
    expect(chat.said).toEqual(['Good.']);
  });

  it('[IC5] words for a voice are written where nothing else is, and a person takes over', () => {
    const result = answering({
      messages: [
        { outputAudioText: { ssml: '<speak>One <break time="1s"/> moment.</speak>' } },
        { liveAgentHandoff: { metadata: {} } },
      ],
    });
    const { chat, turns } = chatWith(result, 'go');
    expect(turns.at(-1)).toEqual(['One moment.']);
    expect(chat.position.kind).toBe('agent');
  });

  it('[IC8] a standard webhook gets tag and parameters, and its text is said', () => {
    const { chat } = chatWith(importAgent(withWebhook({ uri: 'https://example.com/cx' })), 'go');
    expect(JSON.parse((chat.awaited as unknown as { body: string }).body)).toMatchObject({
      fulfillmentInfo: { tag: 'count' },
      sessionInfo: { parameters: { count: null } },
    });
    chat.answer({
      status: 200,
      body: {
        sessionInfo: { parameters: { count: 7 } },
        fulfillmentResponse: { messages: [{ text: { text: ['Seven.'] } }] },
      },
    });
    expect(chat.said.at(-1)).toBe('Seven.');
    expect(chat.fields['count']).toBe(7);
  });

  it('[IC8] a flexible webhook saves what its mapping names, and a failure is handled', () => {
    const service = {
      uri: 'https://example.com/stock',
      httpMethod: 'GET',
      webhookType: 'FLEXIBLE',
      parameterMapping: { count: '$.items[0].count' },
    };
    const { chat } = chatWith(importAgent(withWebhook(service)), 'go');
    chat.answer({ status: 200, body: { items: [{ count: 3 }] } });
    expect(chat.fields['count']).toBe(3);
    const failing = chatWith(importAgent(withWebhook(service)), 'go').chat;
    failing.answer({ status: 500, body: {} });
    expect(failing.said.at(-1)).toBe('It failed.');
  });
});

it('[IC6] conditions without a form never hold, and are lost', () => {
  const result = importAgent({
    ...greeting,
    ...flow('Main', {
      transitionRoutes: [welcome, { condition: '$sys.func.NOW() > 5', triggerFulfillment: said('Late.') }],
    }),
  });
  expect(differences(result)).toContain('flows/Main/Main.json/transitionRoutes/1/condition lost condition-formula');
});

/** A turn of a test case. */
const turnOf = (
  text: string,
  answers: readonly string[],
  output: { readonly [member: string]: Json } = {},
): { readonly [member: string]: Json } => ({
  userInput: { input: { text: { text } } },
  virtualAgentOutput: { textResponses: answers.map((each) => ({ text: [each] })), ...output },
});

const testCase = (name: string, ...turns: readonly Json[]): { readonly [path: string]: Json } => ({
  [`testCases/${name}.json`]: {
    displayName: name,
    creationTime: { seconds: 1_606_940_309 },
    testCaseConversationTurns: turns,
  },
});

function runsOf({ scenarios, bots }: ImportResult) {
  const read = readScenarios(scenarios[0]?.text ?? '');
  return read.scenarios.map((scenario) =>
    runScenario(scenario, { diagram: bots[0]?.diagram, number: 1 } as never, { from: read }),
  );
}

describe('sentences of test cases', () => {
  const triggered = (name: string) => ({ triggeredIntent: { name } });

  it('[IC14] belong to the intents that the agent took them for', () => {
    const sentence = 'my stomach growls';
    expect(chatWith(importAgent(pizza), sentence).turns.at(-1)).toEqual(['Pardon?']);
    const taught = testCase('Hungry', turnOf(sentence, ['A pizza, then.', 'Which size?'], triggered('order')));
    const result = importAgent({ ...pizza, ...taught });
    expect(chatWith(result, 'My stomach growls!').turns.at(-1)).toEqual(['A pizza, then.', 'Which size?']);
    expect(runsOf(result).map(({ ok }) => ok)).toEqual([true]);
  });

  it('[IC14] leave a sentence to the intent that has it, and take it once', () => {
    const result = importAgent({
      ...pizza,
      ...testCase('A', turnOf('Human', [], triggered('order')), turnOf('growl', [], triggered('person'))),
      ...testCase('B', turnOf('growl', [], triggered('order')), turnOf('roar', [], triggered('nobody'))),
    });
    expect(chatWith(result, 'human').turns.at(-1)).toEqual(['One moment.']);
    expect(chatWith(result, 'growl').turns.at(-1)).toEqual(['One moment.']);
    expect(chatWith(result, 'roar').turns.at(-1)).toEqual(['Pardon?']);
  });
});

describe('scenarios of test cases', () => {
  it('[IC13] begin at the time of the test case', () => {
    const result = importAgent({
      ...greeting,
      ...intent('book', 'book'),
      ...flow('Main', { transitionRoutes: [welcome, { intent: 'book', targetPage: 'When' }] }),
      ...page('When', {
        form: {
          parameters: [
            {
              displayName: 'day',
              required: true,
              entityType: '@sys.date',
              fillBehavior: { initialPromptFulfillment: said('Which day?') },
            },
            {
              displayName: 'hour',
              required: true,
              entityType: '@sys.time',
              fillBehavior: { initialPromptFulfillment: said('What time?') },
            },
          ],
        },
        transitionRoutes: [
          {
            condition: '$page.params.status = "FINAL"',
            triggerFulfillment: said('$session.params.day, $session.params.hour, $session.params.seat'),
            targetPage: 'End Session',
          },
        ],
      }),
      ...testCase(
        'Booked',
        turnOf('book', ['Which day?']),
        turnOf('Dec 31', ['What time?']),
        turnOf('4pm', ['2020-12-31, 16:00:00, $session.params.seat']),
      ),
    });
    expect(runsOf(result).map(({ ok, failure }) => [ok, failure?.diff])).toEqual([[true, undefined]]);
  });

  it('[IC13] expect the payloads behind a text, also where it has parameters', () => {
    const chips = (...labels: readonly string[]) => ({
      payload: { richContent: [[{ type: 'chips', options: labels.map((text) => ({ text })) }]] },
      languageCode: 'en',
    });
    const picture = {
      payload: { richContent: [[{ type: 'image', rawUrl: 'https://example.com/menu.png' }]] },
      languageCode: 'en',
    };
    const offer = (text: string, ...payloads: readonly Json[]): Json => ({
      messages: [{ text: { text: [text] }, languageCode: 'en' }, ...payloads],
    });
    const result = importAgent({
      ...pizza,
      ...intent('menu', 'menu'),
      ...flow('Main', {
        transitionRoutes: [
          welcome,
          { intent: 'order', targetPage: 'Order' },
          { intent: 'menu', triggerFulfillment: offer('We have:', picture, chips('Pizza', 'Pasta')) },
          { intent: 'yes', triggerFulfillment: offer('Your $session.params.dish?', chips('Yes!')) },
        ],
      }),
      ...testCase('Menu', turnOf('menu', ['We have:']), turnOf('sure', ['Your $session.params.dish?'])),
    });
    expect(runsOf(result).map(({ ok, failure }) => [ok, failure?.diff])).toEqual([[true, undefined]]);
    expect(result.scenarios[0]?.text).toContain('menu.png');
  });

  it('[IC8][IC13] answer webhooks with the parameters that the test case ends with', () => {
    const result = importAgent({
      ...withWebhook({ uri: 'https://example.com/cx' }),
      ...flow('Main', {
        transitionRoutes: [
          welcome,
          { intent: 'go', triggerFulfillment: { webhook: 'Stock', tag: 'count' } as never, targetPage: 'Stock' },
        ],
      }),
      ...page('Stock', { entryFulfillment: said('There are $session.params.stock.') }),
      ...testCase('Asked', turnOf('go', ['There are 7.'], { sessionParameters: { stock: 7 } })),
    });
    expect(runsOf(result).map(({ ok, failure }) => [ok, failure?.diff])).toEqual([[true, undefined]]);
  });
});

it('[IC11] a word of a type with many values is the answer, also where an intent has it', () => {
  const values = Object.fromEntries(
    Array.from({ length: 250 }, (_, at) => [`airport ${at}`, [`airport ${at}`, `AP${at}`]] as const),
  );
  const result = importAgent({
    ...pizza,
    ...intent('book', 'a flight', 'from AP249'),
    ...entityType('airport', values),
    ...flow('Main', { transitionRoutes: [welcome, { intent: 'book', targetPage: 'From' }] }),
    ...page('From', {
      form: {
        parameters: [
          {
            displayName: 'from',
            required: true,
            entityType: '@airport',
            fillBehavior: { initialPromptFulfillment: said('From where?') },
          },
        ],
      },
      transitionRoutes: [
        { condition: '$page.params.status = "FINAL"', triggerFulfillment: said('From $session.params.from.') },
      ],
    }),
  });
  expect(chatWith(result, 'a flight', 'AP249').turns.at(-1)).toEqual(['From airport 249.']);
});

it('[IC13] test cases are scenarios that hold', () => {
  const turn = (text: string, ...answers: readonly string[]) => ({
    userInput: { input: { text: { text } } },
    virtualAgentOutput: { textResponses: answers.map((each) => ({ text: [each] })), currentPage: { name: 'Order' } },
  });
  const result = importAgent({
    ...pizza,
    'testCases/Big.json': {
      name: 't',
      displayName: 'A big pizza',
      testCaseConversationTurns: [
        turn('pizza', 'A pizza, then.', 'Which size?'),
        turn('big', 'How many?'),
        { userInput: { input: { event: { event: 'x' } } }, virtualAgentOutput: {} },
      ],
    },
  });
  const [file] = result.scenarios;
  expect(file?.path).toBe('shop.imported.scenarios.yaml');
  const read = readScenarios(file?.text ?? '');
  const ran = read.scenarios.map((scenario) =>
    runScenario(scenario, { diagram: result.bots[0]?.diagram, number: 1 } as never),
  );
  expect(ran.map(({ name, ok }) => [name, ok])).toEqual([['A big pizza', true]]);
  expect(differences(result)).toContain('testCases/Big.json/testCaseConversationTurns/2 changed setting-dropped');
});

describe('pages', () => {
  const asks = (name: string): Json => ({
    displayName: name,
    required: true,
    entityType: '@sys.number',
    fillBehavior: {
      initialPromptFulfillment: said(`Which ${name}?`),
      repromptEventHandlers: [{ event: 'sys.no-input-default', triggerFulfillment: said('Are you there?') }],
    },
  });
  const shop = (from: string) => ({
    ...greeting,
    ...intent('shirts', 'shirts'),
    ...intent('music', 'music'),
    ...intent('price', 'price'),
    ...flow('Main', {
      transitionRoutes: [welcome, { intent: 'shirts', targetPage: 'Shirts' }, { intent: 'music', targetPage: 'Music' }],
    }),
    ...Object.fromEntries(
      ['Shirts', 'Music'].flatMap((name) =>
        Object.entries(
          page(name, {
            entryFulfillment: said(`${name}!`),
            transitionRoutes: [{ intent: 'price', targetPage: 'Price' }],
          }),
        ),
      ),
    ),
    ...page('Price', {
      entryFulfillment: said('Ten.'),
      transitionRoutes: [{ condition: 'true', targetPage: from }],
    }),
  });

  it('[IC10] a playbook is lost, with a hint', () => {
    const result = importAgent({
      ...greeting,
      ...intent('go', 'go'),
      ...flow('Main', { transitionRoutes: [welcome, { intent: 'go', targetPlaybook: 'Sales' }] }),
      'playbooks/Sales/Sales.json': { displayName: 'Sales', goal: 'Sell' },
      'tools/Stock/Stock.json': { displayName: 'Stock' },
    });
    const lost = result.report.entries.filter(({ outcome }) => outcome === 'lost');
    const parts = 'Write the instructions of playbooks into blocks “language_model”, their tools into webhooks.';
    expect(lost.map(({ code, message, hint }) => [code, message, hint])).toEqual([
      [
        'integration-unknown',
        'The playbook “Sales” does not take over.',
        'Write its instructions into a block “language_model”.',
      ],
      ['integration-unknown', 'The playbook “Sales” is left out.', parts],
      ['integration-unknown', 'The tool “Stock” is left out.', parts],
    ]);
  });

  it('[IC10] a route leads to the page before, of several', () => {
    const result = importAgent(shop('PREVIOUS_PAGE'));
    for (const name of ['shirts', 'music']) {
      const title = name === 'shirts' ? 'Shirts!' : 'Music!';
      expect(chatWith(result, name, 'price').turns.slice(1)).toEqual([[title], ['Ten.', title]]);
    }
    expect(result.report.counts.lost).toBe(0);
  });

  it('[IC16] a parameter without a value is the text “null”', () => {
    const result = importAgent({
      ...greeting,
      ...intent('go', 'go'),
      ...flow('Main', { transitionRoutes: [welcome, { intent: 'go', targetPage: 'Next' }] }),
      ...page('Next', {
        transitionRoutes: [
          {
            condition: '$session.params.size != "null"',
            triggerFulfillment: said('Known.'),
            targetPage: 'End Session',
          },
          { condition: '$session.params.size = "null"', triggerFulfillment: said('New.'), targetPage: 'End Session' },
        ],
      }),
    });
    expect(chatWith(result, 'go').turns.at(-1)).toEqual(['New.']);
  });

  const silent = (parameter: Json): ImportResult =>
    importAgent({
      ...greeting,
      ...intent('go', 'go'),
      ...flow('Main', {
        transitionRoutes: [welcome, { intent: 'go', targetPage: 'Next' }],
        eventHandlers: [{ event: 'sys.no-input-default', triggerFulfillment: said('Hello?') }],
      }),
      ...page('Next', {
        form: { parameters: [parameter] },
        transitionRoutes: [
          {
            condition: '$page.params.status = "FINAL"',
            triggerFulfillment: said('Thanks.'),
            targetPage: 'End Session',
          },
        ],
      }),
    });

  it.for([
    [
      ['2', 'default', '1'],
      ['One', 'Two', 'Any'],
    ],
    [
      ['1', '3'],
      ['One', 'Three'],
    ],
    [
      ['end 2', '1'],
      ['One', 'Two'],
    ],
  ] as const)('[IC15] a question says the words for silence %j in order', ([events, texts]) => {
    const words: Readonly<Record<string, string>> = { '1': 'One', '2': 'Two', '3': 'Three', default: 'Any' };
    const repromptEventHandlers = events.map((event) => {
      const nth = event.replace('end ', '');
      const route = { event: `sys.no-input-${nth}`, triggerFulfillment: said(words[nth] as string) };
      return nth === event ? route : { ...route, targetPage: 'End Session' };
    });
    const { fillBehavior, ...parameter } = asks('size') as { readonly fillBehavior: Readonly<Record<string, Json>> };
    const given = { ...parameter, fillBehavior: { ...fillBehavior, repromptEventHandlers } };
    const { chat } = chatWith(silent(given), 'go');
    const heard = texts.map(() => {
      chat.pass('60 s');
      return chat.said.at(-1);
    });
    chat.pass('1 h');
    expect([heard, chat.said.at(-1)]).toEqual([texts, texts.at(-1)]);
    expect(chat.isOver).toBe(events.some((event) => event.startsWith('end')));
  });

  it('[IC15] a question says the words for silence once', () => {
    const result = silent(asks('size'));
    const { chat } = chatWith(result);
    chat.pass('1 h');
    expect(chat.said).toEqual(['Welcome!']);
    chat.reply('go');
    expect(chat.said).toEqual(['Which size?']);
    chat.pass('59 s');
    expect(chat.said).toEqual(['Which size?']);
    chat.pass('1 s');
    expect(chat.said.at(-1)).toBe('Are you there?');
    chat.pass('1 h');
    expect(chat.said.filter((text) => text === 'Are you there?')).toHaveLength(1);
    chat.reply('7');
    expect(chat.said).toEqual(['Thanks.']);
  });
});
