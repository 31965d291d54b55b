import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import { createConversation, readConversationState } from '../../src/domain/conversation/conversation-state.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { Diagram } from '../../src/domain/diagram/diagram.ts';
import { conversationRunner } from '../../src/runner/index.ts';
import { diagramOf } from './diagram-of.ts';
import { noon, talkTo } from './talk.ts';

const askTwice = diagramOf(
  {
    welcome: ['ask_name', { text: 'Name?', destination: 'name' }],
    mail: ['ask_email', { text: 'Mail, @{name}?', destination: 'mail' }],
  },
  ['welcome.$success--mail'],
);

describe('a step', () => {
  it('[RN1][RN5] answers state, messages, writes and effects, each in its order', () => {
    const talk = talkTo(askTwice);
    talk.start();
    expect(talk.say('Ada')).toEqual({
      state: {
        version: 1,
        conversation: 'talk',
        bot: 7,
        turn: 2,
        at: { kind: 'answer', node: 'mail', template: 'var_email', memory: {} },
      },
      messages: [{ type: 'text', body: 'Mail, Ada?' }],
      writes: [{ kind: 'set', name: 'name', type: 'string', value: 'Ada' }],
      effects: [],
    });
  });

  it('[RN5] changes nothing that it is given', () => {
    // Whatever `talkTo` hands to a step is frozen: a step that changed it would throw.
    const talk = talkTo(askTwice);
    talk.start();
    talk.say('Ada');
    expect(talk.say('ada@example.org').state.at).toEqual({ kind: 'ended', reason: 'dead_end' });
  });

  it('[RN7] gives effects the same ids when it is repeated, and no later effect one of them', () => {
    const loop = diagramOf(
      { welcome: ['webhook', { url: 'https://example.org' }], wait: ['ask_name', { text: 'Name?' }] },
      ['welcome.$success--wait', 'wait.$success--welcome'],
    );
    const talk = talkTo(loop);
    const first = talk.start();
    talk.succeed({ status: 200 });
    const second = talk.say('Ada');
    const restarted = talk.start();
    expect([first, second, restarted].map((step) => step.effects.map(({ id }) => id))).toEqual([
      ['talk/1/1'],
      ['talk/3/1'],
      ['talk/4/1'],
    ]);
  });

  it('[RN7] gives two effects of one step different ids', () => {
    const diagram = diagramOf({ welcome: ['close_chat'] });
    const feedback = {
      enabled: true,
      question: 'Good?',
      positiveLabel: 'Yes',
      negativeLabel: 'No',
      commentQuestion: '',
      thanks: '',
    };
    const talk = talkTo(diagram, { feedback });
    talk.start();
    expect(talk.press('$positive').effects).toEqual([
      { id: 'talk/2/1', awaited: false, kind: 'feedback', rating: 'positive' },
      { id: 'talk/2/2', awaited: false, kind: 'close' },
    ]);
  });
});

describe('a prepared bot', () => {
  it('[RN6] is not read again by the steps', () => {
    const blocks = Array.from(
      { length: 1_000 },
      (_, index) => [`n${index}`, ['ask_name', { text: `${index}?` }]] as const,
    );
    const links = blocks.map(([id], index) => `${id}.$success--n${index + 1}`);
    let reads = 0;
    const counted = <T extends object>(map: T): T =>
      new Proxy(map, {
        ownKeys: (target) => {
          reads += 1;
          return Reflect.ownKeys(target);
        },
      });
    const plain = diagramOf({ welcome: ['send_text', { text: 'Hi' }], ...Object.fromEntries(blocks) }, [
      'welcome.$success--n0',
      ...links,
    ]);
    const diagram: Diagram = { ...plain, nodes: counted(plain.nodes), connections: counted(plain.connections) };
    const runner = conversationRunner();
    const bot = prepareBot({ number: 1, channelFamily: 'native', diagram });
    reads = 0;
    let state = createConversation('big', 1);
    for (let turn = 0; turn < 900; turn += 1) {
      const input = { kind: 'message', message: { type: 'text', text: 'Ada' } } as const;
      ({ state } = runner.step(bot, state, input, { now: noon, fields: {} }));
    }
    expect([state.at, reads]).toEqual([{ kind: 'answer', node: 'n899', template: 'var_name', memory: {} }, 0]);
  });
});

describe('a stored state', () => {
  const positions = [
    { kind: 'new' },
    { kind: 'answer', node: 'a', template: 't', memory: {} },
    { kind: 'result', node: 'a', template: 't', memory: { x: 1 }, effect: 'e', spent: { blocks: 1, effects: 1 } },
    { kind: 'jump', bot: 3, node: 'n', effect: 'e', spent: { blocks: 1, effects: 1 } },
    { kind: 'jump', bot: 3, effect: 'e', spent: { blocks: 1, effects: 1 } },
    { kind: 'agent' },
    { kind: 'feedback', asked: 'rating' },
    { kind: 'feedback', asked: 'comment', rating: 'negative' },
    { kind: 'ended', reason: 'closed' },
  ];

  it.for(positions)('[RN3][RN4] at %j is read back as it is', (at) => {
    const state = { version: 1, conversation: 'c', bot: 1, turn: 4, at };
    expect(readConversationState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it.for([
    null,
    [],
    'state',
    {},
    { version: 2, conversation: 'c', bot: 1, turn: 0, at: { kind: 'new' } },
    { version: 1, conversation: 'c', bot: 1.5, turn: 0, at: { kind: 'new' } },
    { version: 1, conversation: 'c', bot: 1, turn: -1, at: { kind: 'new' } },
    { version: 1, conversation: 'c', bot: 1, turn: 0 },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: 'new' },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 'constructor' } },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 7 } },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 'answer', node: 'a', template: 't' } },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 'jump', bot: 3, node: 1, effect: 'e', spent: {} } },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 'feedback', asked: 'comment' } },
    { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 'ended', reason: 'bored' } },
  ])('[RN4] %j is no state', (stored) => {
    expect(readConversationState(stored)).toBeUndefined();
  });

  it('[RN3] exists before the conversation begins', () => {
    expect(createConversation('c', 7)).toEqual({ version: 1, conversation: 'c', bot: 7, turn: 0, at: { kind: 'new' } });
  });
});

describe('a runner', () => {
  it('[RN115] has a behaviour for every shipped block', () => {
    const names = createCatalog().definitions.map(({ name }) => name);
    const faults = names.filter((name) => {
      const talk = talkTo(diagramOf({ welcome: [name] }, ['hidden.$success--end']));
      return talk.start().messages.some((message) => message.type === 'event' && message.code === 'behaviour_missing');
    });
    expect(faults).toEqual([]);
  });
});
