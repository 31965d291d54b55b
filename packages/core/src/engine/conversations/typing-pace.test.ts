import { expect, it } from 'vitest';
import type { Message } from '../../domain/message/message.ts';
import { createTypingPace, readTypingDelay } from './typing-pace.ts';

const delay = { per_character_ms: 100, most_ms: 1_000 };

/** `b:Hello`, or `c:Hi` of the customer, at a moment. */
function message(seq: number, said: string, at = 0): Message {
  const types = { a: 'agent', b: 'bot', c: 'customer', s: 'sys' } as const;
  const type = types[said.charAt(0) as keyof typeof types];
  const base = { seq, at, uuid: `m${seq}`, sender: { type, id: 1, name: '' } };
  const content =
    type === 'sys' ? { type: 'event', data: { action: 'close' } } : { type: 'text', data: { body: said.slice(2) } };
  return { ...base, ...content } as Message;
}

/** Looks at these moments, as a follower does, until all is seen. */
function seenAt(messages: readonly Message[], step = 50, { isKnown = false, begin = 0 } = {}): readonly string[] {
  const pace = createTypingPace(delay);
  const seen: string[] = [];
  let after = 0;
  for (let now = begin; now < 10_000 && seen.length < messages.length; now += step) {
    const { messages: shown } = pace.hold(
      messages.filter(({ seq, at }) => seq > after && at <= now),
      now,
      isKnown,
    );
    for (const { seq } of shown) seen.push(`${seq} at ${now}`);
    after = shown.at(-1)?.seq ?? after;
  }
  return seen;
}

it('[WT50] each text comes after its own time, which begins with the text before it', () => {
  expect(
    seenAt([message(1, 'b:four'), message(2, 'b:eleven more'), message(3, 's:'), message(4, 'b:x', 3_000)]),
  ).toEqual(['1 at 400', '2 at 1400', '3 at 1400', '4 at 3100']);
});

it('[WT50] a follower who begins later waits no longer, and a character of two units counts once', () => {
  expect(seenAt([message(1, 'b:four'), message(2, 'b:four')], 50, { begin: 2_000 })).toEqual([
    '1 at 2000',
    '2 at 2000',
  ]);
  expect(seenAt([message(1, 'b:👋👋')])).toEqual(['1 at 200']);
});

it('[WT50] a message of a server whose clock is ahead is delayed from the first look', () => {
  const pace = createTypingPace(delay);
  const ahead = [message(1, 'b:four', 60_000)];
  expect(pace.hold(ahead, 0, false)).toEqual({ messages: [], next: 400 });
  expect(pace.hold(ahead, 300, false)).toEqual({ messages: [], next: 400 });
  expect(pace.hold(ahead, 400, false)).toEqual({ messages: ahead });
});

it.for(['c:Stop', 'a:Hello'])('[WT51] the texts before %s come with it', (said) => {
  const messages = [message(1, 'b:eleven more'), message(2, said, 100), message(3, 'b:four', 100)];
  expect(seenAt(messages)).toEqual(['1 at 100', '2 at 100', '3 at 500']);
});

it('[WT51] an answer that was seen in parts comes at once', () => {
  expect(seenAt([message(1, 'b:four')], 50, { isKnown: true })).toEqual(['1 at 0']);
});

it.for([
  [0, 1_000],
  [1_001, 1_000],
  [10, 25_001],
  [Number.NaN, 1_000],
] as const)('[WT52] refuses %j and %j', ([per_character_ms, most_ms]) => {
  expect(() => readTypingDelay({ per_character_ms, most_ms })).toThrow(TypeError);
});

it('[WT52] takes a delay, and none', () => {
  expect([readTypingDelay(delay), readTypingDelay(undefined)]).toEqual([delay, undefined]);
});
