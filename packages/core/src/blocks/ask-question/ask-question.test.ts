import { describe, expect, it } from 'vitest';
import { type Accepted, answer, type Refused } from '../../../test/runner/one-block.ts';

describe('ask_question', () => {
  it.for<Accepted>([
    ['  anything  ', 'string', 'anything'],
    ['42', 'string', '42'],
    ['ab', 'string', 'ab', { minChars: 2, maxChars: 2 }],
    ['👍👍', 'string', '👍👍', { minChars: 2, maxChars: 2 }],
    ['abc', 'string', 'abc', { minChars: 'x', maxChars: null }],
    ['\u202ahi\u202c', 'string', '\u202ahi\u202c', { minChars: 2, maxChars: 2 }],
    ['👩\u200d🚀 ❤\ufe0f it’s – “ok”\u00a0１', 'string', '👩\u200d🚀 ❤\ufe0f it’s – “ok”\u00a0１'],
    ['cafe\u0301', 'string', 'cafe\u0301', { maxChars: 4 }],
  ])('[RN54][RN55] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_question', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['a', { minChars: 2 }],
    ['👍', { minChars: 2 }],
    ['abc', { maxChars: 2 }],
    ['a  ', { minChars: 2 }],
    ['a\u200b\u2060\ufe0f', { minChars: 2 }],
  ])('[RN55] refuses %j with %j', ([written, params = {}]) => {
    expect(answer('ask_question', params, written)).toBe('refused');
  });
});

it.for(['\u200b', '\u2800', '\u3164', '\u115f \u1160', '\uffa0', '\u0301', '\u00ad', '\u{e0041}', '\ufeff\u180e'])(
  '[RN135] %j is no answer to any question',
  (written) => {
    for (const block of ['ask_question', 'ask_name', 'ask_email', 'ask_phone', 'ask_number', 'ask_url', 'ask_date']) {
      expect([block, answer(block, {}, written)]).toEqual([block, 'refused']);
    }
  },
);
