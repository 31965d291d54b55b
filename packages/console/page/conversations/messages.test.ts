import type { Message } from '@botwright/client';
import { expect, it } from 'vitest';
import { hasGap, mergeMessages } from './merge-messages.ts';
import { showMessage } from './message-text.ts';

const message = (seq: number): Message => ({
  uuid: `m${seq}`,
  seq,
  type: 'text',
  timestamp: seq,
  data: { body: String(seq) },
  sender: { id: 1, name: 'Ann', type: 'customer' },
});
const messages = (...seqs: readonly number[]) => seqs.map(message);
const seqsOf = (all: readonly Message[]) => all.map(({ seq }) => seq);

it('messages are merged in their order, each once', () => {
  expect(seqsOf(mergeMessages([], messages(3, 2)))).toEqual([2, 3]);
  expect(seqsOf(mergeMessages(messages(2, 3), messages(5, 4, 3)))).toEqual([2, 3, 4, 5]);
  expect(seqsOf(mergeMessages(messages(2, 3), messages(1)))).toEqual([1, 2, 3]);
});

it('without new messages the list is unchanged, so nothing is redrawn', () => {
  const before = messages(1, 2);
  expect(mergeMessages(before, messages(2, 1))).toBe(before);
});

it('knows when messages are missing in between', () => {
  expect(hasGap(messages(1, 2), messages(6, 5, 4))).toBe(true);
  expect(hasGap(messages(1, 2), messages(4, 3))).toBe(false);
  expect(hasGap([], messages(9))).toBe(false);
  expect(hasGap(messages(1), [])).toBe(false);
});

it.for([
  ['text', { body: 'Hi' }, { text: 'Hi', buttons: [] }],
  [
    'text',
    { body: 'Hi', rich: [{ t: 'p', c: [{ t: 'b', c: ['Hi'] }] }] },
    { text: 'Hi', rich: [{ t: 'p', c: [{ t: 'b', c: ['Hi'] }] }], buttons: [] },
  ],
  ['dialog', { body: 'Which?', buttons: ['A', 'B'], payloads: ['a', 'b'] }, { text: 'Which?', buttons: ['A', 'B'] }],
  [
    'image',
    { url: 'https://files.test/a.png', caption: 'A dog' },
    { text: 'A dog', buttons: [], link: { href: 'https://files.test/a.png', label: 'Open the image' } },
  ],
  ['document', { url: 'javascript:alert(1)', caption: '' }, { text: '', buttons: [] }],
  ['location', { latitude: 1.5, longitude: -2 }, { text: 'Location: 1.5, -2', buttons: [] }],
  ['event', { action: 'assign', agent_id: 7 }, { text: 'Assigned to agent 7', buttons: [] }],
  [
    'event',
    { action: 'error', code: 'field_too_large', block_id: 'n1' },
    { text: 'The bot stopped at block n1: field_too_large', buttons: [] },
  ],
  ['sticker', { id: 1 }, { text: 'sticker: {"id":1}', buttons: [] }],
] as const)('shows a message of type %s', ([type, data, shown]) => {
  expect(showMessage({ type, data })).toEqual(shown);
});
