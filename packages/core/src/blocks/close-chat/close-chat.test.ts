import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, file: { type: 'string', value: 'a b.PNG' } };

describe('close_chat', () => {
  it('[RN27] says its last words and closes', () => {
    const step = talkToBlock('close_chat', { text: 'Bye @{who}' }, { fields }).start();
    expect([seen(step), step.effects, step.state.at]).toEqual([
      ['Bye Ada'],
      [{ id: 'talk/1/1', awaited: false, kind: 'close' }],
      { kind: 'ended', reason: 'closed' },
    ]);
  });
});
