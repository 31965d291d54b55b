import type { Engine, ErrorCode, Permission, Principal } from '@botwright/core';
import type * as v from 'valibot';
import type { HttpExchange } from '../../exchange/http-exchange.ts';
import type { Reply } from '../../exchange/reply/reply.ts';
import type { QueryShape } from '../../exchange/request/read-query.ts';
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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Tag = 'Bots' | 'Drafts' | 'Versions' | 'Catalog' | 'Connected accounts';

/** What the contract tells of an operation. */
export interface OperationContract {
  /** Stable name, in the contract, in logs and in metrics. */
  readonly id: string;
  readonly method: Method;
  /** Below the base, such as `/bots/{bot_id}`. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** The specification does not show it. */
  readonly isDecidedHere?: boolean;
  readonly permission: Permission;
  readonly query?: QueryShape;
  /** What a body has to look like; absent: the operation takes none. */
  readonly body?: { readonly schema: v.GenericSchema; readonly isRequired: boolean };
  /** Takes `If-Match`. */
  readonly isConditional?: boolean;
  /** Takes `Prefer: return=minimal`. */
  readonly canBeMinimal?: boolean;
  /** Takes `Idempotency-Key`. */
  readonly canBeRepeated?: boolean;
  readonly success: SuccessContract;
  /** Refusals beside those that every operation can answer, and those of its body, query and headers. */
  readonly errors: readonly (ErrorCode | PlannedErrorCode)[];
  /** Served only when the host switched it on. */
  readonly needs?: keyof Extensions;
}

export interface SuccessContract {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly schema?: v.GenericSchema;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Header names, each with what it holds. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Codes of operations that are documented and not served. */
export type PlannedErrorCode =
  | 'account_not_found'
  | 'connection_not_found'
  | 'spreadsheet_not_found'
  | 'spreadsheet_unreadable';

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
