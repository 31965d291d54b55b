import type { Bot, Engine, ErrorCode, Permission, Principal } from '@botwright/core';
import type { HttpExchange } from '../../exchange/http-exchange.ts';
import type { OperationContract as SharedContract } from '../../exchange/operation-contract.ts';
import type { Reply } from '../../exchange/reply/reply.ts';
import type { ReplyMemo } from '../../exchange/reply/reply-memo.ts';
import type { Base } from '../routing/locate.ts';

/** Operations beyond the specification's state of things, which a host may switch on. */
export interface Extensions {
  /** `DELETE …/draft` goes back to the live version. */
  readonly discardDraft: boolean;
  /** `GET …/draft/revisions` lists past states. */
  readonly draftRevisions: boolean;
  /** `POST /bots` takes a `source`. */
  readonly duplicateBot: boolean;
}

export type CredentialScheme = 'agentToken' | 'bearerToken' | 'sessionCookie';

/** What of the server an operation needs beside the engine. */
export interface Surroundings {
  /** Without a slash at the end; links are made of it. */
  readonly publicUrl: string;
  readonly extensions: Extensions;
  readonly maxBodyBytes: number;
  /** Answers that are one bot, as it is read. */
  readonly botReplies: ReplyMemo<Bot>;
  /** The OpenAPI document of a base, as YAML. */
  contract(base: Base): string;
}

/** A request whose caller is known, within the rate, and allowed to do this. */
export interface AdmittedRequest {
  readonly exchange: HttpExchange;
  readonly base: Base;
  /**
   * What the path holds in the places of its parameters, decoded, also where that is no uuid: the engine finds
   * nothing there.
   *
   * @spec HT8
   */
  readonly params: Readonly<Record<string, string>>;
  readonly engine: Engine;
  readonly principal: Principal;
  readonly scheme: CredentialScheme;
  readonly surroundings: Surroundings;
}

export type Tag = 'Bots' | 'Drafts' | 'Versions' | 'Catalog' | 'Connected accounts';

/** What the contract tells of an operation. */
export interface OperationContract extends SharedContract {
  readonly tag: Tag;
  readonly permission: Permission;
  /** Takes `If-Match`. */
  readonly isConditional?: boolean;
  /** Takes `Prefer: return=minimal`. */
  readonly canBeMinimal?: boolean;
  /** Takes `Idempotency-Key`. */
  readonly canBeRepeated?: boolean;
  /** The answer tells a secret: what is kept of it for a repetition is sealed. */
  readonly isSecret?: boolean;
  /** Refusals beside those that every operation can answer, and those of its body, query and headers. */
  readonly errors: readonly ErrorCode[];
  /** Served only when the host switched it on. */
  readonly needs?: keyof Extensions;
}

/**
 * One entry of the table that routes requests and makes the contract.
 *
 * @spec OA2, OA7
 */
export interface Operation extends OperationContract {
  /**
   * Reads the form of the request, calls one use-case and encodes what it answers.
   *
   * @throws {EngineError}
   */
  serve(request: AdmittedRequest): Promise<Reply>;
}
