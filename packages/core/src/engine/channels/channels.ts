import { decideWorkspace } from '../../domain/bot.ts';
import { isChannelToken } from '../../domain/channel.ts';
import {
  type ChannelCreation,
  type ChannelEdit,
  type ChannelListRequest,
  channelCreationSchema,
  channelEditSchema,
  channelListSchema,
  chatType,
  noWebhook,
} from '../../domain/inputs/channels.ts';
import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import type { Slice } from '../../domain/paging/page.ts';
import { asUuid } from '../../domain/uuid.ts';
import { sha256 } from '../../node/hash.ts';
import type { ChannelChange, ChannelRecord } from '../../records/channels.ts';
import { assertAllowed, workspaceError } from '../bots/bot-decisions.ts';
import { requireVisible } from '../bots/bot-records.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from '../caller.ts';
import type { ChannelCaller } from '../conversations/channel-engine.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { findTargetFault, invalidParameters, readInput } from '../read-input.ts';
import { tenantRecords } from '../tenants/tenant-records.ts';
import { type Changes, load, type Part } from '../use-case/use-case.ts';
import {
  type Channel,
  changeChannel,
  encryptWebhook,
  insertChannel,
  loadChannel,
  toChannel,
  toChannels,
} from './channel-records.ts';

/**
 * Channels of the brand in the workspaces of the caller. Only `create` and `renewToken` return a token.
 *
 * @throws {EngineError} `channel_not_found` on every method that takes a channel which the caller cannot see.
 */
export interface Channels {
  /** The token of an `apichat` channel is returned only here and by `renewToken`. */
  create(creation: ChannelCreation): Promise<{ readonly channel: Channel; readonly token?: string }>;
  /** By ascending number, without test channels. */
  list(request?: ChannelListRequest): Promise<Slice<Channel>>;
  /** Reads one channel, without its token. */
  get(channel: number): Promise<Channel>;
  /** Changes the given members; `invalid_parameters` for members that its type does not have. */
  update(channel: number, edit: ChannelEdit): Promise<Channel>;
  /** Sets the bot that new customers are assigned to; `undefined`: the bot that was published last on the channel. */
  setBot(channel: number, botId: string | undefined): Promise<Channel>;
  /** The former token stops working immediately. */
  renewToken(channel: number): Promise<{ readonly channel: Channel; readonly token: string }>;
}

export const channelPermissions: PermissionsOf<Channels> = {
  create: 'anyone',
  list: 'anyone',
  get: 'anyone',
  update: 'anyone',
  setBot: 'anyone',
  renewToken: 'anyone',
};

/** The use-cases of the channels that a caller can see. */
export function channels(parts: EngineParts, caller: Caller): Channels {
  const { storage, clock, ids } = parts;
  const { load: read, run, execute } = brandStorage(storage, caller);
  const { brand, workspaces } = caller.principal;
  const rules = rulesOf(parts);

  const lockChannel = (number: unknown) => loadChannel(caller, number, 'lockedChannel');

  /** @returns The channel after the change, as callers see it. */
  const write = (changes: Changes, channel: ChannelRecord, change: ChannelChange) =>
    toChannel(changeChannel(parts, changes, channel, change));

  return permitted(caller, channelPermissions, {
    /** @spec CH4, CH5, CH6, CH7, CH8, CH9, CH10, CH11, CH12, CH34 */
    async create(creation) {
      const wanted = readInput(channelCreationSchema(rules), creation);
      const workspace = decideWorkspace(wanted.workspace, workspaces);
      if (typeof workspace === 'string') throw workspaceError(workspace, workspaces);
      const token = wanted.type === chatType ? (wanted.token ?? ids.token()) : undefined;
      if (wanted.token !== undefined) await requireFreeToken(storage, wanted.token);

      const { webhookUrl: url, webhookOrder: order } = wanted;

      const made = execute(function* (changes) {
        const [number] = yield* load({ kind: 'channelNumber' });
        const record: ChannelRecord = {
          number,
          id: ids.uuid(),
          name: wanted.name.trim(),
          type: wanted.type,
          workspace,
          purpose: 'live',
          active: true,
          configured: false,
          createdAt: clock.now(),
          ...(token !== undefined && { tokenHash: sha256(token) }),
          ...(url !== undefined && { webhook: encryptWebhook(parts, brand, { url, order }) }),
        };
        insertChannel(changes, record);
        return { channel: yield* toChannel(record), ...(token !== undefined && { token }) };
      });
      return made.catch(async (error: unknown) => {
        // When two calls use the same token at the same time, the store rejects one of them. This gives its caller the
        // reason.
        if (wanted.token !== undefined) await requireFreeToken(storage, wanted.token);
        throw error;
      });
    },

    /** @spec CH2, CH3, PA6, PA7 */
    async list(request = {}) {
      const query = readInput(channelListSchema, request ?? {});
      const { items, total } = await read({ kind: 'channels', query: { ...query, workspaces } });
      return { items: await run(toChannels(items)), total };
    },

    /** @spec CH1, CH2 */
    async get(number) {
      return run(toChannel(await run(loadChannel(caller, number))));
    },

    /** @spec CH2, CH5, CH10, CH11, CH12, CH13, CH14, CH26 */
    async update(number, edit) {
      return execute(function* (changes) {
        const channel = yield* lockChannel(number);
        return yield* write(changes, channel, readEdit(parts, brand, channel, edit));
      });
    },

    /** @spec CH2, CH16, BO29, BO33 */
    async setBot(number, botId) {
      return execute(function* (changes) {
        const channel = yield* lockChannel(number);
        const defaultBot = botId === undefined ? undefined : yield* findDefaultBot(caller, botId);
        return yield* write(changes, channel, { defaultBot });
      });
    },

    /** @spec CH2, CH8, CH12, CH15 */
    async renewToken(number) {
      return execute(function* (changes) {
        const present = yield* lockChannel(number);
        if (present.type !== chatType) throw invalidParameters('', `Only channels of type ${chatType} have a token.`);
        const token = ids.token();
        return { channel: yield* write(changes, present, { tokenHash: sha256(token) }), token };
      });
    },
  });
}

