import { requireOneOf } from '../require-one-of.ts';
import type { EpochMs } from '../time/epoch-ms.ts';
import { clockDifferenceMs } from '../time/set-back.ts';
import type { AccountKind } from './connected-account.ts';

export type ConnectionProgress =
  | { readonly kind: 'waiting' }
  /**
   * The person consented, and the run with this id exchanges the code. Until `until` only this run may finish the
   * connection.
   */
  | { readonly kind: 'claimed'; readonly run: string; readonly until: EpochMs }
  | { readonly kind: 'connected'; readonly accountId: string }
  | { readonly kind: 'declined' };

/** One attempt to connect an account. It ends once: connected, declined or expired. */
export interface AccountConnection {
  /** UUID of the connection. */
  readonly id: string;
  /** Such as `spreadsheets`. */
  readonly kind: AccountKind;
  /** The person who started it. */
  readonly startedBy: number;
  /** When the link was handed out. */
  readonly createdAt: EpochMs;
  /** Fifteen minutes later; an answer after it is refused. */
  readonly expiresAt: EpochMs;
  /** Pending, connected with the account, or declined. */
  readonly progress: ConnectionProgress;
}

/** The status for callers. */
export type ConnectionStatus = 'pending' | 'connected' | 'declined' | 'expired';

const connectionLifeMs = 15 * 60 * 1_000;

/** After this time of a code exchange, another answer of the provider is accepted. */
const claimLifeMs = 30 * 1_000;

/**
 * The stage of a connection at a moment. `claim_ended`: the exchange of a code takes too long, and its result or
 * another answer of the provider is accepted, the first of both.
 */
export type ConnectionStage = 'waiting' | 'claimed' | 'claim_ended' | 'connected' | 'declined' | 'expired';

/** An event in the life of a connection. */
export type ConnectionCommand =
  /** Somebody opens the page of the link. */
  | { readonly kind: 'open' }
  /** The person goes to the provider to consent. */
  | { readonly kind: 'authorize' }
  /** The person cancelled, or the provider reports a refusal. */
  | { readonly kind: 'decline' }
  /** The provider's answer has a used state. It is always refused. */
  | { readonly kind: 'reuse_state' }
  /** The provider sent a code: the run with this id may exchange it. */
  | { readonly kind: 'claim'; readonly run: string }
  /** The exchange of the code gave an account, which is stored with this id. */
  | { readonly kind: 'connect'; readonly run: string; readonly accountId: string }
  /** The exchange of the code gave nothing usable. */
  | { readonly kind: 'reject'; readonly run: string };

/** Work in addition to the command. */
export type ConnectionEffect =
  /** Revokes the tokens of the code, because they are not stored. */
  { readonly kind: 'revoke_tokens' };

/** `answered`: another answer was accepted, or its code exchange is under way. */
export type ConnectionRefusalCode = 'answered' | 'expired';

/** The result of a command on a connection: the next state, and effects to carry out. */
export type ConnectionDecision =
  | {
      readonly kind: 'accepted';
      readonly next: AccountConnection;
      readonly effects: readonly ConnectionEffect[];
    }
  | {
      readonly kind: 'refused';
      readonly code: ConnectionRefusalCode;
      readonly next: AccountConnection | undefined;
      readonly effects: readonly ConnectionEffect[];
    };

type Transitions = Readonly<Record<ConnectionStage, ConnectionStage | `refused: ${ConnectionRefusalCode}`>>;

const ended = {
  connected: 'refused: answered',
  declined: 'refused: answered',
  expired: 'refused: expired',
} as const;
const viewing: Transitions = { waiting: 'waiting', claimed: 'refused: answered', claim_ended: 'claim_ended', ...ended };

/**
 * The effect of each command at each stage. `decide` reads this table, and the guide draws a diagram from it.
 *
 * @spec CA2, CA12, CA14, CA15, CA16, CA18
 */
const transitions: Readonly<Record<ConnectionCommand['kind'], Transitions>> = {
  open: viewing,
  authorize: viewing,
  decline: { ...viewing, waiting: 'declined', claim_ended: 'declined' },
  reuse_state: { ...viewing, waiting: 'refused: answered', claim_ended: 'refused: answered' },
  claim: { ...viewing, waiting: 'claimed', claim_ended: 'claimed' },
  connect: { waiting: 'refused: answered', claimed: 'connected', claim_ended: 'connected', ...ended },
  reject: { waiting: 'refused: answered', claimed: 'declined', claim_ended: 'declined', ...ended },
};

