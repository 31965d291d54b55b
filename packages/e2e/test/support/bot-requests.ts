import { expect } from 'vitest';
import type { CallOptions, Client } from './bots-client.ts';
import { cleanDiagram, type WireDiagram } from './wire-diagrams.ts';

/** An id that no bot, version or account has. */
export const absentId = '00000000-0000-4000-8000-000000000000';

export interface WireBot {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly channels: readonly string[];
  readonly test_channel: string;
}

export interface WireDraft {
  readonly diagram: WireDiagram;
  readonly save_state: string;
  readonly violations: readonly { readonly code: string; readonly block_id?: string; readonly output?: string }[];
  readonly edited_at: string;
  readonly removed_connections?: readonly object[];
}

export interface WireVersion {
  readonly id: string;
  readonly name?: string | null;
  readonly published_at: string;
}

/** Creates an active bot of `acme` in workspace 1. */
export async function createBot(client: Client, fields: object = {}, options: CallOptions = {}): Promise<WireBot> {
  const body = { name: 'Sales', channel_family: 'native', workspace: 1, ...fields };
  const answer = await client.call('POST', '/bots', { ...options, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.data as WireBot;
}

export async function putDraft(client: Client, botId: string, diagram: unknown = cleanDiagram()): Promise<WireDraft> {
  const answer = await client.call('PUT', `/bots/${botId}/draft`, { body: { diagram } });
  expect(answer.status, answer.text).toBe(200);
  return answer.data as WireDraft;
}

/** @returns The versions of the bot, newest first. */
export async function publish(client: Client, botId: string): Promise<readonly WireVersion[]> {
  const answer = await client.call('POST', `/bots/${botId}/versions`);
  expect(answer.status, answer.text).toBe(201);
  return (await client.call('GET', `/bots/${botId}/versions`)).data as readonly WireVersion[];
}

export async function publishedBot(client: Client, fields: object = {}): Promise<WireBot> {
  const bot = await createBot(client, { diagram: cleanDiagram(), ...fields });
  await publish(client, bot.id);
  return bot;
}

export async function trashedBot(client: Client, fields: object = {}): Promise<WireBot> {
  const bot = await createBot(client, fields);
  expect((await client.call('DELETE', `/bots/${bot.id}`)).status).toBe(204);
  return bot;
}
