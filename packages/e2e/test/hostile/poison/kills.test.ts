import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findBrokenPromises } from '../../../../cli/test/crash/find-broken-promises.ts';
import { startVisitors, type Visitors } from '../../../../cli/test/crash/visitors.ts';
import { readConversation, readMessages } from '../../../../cli/test/whole/parrot.ts';
import { randomOf } from '../attack/requests.ts';
import { deadlyText } from './deadly-text.ts';
import { openPoisonedWorld, type PoisonedWorld, say } from './poisoned-world.ts';

/** 25 here; `BOTWRIGHT_KILLS=100 vitest run packages/e2e/test/hostile/poison` for more. */
const kills = Number(process.env['BOTWRIGHT_KILLS'] ?? 25);
/** One kill in so many finds poison that is worked, or about to be. */
const poisonEvery = 8;
/** Webhooks that a server has under way at a time. */
const slots = 128;

describe(`a server that is killed ${kills} times while messages kill it too`, () => {
  const customers = ['ada', 'bob', 'cy'];
  const patience = { timeout: 120_000, interval: 500 };
  const random = randomOf(20_261_122);
  const poisons: string[] = [];
  let world: PoisonedWorld;
  let writers: readonly Visitors[] = [];

  beforeAll(
    async () => {
      world = await openPoisonedWorld(({ chat_url }) => {
        for (const each of writers) each.writeTo(chat_url);
      });
      writers = world.brands.map(({ channelToken }) => startVisitors(customers, channelToken));
      const line = await world.supervisor.serving();
      for (const each of writers) each.writeTo(line.chat_url);
      for (let kill = 0; kill < kills; kill += 1) {
        const serving = await world.supervisor.serving();
        const name = `poison${kill}`;
        const isTaken = kill % poisonEvery === 1 && (await say(serving, world.brands[1], name, deadlyText));
        if (isTaken) poisons.push(name);
        await pause(5 + random(500));
        await world.supervisor.kill();
      }
      for (const each of writers) await each.leave();
    },
    120_000 + kills * 10_000,
  );

  afterAll(async () => {
    await world?.end();
  });

  it('took messages, and poison among them', () => {
    expect(writers.map(({ acknowledged }) => acknowledged.length > kills)).toEqual([true, true]);
    expect(poisons.length).toBeGreaterThan(0);
  });

  it('[HO6][CV20] answers each customer in order, every message once', { timeout: 130_000 }, async () => {
    for (const { agentToken } of world.brands) {
      for (const customer of customers) {
        await vi.waitFor(async () => {
          const { platform_url } = await world.supervisor.serving();
          expect((await readConversation(platform_url, agentToken, customer)).disorder).toEqual([]);
        }, patience);
      }
    }
  });

  it('[HO6][CV20] gives up each poison, and nothing else', { timeout: 130_000 }, async () => {
    const [{ agentToken: healthy }, { agentToken }] = world.brands;
    const codesOf = async (token: string, customer: string): Promise<readonly unknown[]> => {
      const { platform_url } = await world.supervisor.serving();
      const messages = await readMessages(platform_url, token, customer);
      return messages.flatMap(({ data }) => data.code ?? []);
    };
    for (const poison of poisons) {
      await vi.waitFor(async () => expect(await codesOf(agentToken, poison)).toEqual(['step_failed']), patience);
    }
    for (const customer of customers) {
      expect([await codesOf(healthy, customer), await codesOf(agentToken, customer)]).toEqual([[], []]);
    }
  });

  it('[HO6][SV27] loses no message that was acknowledged', { timeout: 130_000 }, async () => {
    for (const [index, { agentToken, receiver }] of world.brands.entries()) {
      await vi.waitFor(async () => {
        const { platform_url } = await world.supervisor.serving();
        const conversations = await Promise.all(
          customers.map((customer) => readConversation(platform_url, agentToken, customer)),
        );
        const evidence = {
          acknowledged: writers[index]?.acknowledged ?? [],
          answers: conversations.flatMap(({ answers }) => answers),
          arrivals: receiver.arrivals,
          slots,
          kills: kills + world.supervisor.deaths,
        };
        expect(findBrokenPromises(evidence)).toEqual([]);
      }, patience);
    }
  });
});
