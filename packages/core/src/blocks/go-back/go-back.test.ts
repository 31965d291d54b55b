import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { seen, talkTo } from '../../../test/runner/talk.ts';
import { readConversationState } from '../../domain/conversation/conversation-state.ts';

const feedback = {
  enabled: true,
  question: 'Well?',
  positiveLabel: 'Good',
  negativeLabel: 'Bad',
  commentQuestion: '',
  thanks: 'Thanks',
} as const;

const call = (node?: string, bot = 7) =>
  ['bot_link', { bot, mode: 'call', ...(node !== undefined && { node }) }] as const;
const say = (text: string) => ['send_text', { text }] as const;

/** Calls `part`, which asks for a name and returns by `end`, and says "after". */
function caller(end: readonly [string, object] = ['go_back', {}]) {
  return diagramOf(
    {
      welcome: call('part'),
      after: say('after @{name}'),
      part: ['ask_name', { text: 'Name?', destination: 'name' }],
      end: [end[0], end[1] as never],
    },
    ['welcome.$success--after', 'part.$success--end'],
  );
}

describe('go_back', () => {
  it('[CG1][CG2] returns to the block that called, which is left by $success', () => {
    const talk = talkTo(caller());
    expect(seen(talk.start())).toEqual(['Name?']);
    expect(talk.state().stack).toEqual([{ bot: 7, node: 'welcome', template: 'bot_link' }]);
    const step = talk.say('Ada');
    expect([seen(step), step.state.at.kind]).toEqual([['after Ada'], 'ended']);
    expect(step.state).not.toHaveProperty('stack');
  });

  it('[CG3] an output without a connection returns too', () => {
    const talk = talkTo(caller(say('bye')));
    talk.start();
    expect(seen(talk.say('Ada'))).toEqual(['bye', 'after Ada']);
  });

  it('[CG2] without a call the conversation ends as at a dead end', () => {
    const talk = talkTo(diagramOf({ welcome: ['go_back', {}] }));
    expect(talk.start().state.at).toEqual({ kind: 'ended', reason: 'dead_end' });
  });

  it('[CG1] a jump in a part keeps the call, and calls return one after the other', () => {
    const diagram = diagramOf(
      {
        welcome: call('one'),
        end: say('end'),
        one: ['bot_link', { bot: 7, node: 'two' }],
        two: call('three'),
        back: say('two again'),
        three: say('three'),
      },
      ['welcome.$success--end', 'two.$success--back'],
    );
    expect(seen(talkTo(diagram).start())).toEqual(['three', 'two again', 'end']);
  });

  it('[CG5] the 21st call ends with an error', () => {
    const ids = Array.from({ length: 21 }, (_, at) => `c${at + 1}`);
    const calls = ids.map((id, at) => [id, call(ids[at + 1])] as const);
    const of = (count: number) =>
      diagramOf({ welcome: call('c1'), ...Object.fromEntries(calls.slice(0, count)), [`c${count + 1}`]: say('deep') });
    expect(seen(talkTo(of(19)).start())).toEqual(['deep']);
    expect(seen(talkTo(of(20)).start())).toEqual(['(call_too_deep)']);
  });

  it.for([
    ['gone', diagramOf({ part: ['ask_name', { text: 'Name?' }] })],
    ['another kind', diagramOf({ welcome: say('Hi'), part: ['ask_name', { text: 'Name?' }] })],
  ] as const)('[CG6] a call whose block is %s is lost', ([, then]) => {
    const talk = talkTo(caller());
    talk.start();
    talk.publish(then);
    expect(seen(talk.say('Ada'))).toEqual(['(call_lost)']);
  });

  it.for([
    ['a start', { kind: 'start' }],
    ['a person', { kind: 'taken_over' }],
    ['a close', { kind: 'closed' }],
  ] as const)('[CG7] %s drops the calls', ([, input]) => {
    const talk = talkTo(caller());
    talk.start();
    const before = input.kind === 'start' ? 1 : undefined;
    expect(talk.take(input).state.stack?.length).toBe(before);
  });

  it('[CG7] feedback is asked at the end of the conversation only', () => {
    const talk = talkTo(caller(), { feedback });
    talk.start();
    expect(seen(talk.say('Ada'))).toEqual(['after Ada', 'Well? [Good|Bad]']);
  });

  it('[CG7] the end of a conversation within a call drops it', () => {
    const talk = talkTo(caller(['close_chat', { text: 'Bye' }]));
    talk.start();
    const step = talk.say('Ada');
    expect([seen(step), step.state.stack]).toEqual([['Bye'], undefined]);
  });

  it('[CG8] a call of another bot returns by a jump, with what the visitor said', () => {
    const here = diagramOf({ welcome: call('desk', 8), after: say('after @{name}') }, ['welcome.$success--after']);
    const there = diagramOf(
      { welcome: say('Hi'), desk: ['ask_name', { text: 'Name?', destination: 'name' }], back: ['go_back', {}] },
      ['desk.$success--back'],
    );
    const talk = talkTo(here);
    talk.start();
    talk.publish(there, { number: 8 });
    expect(seen(talk.succeed())).toEqual(['Name?']);
    const back = talk.say('Ada');
    expect(back.effects).toEqual([
      { id: 'talk/3/1', node: 'back', awaited: true, kind: 'jump', bot: 7, at: 'welcome' },
    ]);
    expect(readConversationState(JSON.parse(JSON.stringify(back.state)))).toEqual(back.state);
    talk.publish(here, { number: 7 });
    expect(seen(talk.succeed())).toEqual(['after Ada']);
  });

  it('[CG6][CG8] a call of another bot is lost if its block changes meanwhile', () => {
    const here = diagramOf({ welcome: call(undefined, 8) });
    const talk = talkTo(here);
    talk.start();
    talk.publish(diagramOf({ welcome: ['go_back', {}] }), { number: 8 });
    talk.succeed();
    talk.publish(diagramOf({ welcome: say('Hi') }), { number: 7 });
    expect(seen(talk.succeed())).toEqual(['(call_lost)']);
  });
});
