import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { noon as now, seen, talkTo } from '../../../test/runner/talk.ts';
import { createCatalog } from '../../domain/blocks/catalog.ts';
import { outputsOf, selectVariant } from '../../domain/blocks/variant.ts';
import { readConversationState } from '../../domain/conversation/conversation-state.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

const interrupted = { exits: [{ id: 'interrupted' }], destination: 'said' };

function waiting(params: JsonObject) {
  const talk = talkToBlock('wait', { seconds: 10, ...params });
  return { talk, step: talk.start() };
}

describe('wait', () => {
  it('[WT1] has the output $interrupted with that exit only', () => {
    const definition = createCatalog().byName('wait');
    const outputs = (params: JsonObject) => {
      const variant = definition && selectVariant(definition, params);
      return variant && outputsOf(variant, params);
    };
    expect([outputs({ seconds: 1 }), outputs({ seconds: 1, ...interrupted })]).toEqual([
      ['$success'],
      ['$success', '$interrupted'],
    ]);
    expect(definition?.fieldsAfter?.(interrupted, '$success')).toEqual([]);
    expect(definition?.fieldsAfter?.(interrupted, '$interrupted')).toEqual(['said']);
  });

  it.for([
    [{ seconds: 10 }, { until: now + 10_000, typing: true }],
    [{ seconds: 0.1 }, { until: now + 100, typing: true }],
    [{ seconds: 25 }, { until: now + 25_000, typing: true }],
    [{ seconds: 26 }, { until: now + 26_000 }],
    [{ seconds: 10, typing: false }, { until: now + 10_000 }],
    [interrupted, { until: now + 10_000, typing: true, interruptible: true }],
  ] as const)('[WT2] the position of %j has %j', ([params, members]) => {
    const { step } = waiting(params);
    const at = { kind: 'pause', node: 'welcome', template: 'wait', memory: {}, spent: { blocks: 1, effects: 0 } };
    expect(step.state.at).toEqual({ ...at, ...members });
    expect(readConversationState(JSON.parse(JSON.stringify(step.state)))).toEqual(step.state);
    expect(step.messages).toEqual([]);
  });

  it.for(['5', -1, 0, 2_592_001, null])('[WT2] ends with an error where seconds are %j', (seconds) => {
    expect(seen(waiting({ seconds }).step)).toEqual(['(param_unusable)']);
  });

  it('[WT3] reads no message without the exit', () => {
    const { talk, step } = waiting({});
    expect(talk.say('Hello?')).toEqual({ state: step.state, messages: [], writes: [], effects: [] });
  });

  it('[WT3] leaves by $interrupted with the exit, and saves the text', () => {
    const { talk } = waiting(interrupted);
    expect(seen(talk.say(' Hello? '))).toEqual(['$interrupted']);
    expect(talk.fields()['said']).toEqual({ type: 'string', value: 'Hello?' });
  });

  it('[WT3] a message without a text leaves by $interrupted too', () => {
    const { talk } = waiting(interrupted);
    expect(seen(talk.send({ type: 'image', url: 'https://a.example/a.png' }))).toEqual(['$interrupted']);
    expect(talk.fields()['said']).toEqual({ type: 'string', value: '' });
  });

  it('[WT4] goes on by $success when the moment has come, once', () => {
    const { talk, step } = waiting({});
    const { turn } = step.state;
    talk.pass(9_999);
    expect(talk.take({ kind: 'timeout', turn }).state).toEqual(step.state);
    talk.pass(1);
    expect(talk.take({ kind: 'timeout', turn: turn - 1 }).state).toEqual(step.state);
    const over = talk.take({ kind: 'timeout', turn });
    expect(seen(over)).toEqual(['$success']);
    expect(talk.take({ kind: 'timeout', turn }).state).toEqual(over.state);
  });

  it('[WT4] does nothing when another version lacks the block, and the next message begins again', () => {
    const { talk, step } = waiting({});
    talk.publish(diagramOf({ welcome: ['opening', { text: 'New' }] }, []));
    talk.pass(10_000);
    expect(talk.take({ kind: 'timeout', turn: step.state.turn }).state).toEqual(step.state);
    expect(seen(talk.say('Hello?'))).toEqual(['New']);
  });

  it('[WT5] ends a loop of waits, as its blocks count on', () => {
    const bot = { welcome: ['wait', { seconds: 1 }], again: ['send_text', { text: '.' }] } as const;
    const talk = talkTo(diagramOf(bot, ['welcome.$success--again', 'again.$success--welcome']));
    let { state } = talk.start();
    for (let waits = 0; state.at.kind === 'pause' && waits < 1_000; waits += 1) {
      talk.pass(1_000);
      ({ state } = talk.take({ kind: 'timeout', turn: state.turn }));
    }
    expect(state.at).toEqual({ kind: 'ended', reason: 'error' });
  });
});

it.for([
  ['kiosk', { typing: true }, 10, [{ kind: 'host', name: 'typing', data: { seconds: 10 }, awaited: false }]],
  ['kiosk', { typing: true }, 26, []],
  ['kiosk', {}, 10, []],
  ['native', { typing: true }, 10, []],
] as const)('[WT22] tells the host of %s with %j that the bot types', ([channelFamily, can, seconds, effects]) => {
  const talk = talkTo(diagramOf({ bot_start: ['wait', { seconds }], welcome: ['wait', { seconds }] }), {
    channelFamily,
    can,
  });
  expect(talk.start().effects).toMatchObject(effects);
});
