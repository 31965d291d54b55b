import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { conversationRunner } from '../../runner/index.ts';

describe('ai_agent', () => {
  const agent: JsonObject = {
    assistantId: 'helper',
    outputs: [{ id: 'done', name: 'Done' }, { id: 'human', name: 'Human' }, {}, 7],
  };
  const request = {
    node: 'welcome',
    awaited: true,
    kind: 'ai_agent',
    session: 'talk/1/welcome',
    assistantId: 'helper',
    exits: [
      { id: 'done', name: 'Done' },
      { id: 'human', name: 'Human' },
    ],
  };

  it('[RN108] is asked to begin, then for every message, in one session', () => {
    const talk = talkToBlock('ai_agent', agent);
    expect(talk.start().effects).toEqual([{ ...request, id: 'talk/1/1' }]);
    const spoken = talk.succeed({ messages: ['Hello!', 'How can I help?', ' ', '\u200b\u3164', 7] });
    expect([seen(spoken), spoken.state.at.kind]).toEqual([['Hello!', 'How can I help?'], 'answer']);
    expect(talk.say('With this').effects).toEqual([
      { ...request, id: 'talk/3/1', message: { type: 'text', text: 'With this' } },
    ]);
  });

  it('[RN108] entering the block again begins another session', () => {
    const talk = talkToBlock('ai_agent', { outputs: agent['outputs'] ?? [] });
    talk.start();
    expect(talk.start().effects).toMatchObject([{ session: 'talk/2/welcome' }]);
  });

  it('[RN109] leaves by the exit that it takes, with its last words and Fields', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    const step = talk.succeed({ messages: ['Bye'], exit: 'done', fields: { mood: 'good' } });
    expect([seen(step), talk.fields()]).toEqual([['Bye', '$done'], { mood: { type: 'string', value: 'good' } }]);
  });

  it('[RN109] listens again when it says nothing and takes no exit', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    const step = talk.succeed();
    expect([seen(step), step.state.at.kind]).toEqual([[], 'answer']);
  });

  it('[RN2][RN109] may say more than a call has arguments', () => {
    const talk = talkToBlock('ai_agent', agent, { runner: conversationRunner({ limits: { work: 1e9 } }) });
    talk.start();
    const words = Array.from({ length: 200_000 }, (_, index) => `${index}`);
    expect(talk.succeed({ messages: words }).messages.length).toBe(200_000);
  });

  it('[RN109][RN122] Fields that do not fit end the conversation, with nothing said', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    const step = talk.succeed({ messages: ['Done'], fields: { a: 1, big: 'x'.repeat(65_536) }, exit: 'done' });
    expect([seen(step), step.writes]).toEqual([['(field_too_large)'], []]);
  });

  it.for(['nowhere', '', 7, null])('[RN110] an unknown exit ends with an error: %j', (exit) => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    expect(seen(talk.succeed({ exit }))).toEqual(['(assistant_failed)']);
  });

  it('[RN110] an assistant that fails ends with an error', () => {
    const talk = talkToBlock('ai_agent', agent);
    talk.start();
    expect(talk.fail('no_host').messages).toEqual([
      {
        type: 'event',
        action: 'error',
        code: 'assistant_failed',
        node: 'welcome',
        detail: 'The assistant failed: no_host',
      },
    ]);
  });
});
