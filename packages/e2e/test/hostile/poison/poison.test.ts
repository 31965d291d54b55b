import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ListedMessage, readConversation, readMessages } from '../../../../cli/test/support/echo-bot.ts';
import { deadlyText } from './deadly-text.ts';
import { type PoisonedBrand, type PoisonSetup, say, startPoisonSetup } from './poison-setup.ts';

const polling = { timeout: 200_000, interval: 200 };
const spoken = ({ sender, data }: ListedMessage): string => `${sender.type}: ${data.body ?? data.code}`;

describe('a message that kills the process', () => {
  const bystanders = ['ada', 'bob', 'cy'];
  let setup: PoisonSetup;
  let poisoned: PoisonedBrand;

  /** Sends until it is acknowledged. A message that was stored without an acknowledgement is answered too. */
  async function sendUntilAcknowledged(brand: PoisonedBrand, customer: string, text: string): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if ((await say(await setup.supervisor.serving(), brand, customer, text)) !== undefined) return;
      await pause(50);
    }
    throw new Error(`No server acknowledged "${text}" of ${customer}.`);
  }

  async function lastOf(customer: string): Promise<string | undefined> {
    const { platform_url } = await setup.supervisor.serving();
    return (await readMessages(platform_url, poisoned.agentToken, customer)).map(spoken).at(-1);
  }

  beforeAll(async () => {
    setup = await startPoisonSetup();
    [, poisoned] = setup.brands;
    await sendUntilAcknowledged(poisoned, 'eve', 'hello');
    await vi.waitFor(async () => expect(await lastOf('eve')).toBe('bot: Say something.'), polling);
    await sendUntilAcknowledged(poisoned, 'eve', 'before');
    await vi.waitFor(async () => expect(await lastOf('eve')).toBe('bot: And?'), polling);
    for (const brand of setup.brands)
      for (const customer of bystanders) await sendUntilAcknowledged(brand, customer, 'hello');
    await sendUntilAcknowledged(poisoned, 'eve', deadlyText);
    await sendUntilAcknowledged(poisoned, 'eve', 'after');
    for (let round = 0; round < 5; round += 1) {
      const all = setup.brands.flatMap((brand) => bystanders.map((customer) => [brand, customer] as const));
      await Promise.all(all.map(([brand, customer]) => sendUntilAcknowledged(brand, customer, `round ${round}`)));
    }
  }, 600_000);

  afterAll(async () => {
    await setup?.end();
  });

  it('[CV20][HO6] is given up with the third death, and what comes after it is answered', {
    timeout: 420_000,
  }, async () => {
    await vi.waitFor(async () => {
      const { platform_url } = await setup.supervisor.serving();
      const messages = await readMessages(platform_url, poisoned.agentToken, 'eve');
      expect(messages.map(spoken).filter((line) => line !== 'customer: after')).toEqual([
        'customer: hello',
        'bot: Say something.',
        'customer: before',
        'bot: You said before',
        'bot: And?',
        `customer: ${deadlyText}`,
        'sys: step_failed',
        'bot: Say something.',
      ]);
    }, polling);
    expect(setup.supervisor.deaths).toBe(3);
  });

  it('[CV20][HO6] leaves every other customer answered, each message once', { timeout: 420_000 }, async () => {
    for (const { name, agentToken } of setup.brands) {
      for (const customer of bystanders) {
        await vi.waitFor(async () => {
          const { platform_url } = await setup.supervisor.serving();
          const { answers, disorder } = await readConversation(platform_url, agentToken, customer);
          expect([name, customer, disorder]).toEqual([name, customer, []]);
          expect(answers.length).toBeGreaterThanOrEqual(11);
        }, polling);
      }
    }
  });
});
