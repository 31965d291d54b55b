import type { ConversationRunner } from '../../domain/conversation/step.ts';
import type { ClaimedConversation, ConversationKey } from '../../ports/conversation-store.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EffectExecutor } from './effects.ts';
import { createStepSchedule, type StepSchedule } from './step-schedule.ts';

/** A failure of a step or an effect, or of the work around them. */
export interface ConversationFault {
  /** Absent when the failure concerns no single conversation. */
  readonly conversation?: ConversationKey;
  readonly error: unknown;
}

/** A conversation that a worker has leased. */
export interface LeasedConversation extends ClaimedConversation {
  readonly worker: string;
}

/** Everything needed to process conversations. An engine has one, which its workers and `runUntilIdle` share. */
export interface ConversationContext extends EngineParts {
  readonly effects: EffectExecutor;
  readonly runner: ConversationRunner;
  readonly schedule: StepSchedule;
  /** For the requests of effects. */
  readonly userAgent: string;
  /** For one effect, in milliseconds. */
  readonly effectLimitMs: number;
  /** Called with every failure; its result is ignored. */
  onFault(fault: ConversationFault): void;
}

export type ConversationContextOptions = Omit<ConversationContext, 'schedule' | 'effectLimitMs' | 'onFault'>;

export function createConversationContext(options: ConversationContextOptions): ConversationContext {
  return {
    ...options,
    schedule: createStepSchedule(options),
    effectLimitMs: 60_000,
    onFault() {},
  };
}
