import type { BrandEngine } from '@botwright/core';
import type { ChannelFamily } from '@botwright/core/diagram';
import type { IdSource, Mail } from '@botwright/core/ports';
import type { HttpRequest } from '../pipeline/http-api.ts';
import { type Operation, operationsOf, type RouteContext } from '../pipeline/operation.ts';

/** An example bot. */
export interface ExampleBot {
  /** Stable, such as `lead-form`. */
  readonly name: string;
  /** For people; the console lists it. */
  readonly title: string;
  /** One sentence for people. */
  readonly description: string;
  /** The family of a bot made from it. */
  readonly channelFamily: string;
  /** The JSON of a diagram that breaks no rule. */
  readonly diagram: object;
}

/** A mail that the host stores and does not send. */
export interface UnsentMail {
  /** Unique among the stored mails. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** As a mailer got it. */
  readonly mail: Mail;
}

/** The mails that a host stores and does not send, for development. */
export interface UnsentMails {
  /** Lists the mails of these workspaces of the brand, newest first; `limit` is at most 10. */
  list(request: {
    readonly brand: string;
    readonly workspaces: readonly number[];
    readonly offset: number;
    readonly limit: number;
  }): Promise<{ readonly items: readonly UnsentMail[]; readonly total: number }>;
}

/** Context of the console's operations. */
export interface ConsoleContext extends RouteContext {
  readonly ids: IdSource;
  readonly families: readonly ChannelFamily[];
  /** The shipped kinds of accounts that can be connected. */
  readonly connects: readonly string[];
  readonly accountKinds: readonly { readonly kind: string; readonly title: string }[];
  /** Names of the language models. */
  readonly models: readonly string[];
  readonly chatUrl: string | undefined;
  readonly unsentMails: UnsentMails | undefined;
  readonly examples: readonly ExampleBot[];
  /** Headers of the response that begins a session; `undefined` when the code is invalid. */
  enter?(code: string): Promise<Readonly<Record<string, string>> | undefined>;
  /** Ends the session of a request. @returns Headers of the response. */
  signOut(request: HttpRequest): Promise<Readonly<Record<string, string>>>;
}

export type ConsoleOperation = Operation<BrandEngine, ConsoleContext>;

export const defineConsoleOperation = operationsOf<BrandEngine, ConsoleContext>();
