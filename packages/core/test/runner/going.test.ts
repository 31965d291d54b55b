import { describe, expect, it } from 'vitest';
import type { BlockDefinition } from '../../src/domain/blocks/block-definition.ts';
import { createCatalog } from '../../src/domain/blocks/catalog.ts';
import { prepareBot } from '../../src/domain/conversation/prepared-bot.ts';
import type { Diagram } from '../../src/domain/diagram/diagram.ts';
import { conversationRunner, waitForVisitor } from '../../src/runner/index.ts';
import { type BlockSketch, diagramOf } from './diagram-of.ts';
import { noon, seen, talkTo } from './talk.ts';

const say = (text: string): BlockSketch => ['send_text', { text }];
const webhook: BlockSketch = ['webhook', { url: 'https://example.org' }];

describe('going through the diagram', () => {
  it('[RN14] an output leads to where its first connection ends', () => {
    const diagram = diagramOf({ welcome: say('a'), n1: say('b'), n2: say('c') }, [
      'welcome.$success--n1',
      'welcome.$success--n2',
      'welcome.success--n2',
    ]);
    expect(seen(talkTo(diagram).start())).toEqual(['a', 'b']);
  });

  it('[RN15] a dead end ends the conversation', () => {
    expect(talkTo(diagramOf({ welcome: say('a') })).start()).toEqual({
      state: { version: 1, conversation: 'talk', bot: 7, turn: 1, at: { kind: 'ended', reason: 'dead_end' } },
      messages: [{ type: 'text', body: 'a' }],
      writes: [],
      effects: [],
    });
  });

  it('[RN22] back at `hidden` the conversation goes to the greeting', () => {
    const diagram = diagramOf({ welcome: ['ask_name', { text: 'Name?' }] }, ['welcome.$success--hidden']);
    const talk = talkTo(diagram);
    talk.start();
    expect(seen(talk.say('Ada'))).toEqual(['Name?']);
  });

  it('[RN20] a param that is left out has its default', () => {
    expect(talkTo(diagramOf({ welcome: webhook })).start().effects).toMatchObject([{ method: 'POST' }]);
  });
});

describe('what cannot be worked', () => {
  const broken: Diagram = {
    nodes: {
      ...diagramOf({ welcome: say('a'), odd: ['no_such_template'] }).nodes,
      list: [],
      nothing: null,
      bare: { id: 'bare', template: 'chat' },
    },
    connections: {},
  };

  it.for([
    ['nowhere', 'node_unknown', 'There is no block "nowhere".'],
    ['constructor', 'node_unknown', 'There is no block "constructor".'],
    ['list', 'node_malformed', 'The entry "list" of nodes is not a block.'],
    ['nothing', 'node_malformed', 'The entry "nothing" of nodes is not a block.'],
    ['bare', 'node_malformed', 'The entry "bare" of nodes is not a block.'],
    ['odd', 'template_unknown', 'No block is stored as "no_such_template".'],
  ] as const)('[RN16][RN17] %s ends with the error %s', ([target, code, detail]) => {
    const id = `welcome.$success--${target}`;
    const connection = { id, type: '$success', sourcePath: 'welcome', targetPath: target };
    const step = talkTo({ ...broken, connections: { junk: 7, [id]: connection, more: null } }).start();
    expect([step.messages, step.state.at]).toEqual([
      [
        { type: 'text', body: 'a' },
        { type: 'event', action: 'error', code, node: target, detail },
      ],
      { kind: 'ended', reason: 'error' },
    ]);
  });

  const hostBlock: BlockDefinition = {
    name: 'host_block',
    template: 'host_block',
    title: 'Host block',
    description: 'Of a host.',
    group: 'host',
    placeable: true,
    canBeWelcome: true,
    waits: false,
    variants: [{ selector: [], params: [], outputs: [], outputDerivations: [], requiredTier: 'sandbox' }],
  };
  const catalog = createCatalog([hostBlock]);
  const diagram = diagramOf({ welcome: ['host_block'] });

  it('[RN16] a block without a behaviour ends with an error', () => {
    expect(seen(talkTo(diagram, { runner: conversationRunner({ catalog }) }).start())).toEqual(['(behaviour_missing)']);
  });

  it('[RN16] a block that waits and cannot take an answer ends with an error', () => {
    const behaviour = { block: 'host_block', enter: () => waitForVisitor() };
    const talk = talkTo(diagram, { runner: conversationRunner({ catalog, behaviours: [behaviour] }) });
    talk.start();
    expect(seen(talk.say('Hi'))).toEqual(['(behaviour_missing)']);
  });

  it('[RN2][RN16] a behaviour that throws ends with an error', () => {
    const enter = (): never => {
      throw new Error(`boom ${'!'.repeat(300)}`);
    };
    const runner = conversationRunner({ catalog, behaviours: [{ block: 'host_block', enter }] });
    expect(talkTo(diagram, { runner }).start().messages).toEqual([
      {
        type: 'event',
        action: 'error',
        code: 'behaviour_failed',
        node: 'welcome',
        detail: `The block "host_block" failed: boom ${'!'.repeat(195)}`,
      },
    ]);
  });

  it('[RN2] a diagram that is deeper than any stack ends with an error', () => {
    const value = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    const nodes = { welcome: { id: 'welcome', template: 'set_field', params: { field: 'x', value } } };
    const runner = conversationRunner();
    const bot = prepareBot({ number: 1, channelFamily: 'native', diagram: { nodes, connections: {} } });
    const state = { version: 1, conversation: 'c', bot: 1, turn: 0, at: { kind: 'new' } } as const;
    expect(seen(runner.step(bot, state, { kind: 'start' }, { now: noon, fields: {} }))).toEqual(['(behaviour_failed)']);
  });
});

