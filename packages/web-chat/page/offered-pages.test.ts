import { expect, it } from 'vitest';
import { offeredAfterPress, offeredPage, parentOrigin } from './offered-pages.ts';
import type { Message, OfferedPage } from './wire.ts';

const page = (url: string): OfferedPage => ({ url, label: 'Shop', target: 'new' });

const message = (seq: number, open?: OfferedPage, type: Message['sender']['type'] = 'bot'): Message => ({
  uuid: `m${seq}`,
  seq,
  type: 'text',
  timestamp: 0,
  data: { body: 'Shop', ...(open && { open }) },
  sender: { type, name: 'Bot' },
});

const [one, two] = [page('https://example.org/1'), page('http://example.org/2')];

it.for([
  ['the last new one', [message(1, one), message(2, two), message(3)], 0, 900, two],
  ['none of a message before', [message(1, one), message(2)], 1, 900, undefined],
  ['none later than a second after a press', [message(1, one)], 0, 1_001, undefined],
  ['none without a press', [message(1, one)], 0, Number.POSITIVE_INFINITY, undefined],
  ['none where none is offered', [message(1)], 0, 0, undefined],
] as const)('[LG30] opens %s', ([, messages, handled, sincePress, opened]) => {
  expect(offeredAfterPress(messages, handled, sincePress)).toEqual(opened);
});

it('[LG29] only bots offer pages, and only of the web', () => {
  const offers = [message(1, one), message(1, one, 'customer'), message(1, page('javascript:alert(1)'))];
  expect(offers.map(offeredPage)).toEqual([one, undefined, undefined]);
});

it.for([
  ['https://a.example', '', 'https://a.example'],
  ['https://a.example', 'https://b.example/x', 'https://a.example'],
  ['null', 'https://b.example/x', undefined],
  [undefined, 'https://b.example/x', 'https://b.example'],
  [undefined, '', undefined],
] as const)('[LG31] with the ancestor %s and the referrer %j the origin is %s', ([ancestor, referrer, origin]) => {
  expect(parentOrigin(ancestor, referrer)).toBe(origin);
});
