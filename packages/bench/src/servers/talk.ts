import type { BrandEngine } from '@botwright/core';
import type { CustomerRecord, Storage } from '@botwright/core/ports';
import { questionChain } from '../diagrams/question-chain.ts';
import { commit, nextNumbers, put } from '../stores/write-records.ts';

export interface TalkingBot {
  /** Each of them asks something. */
  readonly blocks: number;
  /** The length of each text of the bot. */
  readonly characters: number;
  readonly channels: number;
  /** The URL of a receiver; each channel has a separate path on it. */
  readonly url: string;
}

/** Publishes a bot, and makes channels on which it answers at a receiver. @returns The numbers of the channels. */
export async function makeTalkingBot(
  caller: BrandEngine,
  { blocks, characters, channels, url }: TalkingBot,
): Promise<readonly number[]> {
  const diagram = questionChain(blocks, characters);
  const bot = await caller.bots.create({ name: 'Bench', channelFamily: 'apichat', diagram });
  await caller.versions.publish(bot.id);
  const numbers: number[] = [];
  for (let index = 0; index < channels; index += 1) {
    const { channel } = await caller.channels.create({ type: 'apichat', name: `Bench ${index}`, workspace: 1 });
    await caller.channels.update(channel.number, { webhookUrl: `${url}/channel/${index}` });
    numbers.push(channel.number);
  }
  return numbers;
}

/** The texts of visitors. */
export const question = { message: { type: 'text', message: 'Where is my parcel? I ordered it last week.' } } as const;

/** The visitor to whom a request to the receiver is an answer. */
export function visitorOf(body: Buffer): string {
  const { customer } = JSON.parse(body.toString()) as { readonly customer: { readonly token: string } };
  return customer.token;
}

/** Makes a channel with hooks that get every message, and a customer on it. */
export async function makeHookedCustomer(
  { caller, storage }: { readonly caller: BrandEngine; readonly storage: Storage },
  { hooks, url }: { readonly hooks: number; readonly url: string },
): Promise<CustomerRecord> {
  const { channel } = await caller.channels.create({ type: 'apichat', name: 'Bench', workspace: 1 });
  for (let index = 0; index < hooks; index += 1) {
    await caller.hooks.create(channel.number, { url: `${url}/hook/${index}`, token: 'bench' });
  }
  const [number = 0] = await nextNumbers(storage, 'customer', 1);
  const customer: CustomerRecord = {
    number,
    channelNumber: channel.number,
    workspace: 1,
    purpose: 'live',
    token: 'c1',
    name: 'Ada',
    email: '',
    phone: '',
    archived: false,
    blocked: false,
    optIn: true,
    registerDate: 1,
    unread: 0,
    lastSeq: 0,
    fields: {},
  };
  const folded = { folded_name: 'ada', folded_email: '', folded_phone: '', folded_token: 'c1' };
  await commit(storage, [put('customer', { ...customer, ...folded })]);
  return customer;
}
