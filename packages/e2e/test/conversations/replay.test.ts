import type { JournaledConversation } from '@botwright/core/conversation';
import type { Diagram } from '@botwright/core/diagram';
import { replayConversation, runScenario, scenarioOfConversation } from '@botwright/testing';
import { expect, it } from 'vitest';
import { type BotSketch, type Chat, type ChatOptions, startChat } from '../support/chat.ts';
import { diagramOf } from '../support/diagrams.ts';

const day = 24 * 60 * 60 * 1_000;

const lead = {
  blocks: {
    start: ['ask_question', { text: 'Who?', destination: 'who' }],
    call: ['webhook', { url: 'https://crm.example/leads', method: 'POST', payload: '{}', destination: 'lead' }],
    mail: ['ask_email', { text: 'Mail, @{who}?', destination: 'mail' }],
    bye: ['send_text', { text: 'Bye @{mail}.' }],
  },
  connections: ['start.$success--call', 'call.$success--mail', 'call.$failed--mail', 'mail.$success--bye'],
} as const;

type Blocks = BotSketch['blocks'];

interface Held {
  readonly conversation: JournaledConversation;
  readonly number: number;
  readonly held: { readonly diagram: Diagram; readonly number: number; readonly channelFamily: string };
}

const answer = { ok: true, value: { status: 201, body: { id: 'L1' } } } as const;

/** Has a conversation with a bot on an engine with a journal. */
async function hold(
  words: readonly string[],
  {
    sketch = lead,
    act,
    ...options
  }: ChatOptions & { sketch?: BotSketch; act?: (chat: Chat, at: number) => unknown } = {},
): Promise<Held> {
  const chat = await startChat({ journal: { forMs: day }, effects: { carryOut: async () => answer }, ...options });
  const bot = await chat.publish(sketch);
  for (const [at, each] of words.entries()) {
    await chat.say(each);
    await chat.work();
    chat.clock.advance(1_000);
    await act?.(chat, at);
  }
  const conversation = (await chat.caller.conversations.journal(bot.id)).items.at(-1) as JournaledConversation;
  const version = await chat.caller.bots.live(bot.id);
  const diagram = (version as unknown as { diagram: Diagram }).diagram;
  return { conversation, number: bot.number, held: { diagram, number: bot.number, channelFamily: 'apichat' } };
}

function draftOf({ number }: Held, blocks: Blocks, connections: readonly string[] = lead.connections) {
  return { diagram: diagramOf(blocks, connections, 'apichat'), number, channelFamily: 'apichat' };
}

const words = ['hi', 'Ada', 'nonsense', 'ada@example.org'];

it('[JR12] the version that held a conversation and a draft that says the same are the same', async () => {
  const held = await hold(words);
  expect(replayConversation(held.conversation, held.held)).toEqual({ kind: 'same', isRedacted: false });
  const renamed = draftOf(held, {
    ...lead.blocks,
    bye: ['send_text', { text: 'Bye @{mail}.', markup: false }],
  } as Blocks);
  expect(replayConversation(held.conversation, renamed, { held: held.held })).toMatchObject({ kind: 'same' });
});

it('[JR14] the first difference has its turn, its block, and both texts', async () => {
  const held = await hold(words);
  const draft = draftOf(held, { ...lead.blocks, mail: ['ask_email', { text: 'Your mail?', destination: 'mail' }] });
  const difference = {
    kind: 'otherwise',
    isRedacted: false,
    turn: 2,
    visitor: 'Ada',
    block: 'mail',
    said: ['Your mail?'],
  };
  expect(replayConversation(held.conversation, draft, { held: held.held })).toEqual({
    ...difference,
    expected: ['Mail, Ada?'],
  });
  expect(replayConversation(held.conversation, draft)).toEqual(difference);
});

it('[JR14] another request of a webhook is a difference, and an answer that the conversation lacks', async () => {
  const held = await hold(words);
  const url = 'https://other.example/leads';
  const call = { ...lead.blocks.call[1], url };
  const other = draftOf(held, { ...lead.blocks, call: ['webhook', call] });
  expect(replayConversation(held.conversation, other, { held: held.held })).toMatchObject({
    kind: 'otherwise',
    expected: ['(webhook) POST https://crm.example/leads'],
    said: [`(webhook) POST ${url}`],
  });
  const second = draftOf(held, { ...lead.blocks, late: ['webhook', call] }, [
    ...lead.connections.slice(0, 3),
    'mail.$success--late',
  ]);
  expect(replayConversation(held.conversation, second, { held: held.held })).toMatchObject({
    kind: 'otherwise',
    turn: 4,
    expected: ['Bye ada@example.org.', '(ended: dead_end)'],
    said: [`(webhook) POST ${url}`],
  });
});

it('[JR14] a draft that ends early makes the visitor start over, and one that fails ends with an error', async () => {
  const held = await hold(words);
  const short = draftOf(held, lead.blocks, lead.connections.slice(0, 1));
  expect(replayConversation(held.conversation, short, { held: held.held })).toMatchObject({
    kind: 'restart',
    turn: 2,
    said: ['(ended: dead_end)'],
  });
  const { diagram, ...rest } = draftOf(held, lead.blocks);
  const bye = { ...(diagram.nodes['bye'] as object), template: 'nobody_knows' };
  const broken = { ...rest, diagram: { ...diagram, nodes: { ...diagram.nodes, bye } } as unknown as Diagram };
  expect(replayConversation(held.conversation, broken, { held: held.held })).toMatchObject({
    kind: 'error',
    turn: 4,
    expected: ['Bye ada@example.org.', '(ended: dead_end)'],
    said: [expect.stringContaining('template_unknown'), '(ended: error)'],
  });
  const reworded = { ...(diagram.nodes['mail'] as object), params: { text: 'Your mail?', destination: 'mail' } };
  const both = { ...rest, diagram: { ...diagram, nodes: { ...diagram.nodes, bye, mail: reworded } } };
  expect(replayConversation(held.conversation, both as unknown as typeof broken, { held: held.held })).toMatchObject({
    kind: 'error',
    turn: 2,
    block: 'mail',
    said: ['Your mail?'],
    error: {
      turn: 4,
      visitor: 'ada@example.org',
      block: 'bye',
      said: [expect.stringContaining('template_unknown'), '(ended: error)'],
    },
  });
});

