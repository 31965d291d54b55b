import { expect, it } from 'vitest';
import { attemptText, bodyText, reasonText, targetText } from './delivery-words.ts';

it('describes the outcome of a delivery, and names unknown reasons', () => {
  expect(attemptText({ status: 503 })).toBe('Answered 503');
  expect(attemptText({ error: 'timeout' })).toBe('There was no answer in time');
  expect(attemptText({ error: 'ECONNRESET' })).toBe('ECONNRESET');
  expect([reasonText('exhausted'), reasonText('other')]).toEqual(['all attempts were refused', 'other']);
  expect(targetText({ target: { kind: 'hook', number: 3 } })).toBe('Message hook 3');
  expect(targetText({ target: { kind: 'queue', number: 1 } })).toBe('queue 1');
});

it('indents JSON, and leaves other bodies unchanged', () => {
  expect(bodyText('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(bodyText('a=1')).toBe('a=1');
});