/** @spec CA1, CA2, CA15 */
function stageOf(connection: AccountConnection | undefined, now: EpochMs): ConnectionStage {
  if (connection === undefined) return 'expired';
  const { progress, expiresAt } = connection;
  if (progress.kind === 'connected' || progress.kind === 'declined') return progress.kind;
  if (now >= expiresAt) return 'expired';
  return progress.kind === 'claimed' && isClaimOver(progress.until, now) ? 'claim_ended' : progress.kind;
}

/** A claim from a clock that was ahead is over: it would last too long. @spec CA61 */
function isClaimOver(until: EpochMs, now: EpochMs): boolean {
  return now >= until || until > now + claimLifeMs + clockDifferenceMs;
}

/** During the exchange of a code the connection is pending. @spec CA1, CA2, CA15 */
function statusOf(connection: AccountConnection, now: EpochMs): ConnectionStatus {
  const stage = stageOf(connection, now);
  return stage === 'waiting' || stage === 'claimed' || stage === 'claim_ended' ? 'pending' : stage;
}

/** @spec CA1, CA2 */
function start(given: Pick<AccountConnection, 'id' | 'kind' | 'startedBy'>, now: EpochMs): AccountConnection {
  return { ...given, createdAt: now, expiresAt: now + connectionLifeMs, progress: { kind: 'waiting' } };
}

/**
 * @param connection - `undefined` if it was deleted, some time after its expiry.
 * @throws {TypeError} for an unknown command.
 * @spec CA2, CA12, CA13, CA14, CA15, CA16, CA18, CA19, ER10
 */
function decide(
  connection: AccountConnection | undefined,
  command: ConnectionCommand,
  { now }: { readonly now: EpochMs },
): ConnectionDecision {
  requireOneOf('command of a connection', command.kind, transitions);
  const target = transitions[command.kind][stageOf(connection, now)];
  if (connection === undefined || target === 'refused: expired') return refused(connection, command, 'expired');
  if (target === 'refused: answered' || isOfAnotherRun(connection, command)) {
    return refused(connection, command, 'answered');
  }
  return {
    kind: 'accepted',
    next: { ...connection, progress: progressAfter(connection, command, now) },
    effects: command.kind === 'reject' ? [{ kind: 'revoke_tokens' }] : [],
  };
}

/** Only the run that claimed the connection last may finish it, even when its claim has ended. */
function isOfAnotherRun({ progress }: AccountConnection, command: ConnectionCommand): boolean {
  if (command.kind !== 'connect' && command.kind !== 'reject') return false;
  return progress.kind !== 'claimed' || progress.run !== command.run;
}

function refused(
  next: AccountConnection | undefined,
  { kind }: ConnectionCommand,
  code: ConnectionRefusalCode,
): ConnectionDecision {
  const hasTokens = kind === 'connect' || kind === 'reject';
  return { kind: 'refused', code, next, effects: hasTokens ? [{ kind: 'revoke_tokens' }] : [] };
}

function progressAfter(
  { progress, expiresAt }: AccountConnection,
  command: ConnectionCommand,
  now: EpochMs,
): ConnectionProgress {
  switch (command.kind) {
    case 'open':
    case 'authorize':
    case 'reuse_state':
      return progress;
    case 'decline':
    case 'reject':
      return { kind: 'declined' };
    case 'claim':
      // A claim ends at the latest with the connection: an expired connection never becomes connected.
      return { kind: 'claimed', run: command.run, until: Math.min(now + claimLifeMs, expiresAt) };
    case 'connect':
      return { kind: 'connected', accountId: command.accountId };
  }
}

/**
 * The life cycle of an account connection: pure functions that decide each command.
 *
 * @example
 * const connection = connectionLifecycle.start({ id: 'c1', kind: 'scheduler', startedBy: 7 }, 0);
 * const decision = connectionLifecycle.decide(connection, { kind: 'decline' }, { now: 1_000 });
 * // decision.next.progress is { kind: 'declined' }
 *
 */
export const connectionLifecycle = { start, decide, stageOf, statusOf, transitions } as const;