it('[JR13] a conversation with a cut input, changed Fields or other outputs cannot be replayed', async () => {
  const { held, conversation } = await hold(words);
  const why = (given: Partial<JournaledConversation>) => {
    const result = replayConversation({ ...conversation, ...given }, held, { held });
    return result.kind === 'not_replayable' ? result.why : result.kind;
  };
  const [first, ...rest] = conversation.steps as [
    JournaledConversation['steps'][number],
    ...JournaledConversation['steps'],
  ];
  expect(why({ steps: [first, ...rest.map((step) => ({ ...step, input: { kind: 'cut' } }) as const)] })).toMatch(
    'too long',
  );
  expect(why({ steps: [first, ...rest.map((step) => ({ ...step, changed: true }) as const)] })).toMatch(
    'somebody else',
  );
  expect(why({ steps: [{ ...first, said: 1 }, ...rest] })).toMatch('does not repeat');
  const { fields: _, ...start } = conversation.start;
  expect(why({ start })).toMatch('Fields were too long');
});

it('[JR13] a redacted conversation is compared with the version that held it', async () => {
  const redact = { fields: ['mail'], blocks: ['call'] };
  const held = await hold(words, { journal: { forMs: day, redact } });
  const draft = draftOf(held, { ...lead.blocks, bye: ['send_text', { text: 'Goodbye @{mail}.' }] });
  expect(replayConversation(held.conversation, held.held, { held: held.held })).toEqual({
    kind: 'same',
    isRedacted: true,
  });
  expect(replayConversation(held.conversation, draft, { held: held.held })).toMatchObject({
    kind: 'otherwise',
    isRedacted: true,
    expected: ['Bye ann@example.com.', '(ended: dead_end)'],
    said: ['Goodbye ann@example.com.', '(ended: dead_end)'],
  });
  expect(replayConversation(held.conversation, draft).kind).toBe('not_replayable');
});

it('[JR12] waits, time-outs and chance repeat', async () => {
  const sketch = {
    blocks: {
      start: ['ask_question', { text: 'Who?', destination: 'who', exits: [{ id: 'timeout', seconds: 60 }] }],
      luck: ['formula', { formula: 'string(random())', destination: 'luck' }],
      pause: ['wait', { seconds: 30 }],
      late: ['ask_question', { text: 'Still there? @{luck}' }],
    },
    connections: ['start.$timeout--luck', 'luck.$success--pause', 'pause.$success--late'],
  } as unknown as BotSketch;
  const act = async (chat: Chat, at: number) => {
    if (at > 0) return;
    for (const ms of [60_000, 30_000]) {
      chat.clock.advance(ms);
      await chat.work();
    }
  };
  const held = await hold(['hi', 'yes'], { sketch, act });
  const kinds = held.conversation.steps.map(({ input }) => input.kind);
  expect(replayConversation(held.conversation, held.held), JSON.stringify(held.conversation)).toMatchObject({
    kind: 'same',
  });
  expect(kinds).toContain('timeout');
  const saved = scenarioOfConversation(held.conversation, held.held, { name: 'Late' });
  if (!('scenario' in saved)) throw new Error(saved.why);
  expect(runScenario(saved.scenario, held.held).failure).toBeUndefined();
});

it('[JR15] a conversation becomes a scenario that passes with the version that held it', async () => {
  const { held, conversation } = await hold(words);
  const saved = scenarioOfConversation(conversation, held, { name: 'A lead' });
  if (!('scenario' in saved)) throw new Error(saved.why);
  const { scenario } = saved;
  expect(scenario.name).toBe('A lead');
  expect(scenario.steps).toContainEqual({ visitor: 'ada@example.org' });
  expect(scenario.steps.filter((step) => 'effect' in step)).toHaveLength(1);
  expect(runScenario(scenario, held).failure).toBeUndefined();
});

it('[JR12][JR15] answers to the question for feedback are repeated with its wording', async () => {
  const feedback = {
    enabled: true,
    question: 'Well?',
    positiveLabel: 'Good',
    negativeLabel: 'Bad',
    commentQuestion: 'Why?',
    thanks: 'Thanks!',
  };
  const sketch = { ...lead, blocks: { ...lead.blocks, bye: ['close_chat', { text: 'Bye.' }] } } as unknown as BotSketch;
  const begin = async (chat: Chat, at: number) => {
    if (at > 0) return;
    const { items } = await chat.caller.bots.list();
    await chat.caller.feedback.put(items[0]?.id ?? '', feedback);
  };
  const held = await hold([...words, 'Good', 'All of it'], { sketch, act: begin });
  expect(held.conversation.steps.length).toBeGreaterThan(5);
  expect(replayConversation(held.conversation, held.held, { held: held.held, feedback })).toMatchObject({
    kind: 'same',
  });
  const saved = scenarioOfConversation(held.conversation, held.held, { name: 'Rated' });
  if (!('scenario' in saved)) throw new Error(saved.why);
  expect(runScenario(saved.scenario, held.held).failure).toBeUndefined();
});
