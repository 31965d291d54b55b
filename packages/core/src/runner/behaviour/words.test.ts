import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { contentOfBotMessage } from '../../domain/conversation/messages.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

const fields = { who: { type: 'string', value: '**Ada**' }, page: { type: 'string', value: 'javascript:a' } } as const;
const rich = [{ t: 'p', c: ['Hi ', { t: 'b', c: ['**Ada**'] }] }];
const text = 'Hi **@{who}**';

function first(block: string, params: JsonObject): unknown {
  const [message] = talkToBlock(block, params, { fields }).start().messages;
  return message && contentOfBotMessage(message);
}

describe('[RX1] a block with the format markdown', () => {
  it.for(['opening', 'send_text', 'close_chat', 'human_takeover', 'ask_question', 'ask_email'])('%s', (block) => {
    expect(first(block, { text, format: 'markdown' })).toEqual({ type: 'text', data: { body: 'Hi **Ada**', rich } });
    const plain = { type: 'text', data: { body: 'Hi ****Ada****' } };
    for (const format of ['plain', 'html', 7]) expect(first(block, { text, format })).toEqual(plain);
    expect(first(block, { text })).toEqual(plain);
  });

  it('[RX11] ask_date has it as textFormat', () => {
    const params = { text, textFormat: 'markdown', format: ['%d/%m/%Y'] };
    expect(first('ask_date', params)).toMatchObject({ data: { rich } });
    const talk = talkToBlock('ask_date', params, { fields });
    talk.start();
    expect(talk.say('soon').messages).toEqual([
      {
        type: 'text',
        body: 'Hi **Ada** (dd/mm/yyyy)',
        rich: [{ t: 'p', c: [...(rich[0]?.c ?? []), ' (dd/mm/yyyy)'] }],
      },
    ]);
  });

  it('[RX11] also says the text after a wrong answer so', () => {
    const talk = talkToBlock('ask_email', { text: '?', errorText: '*No*', format: 'markdown' });
    talk.start();
    expect(talk.say('x').messages).toEqual([
      { type: 'text', body: 'No', rich: [{ t: 'p', c: [{ t: 'i', c: ['No'] }] }] },
    ]);
  });

  it('a dialog', () => {
    expect(first('ask_yes_no', { text, format: 'markdown' })).toEqual({
      type: 'dialog',
      data: { body: 'Hi **Ada**', rich, buttons: ['Yes', 'No'], payloads: ['$yes', '$no'] },
    });
  });

  it('the caption of media, if there is one', () => {
    const media = { url: 'https://a.b/c.png', media_type: 'image', format: 'markdown' };
    expect(first('send_media', { ...media, caption: text })).toEqual({
      type: 'image',
      data: { url: media.url, caption: 'Hi **Ada**', rich },
    });
    expect(first('send_media', media)).toEqual({ type: 'image', data: { url: media.url, caption: '' } });
  });
});

it('[RX8] a link with an address of another scheme is shown as written', () => {
  const said = (written: string): unknown => first('send_text', { text: written, format: 'markdown' });
  expect(said('[a](@{page})')).toMatchObject({ data: { body: '[a](javascript:a)' } });
  expect(said('[a](https://u/@{page})')).toEqual({
    type: 'text',
    data: {
      body: 'a (https://u/javascript%3Aa)',
      rich: [{ t: 'p', c: [{ t: 'a', href: 'https://u/javascript%3Aa', c: ['a'] }] }],
    },
  });
  expect(said('[](tel:+491)')).toMatchObject({ data: { body: 'tel:+491' } });
  expect(said('[a](mailto:a@b.c)')).toMatchObject({ data: { body: 'a (mailto:a@b.c)' } });
});

it('[RX9] says nothing where all marks are around nothing', () => {
  expect(first('send_text', { text: '**@{nobody}**\n\n*@{nobody}*', format: 'markdown' })).toMatchObject({
    data: { body: '$success' },
  });
});

it('[RX10] a text that is too long is cut, and has no markup', () => {
  const long = { type: 'string', value: 'x'.repeat(40_000) } as const;
  const talk = talkToBlock('send_text', { text: '**@{long}** @{long}', format: 'markdown' }, { fields: { long } });
  const [message] = talk.start().messages;
  const body = `${'x'.repeat(40_000)} ${'x'.repeat(25_535)}`;
  expect(message).toEqual({ type: 'text', body, rich: [{ t: 'p', c: [body] }] });
});

it('[RX6] a text of markup alone exceeds no step', () => {
  for (const part of ['*a**', '[a](', '`', '- *a\n', '~~a']) {
    const [message] = talkToBlock('send_text', { text: part.repeat(10_000 / part.length), format: 'markdown' }).start()
      .messages;
    expect(message?.type).toBe('text');
  }
});
