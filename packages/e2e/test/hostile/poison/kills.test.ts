import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runs } from '../../../../../scripts/depth.ts';
import { findBrokenPromises } from '../../../../cli/test/crash/find-broken-promises.ts';
import { startVisitors, type Visitors } from '../../../../cli/test/crash/visitors.ts';
import { readConversation, readMessages } from '../../../../cli/test/support/echo-bot.ts';
import { randomOf } from '../attack/requests.ts';
import { deadlyText } from './deadly-text.ts';
import { type PoisonSetup, say, startPoisonSetup } from './poison-setup.ts';

/** `BOTWRIGHT_KILLS=100 vitest run packages/e2e/test/hostile/poison` for more. */
const kills = Number(process.env['BOTWRIGHT_KILLS'] ?? runs(10));
/** One kill in this number comes while a fatal message is being processed or about to be. */
const poisonEvery = 4;
/** The number of webhooks that a server sends at a time. */
const slots = 128;

describe(`a server that is killed ${kills} times while messages kill it too`, () => {
  const customers = ['ada', 'bob', 'cy'];
  const polling = { timeout: 400_000, interval: 500 };
  const random = randomOf(20_261_122);
  const poisons: string[] = [];
  let setup: PoisonSetup;
  let writers: readonly Visitors[] = [];

  beforeAll(
    async () => {
      setup = await startPoisonSetup(({ chat_url }) => {
        for (const each of writers) each.writeTo(chat_url);
      });
      writers = setup.brands.map(({ channelToken }) => startVisitors(customers, channelToken));
      const line = await setup.supervisor.serving();
      for (const each of writers) each.writeTo(line.chat_url);
      for (let kill = 0; kill < kills; kill += 1) {
        const serving = await setup.supervisor.serving();
        const name = `poison${kill}`;
        const isTaken = kill % poisonEvery === 1 && (await say(serving, setup.brands[1], name, deadlyText));
        if (isTaken) poisons.push(name);
        await pause(5 + random(500));
        await setup.supervisor.kill();
      }
      for (const each of writers) await each.leave();
    },
    240_000 + kills * 20_000,
  );

  afterAll(async () => {
    await setup?.end();
  });

  it('received messages, fatal ones among them', () => {
    expect(writers.map(({ acknowledged }) => acknowledged.length > kills)).toEqual([true, true]);
    expect(poisons.length).toBeGreaterThan(0);
  });

  it('[HO6][CV20] answers each customer in order, every message once', { timeout: 420_000 }, async () => {
    for (const { agentToken } of setup.brands) {
      for (const customer of customers) {
        await vi.waitFor(async () => {
          const { platform_url } = await setup.supervisor.serving();
          expect((await readConversation(platform_url, agentToken, customer)).disorder).toEqual([]);
        }, polling);
      }
    }
  });

  it('[HO6][CV20] gives up each fatal message, and nothing else', { timeout: 420_000 }, async () => {
    const [{ agentToken: healthy }, { agentToken }] = setup.brands;
    const codesOf = async (token: string, customer: string): Promise<readonly unknown[]> => {
      const { platform_url } = await setup.supervisor.serving();
      const messages = await readMessages(platform_url, token, customer);
      return messages.flatMap(({ data }) => data.code ?? []);
    };
    for (const poison of poisons) {
      await vi.waitFor(async () => expect(await codesOf(agentToken, poison)).toEqual(['step_failed']), polling);
    }
    for (const customer of customers) {
      expect([await codesOf(healthy, customer), await codesOf(agentToken, customer)]).toEqual([[], []]);
    }
  });

  it('[HO6][SV27] loses no message that was acknowledged', { timeout: 420_000 }, async () => {
    for (const [index, { agentToken, receiver }] of setup.brands.entries()) {
      await vi.waitFor(async () => {
        const { platform_url } = await setup.supervisor.serving();
        const conversations = await Promise.all(
          customers.map((customer) => readConversation(platform_url, agentToken, customer)),
        );
        const evidence = {
          acknowledged: writers[index]?.acknowledged ?? [],
          answers: conversations.flatMap(({ answers }) => answers),
          arrivals: receiver.arrivals,
          slots,
          kills: kills + setup.supervisor.deaths,
        };
        expect(findBrokenPromises(evidence)).toEqual([]);
      }, polling);
    }
  });
});
