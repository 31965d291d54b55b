import type { WebChat } from '@botwright/core';
import type { WebVisitor } from '@botwright/core/front';
import type { Timer } from '@botwright/core/ports';
import { type Operation, operationsOf, type RouteContext } from '../pipeline/operation.ts';
import type { VisitorBounds } from './visitor-limits.ts';

/** The caller and their bot. */
export interface VisitorCall {
  /** Number of the bot; `NaN` when the path has none. */
  readonly bot: number;
  /** Absent: the bot does not know the caller. */
  readonly visitor?: WebVisitor;
  /** The client's address, if it is known. */
  readonly address: string | undefined;
  /** `Origin` of the request. */
  readonly origin: string | undefined;
  /** Seconds for which the client waits for answers, from `Prefer`; absent: the maximum. */
  readonly waitSeconds: number | undefined;
  /** `Last-Event-ID` of the request. */
  readonly lastEventId: string | undefined;
}

/** Context of the web chat's operations. */
export interface WebChatContext extends RouteContext {
  readonly webChat: WebChat;
  readonly timer: Timer;
  readonly bounds: VisitorBounds;
  /** Milliseconds for which a request waits for answers. */
  readonly answerWithinMs: number;
  /** Ends all streams, such as when the server stops. */
  readonly closing: AbortSignal | undefined;
}

export type WebChatOperation = Operation<VisitorCall, WebChatContext>;

export const defineWebChatOperation = operationsOf<VisitorCall, WebChatContext>();
