import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, n: { type: 'integer', value: 3 } };

describe('scheduler', () => {
  const booking = { auth_id: 'acc', scheduling_url: 'https://book.example/ada?name=@{who}' };

  it('[RN106] sends the page to book on and awaits the booking', () => {
    const talk = talkToBlock('scheduler', booking, { fields });
    const step = talk.start();
    const schedulingUrl = 'https://book.example/ada?name=Ada';
    expect([step.messages, step.effects]).toEqual([
      [{ type: 'text', body: schedulingUrl }],
      [{ id: 'talk/1/1', node: 'welcome', awaited: true, kind: 'scheduler', authId: 'acc', schedulingUrl }],
    ]);
    expect(seen(talk.succeed())).toEqual(['$success']);
  });

  it('[RN106] continues after any outcome', () => {
    const talk = talkToBlock('scheduler', booking);
    talk.start();
    expect(seen(talk.fail())).toEqual(['$success']);
  });

  it.for(['', 'tomorrow'])('[RN107] without a page it ends with an error: %j', (scheduling_url) => {
    expect(seen(talkToBlock('scheduler', { ...booking, scheduling_url }).start())).toEqual(['(param_unusable)']);
  });
});
