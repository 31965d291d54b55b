import type { Channels, Customers, MessageHooks, Messages, Principal, RateLog } from '@botwright/core';
import type { TokenApiOptions } from '../exchange/token-api/token-api-options.ts';
import type { MessageTemplate } from './schemas/template-schema.ts';

/** What the Platform API calls, bound to one caller. */
export interface PlatformHandles {
  readonly channels: Pick<Channels, 'list' | 'get'>;
  readonly customers: Customers;
  readonly messages: Messages;
  readonly hooks: MessageHooks;
}

/** As much of an engine as the Platform API needs. */
export interface PlatformEngine {
  authenticate(token: string): Promise<Principal | undefined>;
  as(principal: Principal): PlatformHandles;
  readonly rateLog: RateLog;
}

export interface PlatformApiOptions extends TokenApiOptions {
  readonly engine: PlatformEngine;
  /** What `GET /channels/msgapp/templates/` lists; default: two to try it with. */
  readonly templates?: readonly MessageTemplate[];
}
