import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, file: { type: 'string', value: 'a b.PNG' } };

describe('send_text', () => {
  it('[RN35] sends its filled text', () => {
    expect(talkToBlock('send_text', { text: 'Hi @{who}' }, { fields }).start().messages[0]).toEqual({
      type: 'text',
      body: 'Hi Ada',
    });
  });

  it.for(['', '  ', '@{nobody}', '\u200b@{nobody}\ufe0f', '\u3164', null, 7])(
    '[RN35] sends nothing where %j leaves nothing to read',
    (text) => {
      expect(seen(talkToBlock('send_text', { text }, { fields }).start())).toEqual(['$success']);
    },
  );
});
