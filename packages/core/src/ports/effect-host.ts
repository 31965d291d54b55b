import type { EffectOutcome, HostedEffect } from '../domain/conversation/effects.ts';

/** The conversation that an effect belongs to. */
export interface EffectPlace {
  /** The brand of the customer. */
  readonly brand: string;
  /** The workspace of the channel. */
  readonly workspace: number;
  /** The customer of the conversation. */
  readonly customerNumber: number;
  /** The channel of the customer. */
  readonly channelNumber: number;
  /** For the `User-Agent` of requests: the same as for deliveries. */
  readonly userAgent: string;
  /** Aborted when nobody waits for the outcome any more. */
  readonly signal: AbortSignal;
}

/**
 * Carries out effects outside the engine.
 *
 * The engine may call it again for the same effect, after a crash or in another process. The effect then has the same
 * `id`, which no other effect has. Called outside every transaction. A rejection fails the effect.
 */
export interface EffectHost {
  /**
   * Called after the messages of the step are stored.
   *
   * @returns `'later'` when the outcome will come through `conversations.resolve`. For an effect that is not awaited
   *   the result is ignored. `'unhandled'` leaves the effect to the engine, which carries out effects of connected
   *   accounts and fails the others.
   */
  carryOut(effect: HostedEffect, place: EffectPlace): Promise<EffectOutcome | 'later' | 'unhandled'>;
}
