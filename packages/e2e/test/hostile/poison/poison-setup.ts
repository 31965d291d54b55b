import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishEchoBot } from '../../../../cli/test/support/echo-bot.ts';
import { type Receiver, startReceiver } from '../../../../cli/test/support/receiver.ts';
import type { ReadyLine } from '../../../../cli/test/support/serve-process.ts';
import { type Supervisor, supervise } from '../../support/supervise.ts';

/** A brand with an echo bot, a hook, and a webhook of its channel. */
export interface PoisonedBrand {
  readonly name: string;
  readonly agentToken: string;
  readonly channelToken: string;
  readonly receiver: Receiver;
}

/** A server that can be killed by a message, and two brands on it. */
export interface PoisonSetup {
  readonly supervisor: Supervisor;
  readonly brands: readonly [PoisonedBrand, PoisonedBrand];
  end(): Promise<void>;
}

/** @param onServing - Called with the ready line of each server. */
export async function startPoisonSetup(onServing: (line: ReadyLine) => void = () => {}): Promise<PoisonSetup> {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-poison-'));
  const brands = [await createBrand('acme'), await createBrand('mallory')] as const;
  const config = join(folder, 'config.json');
  const settings = {
    allow_private_targets: true,
    retry_scale: 0.01,
    rate_limits: { bots: 0, platform: 0, apichat: 0 },
    brands: brands.map(({ name, agentToken, channelToken, receiver }) => ({
      name,
      plan: 'professional',
      workspaces: [1],
      tokens: [{ token: agentToken, person: 1 }],
      channels: [{ type: 'apichat', name: 'Messenger', token: channelToken, webhook_url: `${receiver.url}/chat` }],
    })),
  };
  // The user agent of webhooks names the run of the server that sent them, even if the receiver reads them late.
  const onStart = (servers: number): void =>
    writeFileSync(config, JSON.stringify({ ...settings, user_agent_brand: `run-${servers}` }));
  const supervisor = supervise({
    data: join(folder, 'data'),
    config,
    preload: new URL('./replace-runner.ts', import.meta.url),
    onStart,
    onServing,
  });
  const line = await supervisor.serving();
  for (const { agentToken, receiver } of brands) await publishEchoBot(line, agentToken, `${receiver.url}/hook`);
  return {
    supervisor,
    brands,
    async end() {
      await supervisor.stop();
      for (const { receiver } of brands) await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createBrand(name: string): Promise<PoisonedBrand> {
  const [agentToken, channelToken] = [`agent-token-of-${name}`, `channel-token-of-${name}`];
  return { name, agentToken, channelToken, receiver: await startReceiver() };
}

/**
 * Sends a text as a customer who is named after the token.
 *
 * @returns The uuid of the message; `undefined` when it was not acknowledged.
 */
export async function say(
  { chat_url }: ReadyLine,
  { channelToken }: PoisonedBrand,
  customer: string,
  text: string,
): Promise<string | undefined> {
  const answered = fetch(`${chat_url}send/${customer}/`, {
    method: 'POST',
    headers: { authorization: `Token ${channelToken}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ message: { type: 'text', message: text }, customer: { name: customer } }),
  });
  try {
    const answer = await answered;
    const body = (await answer.json()) as { readonly message?: { readonly uuid: string } };
    if (!answer.ok) throw new Error(`The server refused with ${answer.status}: ${JSON.stringify(body)}`);
    return body.message?.uuid;
  } catch (error) {
    // A server that died breaks connections, with one of several messages.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
