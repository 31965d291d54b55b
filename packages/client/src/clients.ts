import { bindCalls } from './calls.ts';
import type { ClientOptions } from './client-options.ts';
import { type BotsClient, botsCalls } from './generated/bots-calls.ts';
import { type ChatClient, chatCalls } from './generated/chat-calls.ts';
import { type PlatformClient, platformCalls } from './generated/platform-calls.ts';
import { readBotsError, readChatError, readPlatformError } from './read-error.ts';
import { createSend } from './send.ts';

/**
 * Makes a client of the Bots API: bots, drafts, versions.
 *
 * @throws {TypeError} When the address or the token is malformed.
 * @example
 * const client = createBotsClient({ url: 'https://bots.example.com/v0-alpha', token });
 * for await (const bot of client.bots.list()) console.log(bot.name);
 *
 */
export function createBotsClient(options: ClientOptions): BotsClient {
  const kind = { api: 'Bots API', ending: '/v0-alpha', readError: readBotsError } as const;
  return bindCalls(botsCalls, createSend(kind, options));
}

/**
 * Makes a client of the Platform API: channels, customers, messages and message hooks.
 *
 * @throws {TypeError} When the address or the token is malformed.
 * @example
 * const client = createPlatformClient({ url: 'https://api.example.com/v1', token });
 * await client.messages.sendText(customer.id, { message: 'Hi' });
 *
 */
export function createPlatformClient(options: ClientOptions): PlatformClient {
  const kind = { api: 'Platform API', ending: '/v1', readError: readPlatformError } as const;
  return bindCalls(platformCalls, createSend(kind, options));
}

/**
 * Makes a client of APIchat, which sends in messages of customers on the caller's own platform.
 *
 * @throws {TypeError} When the address or the token is malformed.
 * @example
 * const client = createChatClient({ url: 'https://chat.example.com/v1', token: channelToken });
 * await client.messages.send('ann', { message: { type: 'text', message: 'Hi' } });
 *
 */
export function createChatClient(options: ClientOptions): ChatClient {
  const kind = { api: 'APIchat', ending: '/v1', readError: readChatError } as const;
  return bindCalls(chatCalls, createSend(kind, options));
}
