import type { InputFault } from '../domain/inputs/read-input.ts';
import { requireOneOf } from '../domain/require-one-of.ts';
import { mostReported, type Violation } from '../domain/rules/violation.ts';

/** The group of an error code, from which an interface chooses its status. */
export type ErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'payment'
  | 'not_found'
  | 'malformed'
  | 'too_large'
  | 'unsupported_media'
  | 'method'
  | 'conflict'
  | 'stale'
  | 'refused'
  | 'limited'
  | 'policy'
  | 'not_implemented'
  | 'dependency'
  | 'internal';

/** Every error code of the engine, with its kind and message. Codes are stable; messages may change. */
export const errorCatalog = {
  malformed_json: { kind: 'malformed', message: 'The body is not valid JSON.' },
  empty_body: { kind: 'malformed', message: 'The body says nothing to do.' },
  field_not_described: { kind: 'malformed', message: 'The body has a field that this operation does not describe.' },
  invalid_parameters: { kind: 'malformed', message: 'A field has a wrong type or value.' },
  not_authenticated: { kind: 'unauthenticated', message: 'Credentials are missing or not valid.' },
  permission_denied: { kind: 'forbidden', message: 'The caller lacks the permission that this operation needs.' },
  customer_blocked: { kind: 'forbidden', message: 'The customer is blocked.' },
  plan_required: { kind: 'payment', message: 'The plan of the brand does not include this.' },
  bot_not_found: { kind: 'not_found', message: 'No bot with this id is visible to the caller.' },
  block_not_found: { kind: 'not_found', message: 'The draft has no block with this id.' },
  version_not_found: { kind: 'not_found', message: 'The bot has no version with this id.' },
  channel_not_found: { kind: 'not_found', message: 'No channel with this id is visible to the caller.' },
  customer_not_found: { kind: 'not_found', message: 'No customer with this id is visible to the caller.' },
  agent_not_found: { kind: 'not_found', message: 'The brand has no agent with this id.' },
  hook_not_found: { kind: 'not_found', message: 'The channel has no message hook with this id.' },
  field_not_found: { kind: 'not_found', message: 'The customer has no field of this name.' },
  delivery_not_found: { kind: 'not_found', message: 'No delivery with this id is visible to the caller.' },
  account_not_found: { kind: 'not_found', message: 'No connected account with this id is visible to the caller.' },
  connection_not_found: { kind: 'not_found', message: 'No connection with this id is visible to the caller.' },
  file_not_found: { kind: 'not_found', message: 'There is no such file.' },
  path_not_found: { kind: 'not_found', message: 'There is nothing at this path.' },
  method_not_allowed: { kind: 'method', message: 'This path does not take this method.' },
  request_too_large: { kind: 'too_large', message: 'The request is larger than this server takes.' },
  unsupported_media_type: {
    kind: 'unsupported_media',
    message: 'The body must be JSON: send "Content-Type: application/json".',
  },
  idempotency_key_in_use: {
    kind: 'conflict',
    message: 'The first request with this Idempotency-Key is still running.',
  },
  file_not_expected: { kind: 'conflict', message: 'The bot does not wait for a file now.' },
  draft_changed: { kind: 'stale', message: 'The draft was changed since the revision named in If-Match.' },
  whole_number_too_large: {
    kind: 'refused',
    message: 'A whole number beyond 9,007,199,254,740,991 would lose digits: send it as a text.',
  },
  linked_bot_not_found: { kind: 'refused', message: 'A block links to a bot that does not exist.' },
  draft_has_violations: { kind: 'refused', message: 'The draft breaks rules and cannot go out.' },
  restored_draft_has_violations: {
    kind: 'refused',
    message: 'The version is in the draft now, but breaks rules and was not published.',
  },
  version_of_an_unsupported_builder: {
    kind: 'refused',
    message: 'The version was made by an older builder and cannot be restored.',
  },
  version_is_the_most_recent_publication: {
    kind: 'refused',
    message: 'The most recent publication cannot be deleted.',
  },
  bot_name_not_accepted: { kind: 'refused', message: 'The name must have 1 to 50 characters.' },
  channel_family_not_accepted: { kind: 'refused', message: 'This channel family is not known.' },
  workspace_not_accepted: { kind: 'refused', message: 'The workspace is not one of the caller.' },
  workspace_required: { kind: 'refused', message: 'The caller has several workspaces: say which one.' },
  diagram_with_source: { kind: 'refused', message: 'Give a diagram or a source, not both.' },
  diagram_has_violations: { kind: 'refused', message: 'The diagram breaks rules; nothing was created.' },
  bot_is_not_in_the_trash: { kind: 'refused', message: 'Only a bot in the trash can be deleted for good.' },
  unsupported_builder: { kind: 'refused', message: 'An older builder made this bot; it must be migrated first.' },
  channel_family_unreadable: { kind: 'refused', message: 'The channel family of this bot is not known here.' },
  spreadsheet_unreadable: {
    kind: 'refused',
    message: 'The account reaches no such spreadsheet or tab, or cannot read it.',
  },
  version_name_not_accepted: { kind: 'refused', message: 'A label has 1 to 255 characters.' },
  block_has_connections: {
    kind: 'refused',
    message: 'The edit would remove an output from which a connection leaves.',
  },
  change_set_refused: { kind: 'refused', message: 'The change set has problems; nothing was written.' },
  blocks_refused: { kind: 'refused', message: 'The blocks have problems; nothing was written.' },
  conversation_too_long: {
    kind: 'refused',
    message: 'This conversation has as many messages as it may have; begin another one.',
  },
  delivery_target_off: { kind: 'refused', message: 'The target of this delivery is off or was deleted.' },
  delivery_body_erased: { kind: 'refused', message: 'The body of this delivery was erased with the customer.' },
  idempotency_key_reused: { kind: 'refused', message: 'This Idempotency-Key was used with another body.' },
  bot_never_published: { kind: 'refused', message: 'The bot was never published.' },
  refused_by_policy: { kind: 'policy', message: 'A policy of the host refuses this.' },
  too_many_requests: { kind: 'limited', message: 'Too many requests; wait and try again.' },
  source_not_implemented: { kind: 'not_implemented', message: 'Creating a bot from another bot is not served.' },
  dependency_failed: { kind: 'dependency', message: 'Something this operation depends on failed; try again later.' },
  internal_error: { kind: 'internal', message: 'Something went wrong here. The request id helps to find out what.' },
} as const satisfies Record<string, { kind: ErrorKind; message: string }>;

