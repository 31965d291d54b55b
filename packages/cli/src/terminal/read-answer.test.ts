import type { Message } from '@botwright/core/conversation';
import { expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const frame = { uuid: 'a', seq: 1, at: 0, sender: { id: 1, name: 'Polly', type: 'bot' } } as const;
const offer: Message = {
  ...frame,
  type: 'dialog',
  data: { body: 'Which?', buttons: ['Red', 'Blue'], payloads: ['r', 'b'] },
};
const text: Message = { ...frame, type: 'text', data: { body: 'Well?' } };

it.for<readonly [string, readonly Message[], object]>([
  ['2', [offer], { type: 'text', message: 'Blue', payload: 'b' }],
  [' 2 ', [offer, text], { type: 'text', message: 'Blue', payload: 'b' }],
  ['Blue', [offer], { type: 'text', message: 'Blue' }],
  ['3', [offer], { type: 'text', message: '3' }],
  ['green', [offer], { type: 'text', message: 'green' }],
  ['1', [text], { type: 'text', message: '1' }],
  ['1', [], { type: 'text', message: '1' }],
])('[TM6] %j after %j is %j', ([line, offered, answer]) => {
  expect(readAnswer(line, offered)).toEqual(answer);
});
