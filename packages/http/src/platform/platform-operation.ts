import type { BrandEngine, Channels, Customers, MessageHooks, Messages } from '@botwright/core';
import type { Message } from '@botwright/core/conversation';
import { type Operation, operationsOf, type RouteContext } from '../pipeline/operation.ts';
import type { MessageTemplate } from './wire/channel.ts';
import type { WireMessage } from './wire/message.ts';

/** The use-cases of the Platform API, bound to one caller. */
export interface PlatformHandles {
  /** As `BrandEngine.channels`. */
  readonly channels: Pick<Channels, 'list' | 'get'>;
  /** As `BrandEngine.customers`. */
  readonly customers: Customers;
  /** As `BrandEngine.messages`. */
  readonly messages: Messages;
  /** As `BrandEngine.hooks`. */
  readonly hooks: MessageHooks;
  /** Absent: large bodies are read like others. */
  readonly queueLargeInput?: BrandEngine['queueLargeInput'];
  /** Absent: large answers are sent like others. */
  readonly beginLargeAnswer?: BrandEngine['beginLargeAnswer'];
}

/** Context of the Platform API's operations. */
export interface PlatformContext extends RouteContext {
  readonly templates: readonly MessageTemplate[];
  /** Default: without markup. */
  encodeMessage?(message: Message): WireMessage;
}

export type PlatformOperation = Operation<PlatformHandles, PlatformContext>;

/** Makes an operation of the Platform API, built in or added by a host. */
export const definePlatformOperation = operationsOf<PlatformHandles, PlatformContext>();

/**
 * Reads a record number from a path. Text that is not a number in canonical form gives one that no record has.
 *
 * @spec PL8
 */
export function numberIn(segment: string): number {
  return /^(0|-?[1-9]\d{0,15})$/.test(segment) ? Number(segment) : Number.NaN;
}
