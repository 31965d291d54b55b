import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, file: { type: 'string', value: 'a b.PNG' } };

describe('human_takeover', () => {
  it('[RN111] says its last words and leaves the conversation to a person', () => {
    const step = talkToBlock('human_takeover', { text: 'One moment, @{who}' }, { fields }).start();
    expect([seen(step), step.effects, step.state.at]).toEqual([
      ['One moment, Ada'],
      [{ id: 'talk/1/1', node: 'welcome', awaited: false, kind: 'assign' }],
      { kind: 'agent' },
    ]);
  });
});
