import type { ConversationRunner } from '../../ports/conversation-runner.ts';
import type { ConversationKey } from '../../ports/conversation-store.ts';
import type { Parts } from '../scope.ts';
import type { PreparedBots } from './prepared-bots.ts';

/** A failure of a step or an effect, or of what is around them. */
export interface ConversationFault {
  /** Absent where it concerns no single conversation. */
  readonly conversation?: ConversationKey;
  readonly error: unknown;
}

/** What conversations are worked with. */
export interface Desk
  extends Pick<Parts, 'storage' | 'clock' | 'ids' | 'alarm' | 'plans' | 'effects' | 'limits' | 'steps'> {
  readonly runner: ConversationRunner;
  readonly prepared: PreparedBots;
  readonly effectLimitMs: number;
  onFault(fault: ConversationFault): void;
}

export interface DeskOptions {
  /** For one effect. Default 60,000. */
  readonly effectLimitMs?: number;
  readonly onFault?: (fault: ConversationFault) => void;
}

/** @throws {TypeError} When the engine was made without a runner. */
export function createDesk(parts: Parts, options: DeskOptions = {}): Desk {
  const { storage, clock, ids, alarm, plans, effects, limits, steps, runner, prepared } = parts;
  if (runner === undefined || prepared === undefined)
    throw new TypeError('Working conversations takes a runner: give the engine one.');
  const { effectLimitMs = 60_000, onFault = () => {} } = options;
  return { storage, clock, ids, alarm, plans, effects, limits, steps, runner, prepared, effectLimitMs, onFault };
}