describe('loops that never wait', () => {
  const circle = diagramOf({ welcome: say('a'), n1: say('b') }, ['welcome.$success--n1', 'n1.$success--welcome']);

  it('[RN17][RN18] are cut after 500 blocks', () => {
    const step = talkTo(circle).start();
    expect([step.messages.length, step.messages.at(-1), step.state.at]).toEqual([
      501,
      {
        type: 'event',
        action: 'error',
        code: 'endless_loop',
        node: 'welcome',
        detail: 'The bot went through 500 blocks without waiting for the visitor.',
      },
      { kind: 'ended', reason: 'error' },
    ]);
  });

  it('[RN18] are cut after as many blocks as the host says', () => {
    const runner = conversationRunner({ limits: { blocks: 3 } });
    expect(seen(talkTo(circle, { runner }).start())).toEqual(['a', 'b', 'a', '(endless_loop)']);
  });

  it('[RN18] are counted across outcomes of effects, and restart with each message of the visitor', () => {
    const diagram = diagramOf({ welcome: webhook, ask: ['ask_name', { text: '?' }] }, [
      'welcome.$success--welcome',
      'welcome.$failed--ask',
      'ask.$success--welcome',
    ]);
    const talk = talkTo(diagram, { runner: conversationRunner({ limits: { blocks: 3 } }) });
    talk.start();
    talk.succeed({ status: 200 });
    expect(seen(talk.fail())).toEqual(['?']);
    talk.say('Ada');
    talk.succeed({ status: 200 });
    talk.succeed({ status: 200 });
    expect(seen(talk.succeed({ status: 200 }))).toEqual(['(endless_loop)']);
  });

  it('[RN19] are cut when they only await effects', () => {
    const diagram = diagramOf({ welcome: webhook }, ['welcome.$success--welcome']);
    const talk = talkTo(diagram, { runner: conversationRunner({ limits: { effects: 2 } }) });
    talk.start();
    talk.succeed({ status: 200 });
    expect(talk.succeed({ status: 200 }).messages).toEqual([
      {
        type: 'event',
        action: 'error',
        code: 'endless_loop',
        node: 'welcome',
        detail: 'The bot awaited 2 effects without waiting for the visitor.',
      },
    ]);
  });

  it('[RN18][RN19] are cut when two bots jump to each other', () => {
    const jumpTo = (bot: number): Diagram => diagramOf({ welcome: ['bot_link', { bot }] });
    const talk = talkTo(jumpTo(8));
    let step = talk.start();
    for (let jumps = 0; step.state.at.kind === 'jump'; jumps += 1) {
      const [to, from] = jumps % 2 === 0 ? [8, 7] : [7, 8];
      talk.publish(jumpTo(from), { number: to });
      step = talk.succeed();
    }
    expect([seen(step), step.state.turn]).toEqual([['(endless_loop)'], 101]);
  });
});

describe('names of prototypes', () => {
  it('[RN21] are plain names of blocks, outputs and Fields', () => {
    const blocks = { welcome: ['set_a_field', { field: '__proto__', value: 'x' }] } as const;
    const said: BlockSketch = ['send_text', { text: '@{__proto__} @{constructor} @{toString}.' }];
    const talk = talkTo(diagramOf({ ...blocks, constructor: said }, ['welcome.success--constructor']));
    expect([seen(talk.start()), Object.keys(talk.fields()), Object.getPrototypeOf(talk.fields())]).toEqual([
      ['x  .'],
      ['__proto__'],
      Object.prototype,
    ]);
  });

  it('[RN21] are plain names in JSON that came from outside', () => {
    const nodes = JSON.parse(
      '{"welcome": {"id": "welcome", "template": "chat", "params": {"__proto__": {"text": "no"}}}, "__proto__": 1}',
    );
    const step = talkTo({ nodes, connections: JSON.parse('{"__proto__": {}}') }).start();
    expect([seen(step), ({} as Record<string, unknown>)['text']]).toEqual([[], undefined]);
  });

  it('[RN21] lead nowhere as outputs', () => {
    const diagram = diagramOf({ welcome: ['buttons', { text: '?', buttons: [{ id: 'x', label: 'constructor' }] }] });
    const talk = talkTo(diagram);
    talk.start();
    expect(talk.say('constructor').state.at).toEqual({ kind: 'ended', reason: 'dead_end' });
  });
});
