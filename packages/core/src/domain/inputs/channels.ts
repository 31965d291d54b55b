import * as v from 'valibot';
import { acceptChannelName, channelFamilies, isChannelToken, maxChannelNameLength } from '../channel.ts';
import { deliveryOrders } from '../delivery/delivery-order.ts';
import { isHttpUrl } from '../http-url.ts';
import { offsetEntries } from '../paging/offset.ts';
import { faultMessages } from './fault-messages.ts';
import { inputObject } from './input-object.ts';
import { checked, describedBySpec, integer, oneOf, text } from './members.ts';
import type { InputFault } from './read-input.ts';

/** Channels of this type have a token and may have a webhook. */
export const chatType = 'apichat';

/** The rules of the host for new channels. */
export interface ChannelRules {
  /** Default: the shipped families. */
  readonly channelFamilies?: ReadonlySet<string>;
  /** Returns the reason to refuse a webhook URL. Default: it must be an http or https URL. */
  readonly targetFault?: (url: string) => string | undefined;
}

/** Members of a channel to create. */
export const channelEntries = {
  type: v.string(),
  name: v.string(),
  /** Optional for a caller with exactly one workspace. */
  workspace: v.optional(integer),
  /** For `apichat` only: 16 to 1,024 visible ASCII characters. Default: a random one. */
  token: v.optional(v.string()),
  /** For `apichat` only. */
  webhookUrl: v.optional(v.string()),
  /**
   * With `customer`, a customer's next message waits until the webhook got the one before, or it was given up. Default:
   * `customer`.
   */
  webhookOrder: v.optional(oneOf(deliveryOrders)),
};

const creation = inputObject(channelEntries);

export interface ChannelCreation extends v.InferInput<typeof creation> {}

type NewChannel = v.InferOutput<typeof creation>;

/** A channel to create. @spec CH5, CH8, CH10, CH11, CH12, CH34 */
export function channelCreationSchema(rules: ChannelRules = {}): v.GenericSchema<ChannelCreation, NewChannel> {
  return checked(creation, (wanted) => findChannelFaults(rules, wanted));
}

/**
 * Finds every fault of these members of a channel.
 *
 * @spec CH5, CH8, CH10, CH11, CH12, CH34
 */
export function findChannelFaults(
  rules: ChannelRules,
  { type, name, token, webhookUrl, webhookOrder }: NewChannel,
): readonly InputFault[] {
  const families = rules.channelFamilies ?? new Set<string>(channelFamilies);
  return faultsOf([
    ['type', families.has(type) ? undefined : faultMessages.oneOf(families)],
    ['name', nameFault(name)],
    ['token', token === undefined ? undefined : (chatOnlyFault(type) ?? tokenFault(token))],
    ['webhookUrl', webhookUrl === undefined ? undefined : webhookFault(rules, type, webhookUrl)],
    ['webhookOrder', orderFault(webhookOrder, webhookUrl !== undefined)],
  ]);
}

interface PresentChannel {
  /** Its channel family. */
  readonly type: string;
  /** For people. */
  readonly name: string;
  /** Whether the channel comes from the configuration, which identifies it by name. */
  readonly configured: boolean;
  /** Present if the channel has a webhook. */
  readonly webhook?: unknown;
}

const edit = inputObject({
  name: v.optional(v.string()),
  active: v.optional(v.boolean()),
  /** `undefined` removes the webhook; without this member it stays. */
  webhookUrl: v.optional(v.string()),
  /** Applies to later messages. Without this member it stays; a new webhook begins with `customer`. */
  webhookOrder: v.optional(oneOf(deliveryOrders)),
});

export interface ChannelEdit extends v.InferInput<typeof edit> {}

/** The changes to a channel. @spec CH5, CH10, CH11, CH12, CH26, CH34 */
export function channelEditSchema(
  present: PresentChannel,
  rules: ChannelRules = {},
): v.GenericSchema<ChannelEdit, v.InferOutput<typeof edit>> {
  return checked(edit, ({ name, webhookUrl, webhookOrder }) => {
    const hasWebhook = webhookUrl !== undefined || present.webhook !== undefined;
    const isRenamed = present.configured && name !== undefined && name.trim() !== present.name;
    return faultsOf([
      ['name', name === undefined ? undefined : nameFault(name)],
      ['name', isRenamed ? 'The configuration finds this channel by its name.' : undefined],
      ['webhookUrl', webhookUrl === undefined ? undefined : webhookFault(rules, present.type, webhookUrl)],
      ['webhookOrder', orderFault(webhookOrder, hasWebhook)],
    ]);
  });
}

/** The filters of a list of channels. @spec CH3 */
export const channelListSchema = inputObject({
  ...offsetEntries,
  type: v.optional(describedBySpec(text(), 'Only channels of this type.')),
  active: v.optional(describedBySpec(v.boolean(), 'Only channels that take messages, or that do not.')),
});

export interface ChannelListRequest extends v.InferInput<typeof channelListSchema> {}

function faultsOf(found: readonly (readonly [field: string, message: string | undefined])[]): readonly InputFault[] {
  return found.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

function nameFault(name: string): string | undefined {
  return acceptChannelName(name) === undefined ? faultMessages.characters(1, maxChannelNameLength) : undefined;
}

function webhookFault({ targetFault }: ChannelRules, type: string, url: string): string | undefined {
  const anyFault = isHttpUrl(url) ? undefined : faultMessages.address;
  return chatOnlyFault(type) ?? (targetFault === undefined ? anyFault : targetFault(url));
}

export const noWebhook = 'Only channels with a webhook have one.';

function orderFault(order: string | undefined, hasWebhook: boolean): string | undefined {
  return order === undefined || hasWebhook ? undefined : noWebhook;
}

function chatOnlyFault(type: string): string | undefined {
  return type === chatType ? undefined : `Only channels of type ${chatType} have one.`;
}

function tokenFault(token: string): string | undefined {
  return isChannelToken(token) ? undefined : 'Expected 16 to 1024 visible ASCII characters.';
}
