import { expect, it } from 'vitest';
import { readTime, relativeTime, remaining } from './times.ts';

it('times of all interfaces are read', () => {
  const ms = Date.UTC(2026, 0, 31, 18, 30);
  expect(readTime('2026-01-31T18:30:00')).toBe(ms);
  expect(readTime('2026-01-31T18:30:00Z')).toBe(ms);
  expect(readTime('2026-01-31T19:30:00+01:00')).toBe(ms);
  expect(readTime(ms / 1_000)).toBe(ms);
});

it.for([
  [-3, 'now'],
  [-45, '45 seconds ago'],
  [-90, '1 minute ago'],
  [-2 * 3_600, '2 hours ago'],
  [-86_400, 'yesterday'],
  [-15 * 86_400, '2 weeks ago'],
  [600, 'in 10 minutes'],
] as const)('a time %i seconds away is %s', ([seconds, text]) => {
  expect(relativeTime(seconds * 1_000, 0, 'en')).toBe(text);
});

it('a clock runs down to zero, and no further', () => {
  expect([900_000, 849_001, 1, 0, -5_000].map(remaining)).toEqual(['15:00', '14:10', '0:01', '0:00', '0:00']);
});