/** A key of the closed catalogue of refusals, such as `not_found`; messages may change, codes do not. */
export type ErrorCode = keyof typeof errorCatalog;

export interface EngineErrorOptions {
  /**
   * Default: the message of the first fault after the path of its member, as `message.url: It is required.`, or the
   * message of the catalogue. Must not contain anything of the cause.
   */
  readonly message?: string;
  /**
   * Default: the field of the first fault. The input member at fault, in the engine's own names, such as `pageSize` or
   * `blocks.0.type`.
   */
  readonly field?: string;
  /** All faults of the input, when there can be more than one. */
  readonly faults?: readonly InputFault[];
  /** The first 10,000 are taken. Default: none. */
  readonly violations?: readonly Violation[];
  /** Default: the number of `violations`. */
  readonly violationsTotal?: number;
  /** The code and the HTTP status of the host's policy, with the code `refused_by_policy`. */
  readonly refusal?: { readonly code: string; readonly status: number };
  /** For logs; callers of an interface never see it. */
  readonly cause?: unknown;
}

/**
 * An error that the caller can act on. Internal errors are plain `Error`s.
 *
 * @throws {TypeError} When there is no such code.
 * @spec ER1, ER2, ER8, ER9, ER10
 */
export class EngineError extends Error {
  /** Recognised by `isEngineError`, also across copies of the package. */
  override readonly name = 'EngineError';
  /** A code of the catalogue, or of the policy of the host. */
  readonly code: ErrorCode | (string & {});
  /** The group of the code, from which interfaces choose a status. */
  readonly kind: ErrorKind;
  /** The HTTP status of a refusal of the host's policy. */
  readonly status: number | undefined;
  /** The member of the input at fault, such as `pageSize` or `blocks.0.type`; `undefined` if there is none. */
  readonly field: string | undefined;
  /** The faults of the input, at most 100, in the order of reading; empty when the error is not about the input. */
  readonly faults: readonly InputFault[];
  /**
   * The first 10,000 violations of a diagram; `violationsTotal` counts all of them. Empty for other errors.
   *
   * @spec DR43
   */
  readonly violations: readonly Violation[];
  /** All violations, also beyond the first 10,000; 0 for other errors. */
  readonly violationsTotal: number;

  constructor(code: ErrorCode, options: EngineErrorOptions = {}) {
    requireOneOf('error code', code, errorCatalog);
    const [first] = options.faults ?? [];
    super(
      options.message ?? (first && describeFault(first)) ?? errorCatalog[code].message,
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = options.refusal?.code ?? code;
    this.status = options.refusal?.status;
    this.kind = errorCatalog[code].kind;
    this.field = options.field ?? (first?.field || undefined);
    this.faults = options.faults ?? [];
    const { violations = [] } = options;
    this.violations = violations.length > mostReported ? violations.slice(0, mostReported) : violations;
    this.violationsTotal = options.violationsTotal ?? violations.length;
  }
}

function describeFault({ field, message }: InputFault): string {
  return field === '' ? message : `${field}: ${message}`;
}

/**
 * Whether a value is an `EngineError`. Unlike `instanceof`, it recognises errors of another copy of the package.
 *
 * @spec ER6
 */
export function isEngineError(value: unknown): value is EngineError {
  return value instanceof Error && value.name === 'EngineError' && 'code' in value;
}

/**
 * Calls code of the host. The engine's caller only finds out that it failed; the cause is for logs.
 *
 * @throws {EngineError} `dependency_failed`
 * @spec ER7
 */
export async function callDependency<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    throw new EngineError('dependency_failed', { cause });
  }
}
