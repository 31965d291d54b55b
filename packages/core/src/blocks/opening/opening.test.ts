import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';

const fields = { who: { type: 'string', value: 'Ada' } } as const;

describe('opening', () => {
  it('[RN35] sends its filled text and goes on', () => {
    expect(seen(talkToBlock('opening', { text: 'Hi @{who}' }, { fields }).start())).toEqual(['Hi Ada', '$success']);
  });

  it.for([undefined, '', '@{nobody}', 7])('[RN35] says nothing where its text is %j', (text) => {
    const params = text === undefined ? {} : { text };
    expect(seen(talkToBlock('opening', params, { fields }).start())).toEqual(['$success']);
  });
});
