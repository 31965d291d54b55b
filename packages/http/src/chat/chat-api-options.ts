import type { ChannelCaller, ChannelEngine, RateLog } from '@botwright/core';
import type { TokenApiOptions } from '../exchange/token-api/token-api-options.ts';

/** As much of an engine as APIchat needs. */
export interface ChatEngine {
  authenticateChannel(token: string): Promise<ChannelCaller | undefined>;
  channel(caller: ChannelCaller): ChannelEngine;
  readonly rateLog: RateLog;
}

export interface ChatApiOptions extends TokenApiOptions {
  readonly engine: ChatEngine;
}