function rulesOf({ channelFamilies, sender }: EngineParts) {
  return { channelFamilies, targetFault: (url: string) => findTargetFault(sender, url) };
}

/** @spec CH11, CH13, CH14, CH34 */
function readEdit(parts: EngineParts, brand: string, present: ChannelRecord, edit: ChannelEdit): ChannelChange {
  const { name, active, webhookUrl: url, webhookOrder } = readInput(channelEditSchema(present, rulesOf(parts)), edit);
  const removesWebhook = Object.hasOwn(edit, 'webhookUrl') && url === undefined;
  if ([name, active, url, webhookOrder].every((each) => each === undefined) && !removesWebhook) {
    throw invalidParameters('', faultMessages.noneOf(['name', 'active', 'webhookUrl', 'webhookOrder']));
  }
  if (removesWebhook && webhookOrder !== undefined) throw invalidParameters('webhookOrder', noWebhook);
  const { webhook } = present;
  const order = webhookOrder ?? webhook?.order;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(active !== undefined && { active }),
    ...(webhook !== undefined && order !== undefined && { webhook: { ...webhook, order } }),
    ...(url !== undefined && { webhook: encryptWebhook(parts, brand, { url, order }) }),
    ...(removesWebhook && { webhook: undefined }),
  };
}

/**
 * A token belongs to one channel or agent.
 *
 * @throws {EngineError} `invalid_parameters`
 * @spec CH9, CH19
 */
async function requireFreeToken(storage: EngineStorage, token: string): Promise<void> {
  const tenants = tenantRecords(storage);
  const hash = sha256(token);
  const holder = (await tenants.findTokenHolder(hash)) ?? (await tenants.findPrincipal(hash));
  if (holder !== undefined) throw invalidParameters('token', faultMessages.tokenTaken);
}

/** @returns Its id. @throws {EngineError} `bot_not_found`, `unsupported_builder` */
function* findDefaultBot(caller: Caller, botId: unknown): Part<string> {
  const id = asUuid(botId);
  const [found] = id === undefined ? [] : yield* load({ kind: 'bot', id });
  const bot = requireVisible(caller, found);
  assertAllowed({ bot }, { kind: 'assign_to_channel' });
  return bot.id;
}

/**
 * Finds the channel of a token. Reads the store each time, so that a replaced token stops working immediately.
 *
 * @spec CH18, CH19, CH20
 */
export async function authenticateChannel(
  storage: Pick<EngineStorage, 'read'>,
  token: string,
): Promise<ChannelCaller | undefined> {
  if (typeof token !== 'string' || !isChannelToken(token)) return undefined;
  return tenantRecords(storage).findChannelByToken(sha256(token));
}
