import { describe, expect, it } from 'vitest';
import { diagramOf } from '../../../test/runner/diagram-of.ts';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen, talkTo } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, file: { type: 'string', value: 'a b.PNG' } };

describe('bot_link', () => {
  const there = diagramOf({
    welcome: ['send_text', { text: 'Welcome to 8, @{who}' }],
    desk: ['ask_name', { text: 'Desk of 8. Name?' }],
  });

  it.for([
    [{ bot: 8 }, {}, {}],
    [{ bot: 8, node: ' desk ' }, { at: 'desk' }, { node: 'desk' }],
    [{ bot: 8, node: '' }, {}, {}],
  ] as const)('[RN112] %j awaits a jump', ([params, at, node]) => {
    const step = talkToBlock('bot_link', params).start();
    const spent = { blocks: 1, effects: 1 };
    expect([step.effects, step.state.at]).toEqual([
      [{ id: 'talk/1/1', node: 'welcome', awaited: true, kind: 'jump', bot: 8, ...at }],
      { kind: 'jump', bot: 8, ...node, effect: 'talk/1/1', spent },
    ]);
  });

  it('[RN112] goes on at once within its own bot', () => {
    const diagram = diagramOf({ welcome: ['ask_name', { text: 'Name?' }], back: ['bot_link', { bot: 7 }] }, [
      'welcome.$success--back',
    ]);
    const talk = talkTo(diagram);
    talk.start();
    const step = talk.say('Ada');
    expect([seen(step), step.effects]).toEqual([['Name?'], []]);
  });

  it('[RN112] goes on at once at one of its own blocks', () => {
    const diagram = diagramOf({ welcome: ['bot_link', { bot: 7, node: 'n1' }], n1: ['send_text', { text: 'n1' }] });
    expect(seen(talkTo(diagram).start())).toEqual(['n1']);
  });

  it.for([undefined, null, 'eight', 8.5, '7f1f7a52-4f6c-4f3c-9a55-0e3bdf5b3a8c'])(
    '[RN112] a link to %j ends with an error',
    (bot) => {
      expect(seen(talkToBlock('bot_link', bot === undefined ? {} : { bot }).start())).toEqual(['(param_unusable)']);
    },
  );

  it('[RN113] the conversation goes on in the other bot, with its Fields and turns', () => {
    const talk = talkToBlock('bot_link', { bot: 8 }, { fields });
    talk.start();
    talk.publish(there, { number: 8 });
    const step = talk.succeed();
    expect([seen(step), step.state.bot, step.state.turn]).toEqual([['Welcome to 8, Ada'], 8, 2]);
  });

  it('[RN113] the conversation goes on at the block that the jump names', () => {
    const talk = talkToBlock('bot_link', { bot: 8, node: 'desk' });
    talk.start();
    talk.publish(there, { number: 8 });
    expect(seen(talk.succeed())).toEqual(['Desk of 8. Name?']);
  });

  it('[RN16][RN113] a jump to a block that does not exist ends with an error', () => {
    const talk = talkToBlock('bot_link', { bot: 8, node: 'gone' });
    talk.start();
    talk.publish(there, { number: 8 });
    expect(seen(talk.succeed())).toEqual(['(node_unknown)']);
  });

  it('[RN16][RN112] a jump to a block that its own bot no longer has ends with an error', () => {
    const diagram = diagramOf({ welcome: ['bot_link', { bot: 7, node: ' gone ' }] });
    expect(talkTo(diagram).start().messages).toEqual([
      { type: 'event', action: 'error', code: 'node_unknown', detail: 'There is no block "gone".', node: 'gone' },
    ]);
  });

  it('[RN14][RN113] a jump to a bot that has no greeting any more ends with an error', () => {
    const talk = talkToBlock('bot_link', { bot: 8 });
    talk.start();
    talk.publish(diagramOf({ later: ['send_text', { text: 'Later' }] }), { number: 8 });
    expect(seen(talk.succeed())).toEqual(['(greeting_missing)']);
  });

  it('[RN114] a jump that fails ends with an error', () => {
    const talk = talkToBlock('bot_link', { bot: 8 });
    talk.start();
    expect(talk.fail('trashed').messages).toEqual([
      { type: 'event', action: 'error', code: 'jump_failed', detail: 'Bot 8 could not be reached: trashed' },
    ]);
  });

  it('[RN114] a jump that led to a third bot ends with an error', () => {
    const talk = talkToBlock('bot_link', { bot: 8 });
    talk.start();
    talk.publish(there, { number: 9 });
    expect(seen(talk.succeed())).toEqual(['(jump_failed)']);
  });
});
