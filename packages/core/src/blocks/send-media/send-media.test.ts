import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import type { Fields } from '../../domain/field/field.ts';

const fields: Fields = { who: { type: 'string', value: 'Ada' }, file: { type: 'string', value: 'a b.PNG' } };

describe('send_media', () => {
  it('[RN36][RN37] takes the type of a message from the address, and keeps the type that the author declared', () => {
    const params = { url: 'https://example.org/@{file}', media_type: 'document', caption: 'For @{who}' };
    expect(talkToBlock('send_media', params, { fields }).start().messages).toEqual([
      {
        type: 'image',
        url: 'https://example.org/a%20b.PNG',
        caption: 'For Ada',
        declaredType: 'document',
      },
      { type: 'text', body: '$success' },
    ]);
  });

  it('[RN37] leaves out a declared type that does not exist', () => {
    const step = talkToBlock('send_media', { url: 'https://example.org/f', media_type: 'hologram' }).start();
    expect(step.messages[0]).toEqual({ type: 'document', url: 'https://example.org/f', caption: '' });
  });

  it.for(['', 'a.png', 'javascript:alert(1)', 7])('[RN37] sends nothing for the address %j', (url) => {
    expect(seen(talkToBlock('send_media', { url, media_type: 'image' }).start())).toEqual(['$success']);
  });
});
