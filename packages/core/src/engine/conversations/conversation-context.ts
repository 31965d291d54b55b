import type { ConversationRunner } from '../../domain/conversation/step.ts';
import type { ClaimedConversation, ConversationKey } from '../../ports/conversation-store.ts';
import type { EffectHost } from '../../ports/effect-host.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { JournalOptions } from './journals.ts';
import type { NextWake } from './next-wake.ts';
import type { StepGate, StepPace } from './step-schedule.ts';

/** A failure of a step or an effect, or of the work around them. */
export interface ConversationFault {
  /** Absent when the failure concerns no single conversation. */
  readonly conversation?: ConversationKey;
  /** For logs. */
  readonly error: unknown;
}

/** A conversation that a worker has leased. */
export interface LeasedConversation extends ClaimedConversation {
  readonly worker: string;
}

/** Everything needed to process conversations. An engine has one, which its workers and `runUntilIdle` share. */
export interface ConversationContext extends EngineParts {
  /** In the order in which they are tried. */
  readonly effectHosts: readonly EffectHost[];
  readonly runner: ConversationRunner;
  readonly gate: StepGate;
  readonly pace: StepPace;
  readonly nextWake: NextWake;
  /** Absent: there is no journal. */
  readonly journal: JournalOptions | undefined;
  /** For the requests of effects. */
  readonly userAgent: string;
  /** For one effect, in milliseconds. */
  readonly effectLimitMs: number;
  /** Called with every failure; its result is ignored. */
  onFault(fault: ConversationFault): void;
}
