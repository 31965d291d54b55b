import type { Channels, Customers, MessageHooks, Messages } from '@botwright/core';
import { type DefineOperation, defineOperation, type Operation, type RouteContext } from '../pipeline/operation.ts';
import type { MessageTemplate } from './wire/channel.ts';

/** What the Platform API calls, bound to one caller. */
export interface PlatformHandles {
  readonly channels: Pick<Channels, 'list' | 'get'>;
  readonly customers: Customers;
  readonly messages: Messages;
  readonly hooks: MessageHooks;
}

/** What operations of the Platform API know beside the request. */
export interface PlatformContext extends RouteContext {
  readonly templates: readonly MessageTemplate[];
}

export type PlatformOperation = Operation<PlatformHandles, PlatformContext>;

/** Makes an operation of the Platform API, for its own table or beside it. */
export const definePlatformOperation: DefineOperation<PlatformHandles, PlatformContext> = defineOperation;

/** The number that a path names; one that it does not spell is that of nothing. @spec PL8 */
export function numberIn(segment: string): number {
  return /^(0|-?[1-9]\d{0,15})$/.test(segment) ? Number(segment) : Number.NaN;
}
