import { describe, expect, it } from 'vitest';
import { talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import { contentOfBotMessage } from '../../domain/conversation/messages.ts';
import type { Fields } from '../../domain/field/field.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

const fields: Fields = {
  order: { type: 'string', value: 'a b/7' },
  site: { type: 'string', value: 'https://example.net/x' },
  host: { type: 'string', value: 'example.net' },
};

const said = (params: JsonObject, channelFamily = 'native') =>
  talkToBlock('open_url', params, { fields, channelFamily }).start('welcome').messages[0];

describe('open_url', () => {
  it.for(['native', 'whatsapp'])('[LG22][LG25] offers a page as a text on %s', (family) => {
    const message = said({ url: 'https://example.org/orders/@{order}', text: ' Your order ' }, family);
    const url = 'https://example.org/orders/a%20b%2F7';
    expect(message).toEqual({
      type: 'text',
      body: `Your order: ${url}`,
      open: { url, label: 'Your order', target: 'new' },
    });
    expect(message && contentOfBotMessage(message)).toEqual({
      type: 'text',
      data: { body: `Your order: ${url}`, open: { url, label: 'Your order', target: 'new' } },
    });
  });

  it.for([undefined, '', ' ', 'https://example.org/'])('[LG22] says the address alone with the label %j', (text) => {
    const url = 'https://example.org/';
    expect(said({ url, ...(text !== undefined && { text }) })).toEqual({
      type: 'text',
      body: url,
      open: { url, label: url, target: 'new' },
    });
  });

  it.for(['', 'javascript:alert(1)', 'example.org', '@{nobody}', 7])('[LG23] offers nothing for %j', (url) => {
    expect(seen(talkToBlock('open_url', { url }, { fields }).start())).toEqual(['$success']);
  });

  it.for([
    ['https://example.org/@{order}', 'same'],
    ['https://example.org?@{order}', 'same'],
    ['@{site}', 'new'],
    ['https://@{host}/x', 'new'],
    ['https://www.@{host}', 'new'],
  ] as const)('[LG24] %s opens in the target %s', ([url, target]) => {
    expect(said({ url, target: 'same' })).toMatchObject({ open: { target } });
  });
});
