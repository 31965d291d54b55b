import { expect, it } from 'vitest';
import type { Arrival } from '../support/receiver.ts';
import { findBrokenPromises } from './find-broken-promises.ts';

const acknowledged = [{ customer: 'ada', text: 'Hi', uuid: 'c1' }];
const answers = [{ uuid: 'b1', text: 'Hello' }];
const bounds = { slots: 1, kills: 1 };

function arrival(change: Partial<Arrival> & Pick<Arrival, 'path' | 'uuid'>): Arrival {
  return { attempt: 1, body: '{}', authorization: undefined, userAgent: 'run-0/webhooks', ...change };
}

const [received, answered, sent] = [
  arrival({ path: '/hook', uuid: 'c1' }),
  arrival({ path: '/hook', uuid: 'b1' }),
  arrival({ path: '/chat', uuid: 'b1' }),
];

it.for<readonly [string, readonly Arrival[], readonly string[]]>([
  ['all promised deliveries', [received, answered, sent], []],
  ['an attempt again after a kill', [received, answered, sent, { ...sent, userAgent: 'run-1/webhooks' }], []],
  ['no delivery of a message', [answered, sent], ['"Hi" was acknowledged and never delivered.']],
  ['no webhook of an answer', [received, answered], ['"Hello" never came to /chat.']],
  [
    'another body',
    [received, answered, sent, { ...sent, attempt: 2, body: '{"a":1}' }],
    ['/chat b1 changed its body.'],
  ],
  ['a number left out', [received, answered, sent, { ...sent, attempt: 3 }], ['/chat b1 was attempted as 1, 3.']],
  [
    'the same attempt twice in one run',
    [received, answered, sent, sent],
    ['/chat b1 was sent twice as the same attempt in one run of the server.'],
  ],
  [
    'a seventh attempt',
    [received, answered, ...[1, 2, 3, 4, 5, 6, 7].map((attempt) => ({ ...sent, attempt }))],
    ['/chat b1 was attempted 7 times.'],
  ],
  [
    'more repeated attempts than were under way',
    [
      received,
      answered,
      sent,
      { ...received, userAgent: 'run-1/webhooks' },
      { ...answered, userAgent: 'run-1/webhooks' },
    ],
    ['2 attempts were repeated by 1 kills of 1 slots.'],
  ],
])('names the broken promises of %s', ([, arrivals, broken]) => {
  expect(findBrokenPromises({ acknowledged, answers, arrivals, ...bounds })).toEqual(broken);
});
