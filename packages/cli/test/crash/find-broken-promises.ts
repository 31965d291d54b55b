import type { Answer } from '../support/echo-bot.ts';
import type { Arrival } from '../support/receiver.ts';
import type { Acknowledged } from './visitors.ts';

export interface Evidence {
  readonly acknowledged: readonly Acknowledged[];
  /** All messages of bots. */
  readonly answers: readonly Answer[];
  /** Each run of the server has a different user agent. */
  readonly arrivals: readonly Arrival[];
  /** Concurrent attempts of a server. */
  readonly slots: number;
  readonly kills: number;
}

const maxAttempts = 6;

/**
 * Compares acknowledged messages with received webhooks.
 *
 * @returns A sentence for each broken promise.
 */
export function findBrokenPromises({ acknowledged, answers, arrivals, slots, kills }: Evidence): readonly string[] {
  const arrived = new Set(arrivals.map(({ path, uuid }) => `${path} ${uuid}`));
  const byDelivery = Map.groupBy(arrivals, ({ path, uuid }) => `${path} ${uuid}`);
  const repeats = arrivals.length - new Set(arrivals.map(attemptOf)).size;
  return [
    ...acknowledged.flatMap(({ uuid, text }) =>
      arrived.has(`/hook ${uuid}`) ? [] : [`"${text}" was acknowledged and never delivered.`],
    ),
    ...answers.flatMap(({ uuid, text }) =>
      ['/hook', '/chat'].flatMap((path) =>
        arrived.has(`${path} ${uuid}`) ? [] : [`"${text}" never came to ${path}.`],
      ),
    ),
    ...[...byDelivery].flatMap(([delivery, all]) => brokenBy(delivery, all)),
    ...(repeats > kills * slots ? [`${repeats} attempts were repeated by ${kills} kills of ${slots} slots.`] : []),
  ];
}

function brokenBy(delivery: string, all: readonly Arrival[]): readonly string[] {
  const attempts = new Set(all.map(({ attempt }) => attempt));
  const inOneRun = all.length - new Set(all.map((arrival) => `${attemptOf(arrival)} by ${arrival.userAgent}`)).size;
  const numbers = [...attempts].sort((a, b) => a - b);
  return [
    ...(new Set(all.map(({ body }) => body)).size > 1 ? [`${delivery} changed its body.`] : []),
    ...(numbers.some((number, at) => number !== at + 1) ? [`${delivery} was attempted as ${numbers.join(', ')}.`] : []),
    ...(numbers.length > maxAttempts ? [`${delivery} was attempted ${numbers.length} times.`] : []),
    ...(inOneRun > 0 ? [`${delivery} was sent twice as the same attempt in one run of the server.`] : []),
  ];
}

function attemptOf({ path, uuid, attempt }: Arrival): string {
  return `${path} ${uuid} ${attempt}`;
}
