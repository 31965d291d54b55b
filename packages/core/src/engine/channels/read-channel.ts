import { acceptChannelName, maxChannelNameLength } from '../../domain/channel/channel-name.ts';
import { isChannelToken } from '../../domain/channel/channel-token.ts';
import type { InputFault } from '../../domain/input/input-fault.ts';
import { findTargetFault } from '../input/find-target-fault.ts';
import type { Parts } from '../scope.ts';

/** Channels of this type have a token and may have a webhook. */
export const chatType = 'apichat';

/** What is wished for a channel, whoever wishes it. */
export interface ChannelWish {
  readonly type: string;
  readonly name: string;
  readonly token?: string;
  readonly webhookUrl?: string;
}

/**
 * Finds all that keeps a channel from being made so.
 *
 * @spec CH5, CH8, CH10, CH11, CH12
 */
export function findChannelFaults(
  parts: Pick<Parts, 'channelFamilies' | 'sender'>,
  wish: ChannelWish,
): readonly InputFault[] {
  const { type, name, token, webhookUrl } = wish;
  const found: readonly (readonly [string, string | undefined])[] = [
    ['type', parts.channelFamilies.has(type) ? undefined : 'Expected a channel family that is known here.'],
    ['name', nameFault(name)],
    ['token', token === undefined ? undefined : (chatOnlyFault(type) ?? tokenFault(token))],
    ['webhookUrl', webhookUrl === undefined ? undefined : webhookFault(parts, type, webhookUrl)],
  ];
  return found.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

export function nameFault(name: string): string | undefined {
  return acceptChannelName(name) === undefined ? `Expected 1 to ${maxChannelNameLength} characters.` : undefined;
}

export function webhookFault(parts: Pick<Parts, 'sender'>, type: string, url: string): string | undefined {
  return chatOnlyFault(type) ?? findTargetFault(parts, url);
}

function chatOnlyFault(type: string): string | undefined {
  return type === chatType ? undefined : `Only channels of type ${chatType} have one.`;
}

function tokenFault(token: string): string | undefined {
  return isChannelToken(token) ? undefined : 'Expected 16 to 1024 visible ASCII characters.';
}
