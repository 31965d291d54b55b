import type { EffectOutcome, HostedEffect } from './conversation-runner.ts';

/** The conversation that an effect is carried out for. */
export interface EffectPlace {
  readonly brand: string;
  readonly customerNumber: number;
  readonly channelNumber: number;
  /** Aborted when nobody waits for the outcome any more. */
  readonly signal: AbortSignal;
}

/**
 * Carries out what bots ask the world outside to do.
 *
 * The same effect may come again, after a crash or at another process: its `id` is the same then, and no other
 * effect has it. Called outside every transaction. A rejection fails the effect.
 */
export interface EffectHost {
  /**
   * @returns `'later'` when the outcome will be handed in with `conversations.resolve`. Of an effect that is not
   *   awaited, what is answered is passed over. `'unhandled'` leaves the effect to the engine, which acts through
   *   connected accounts, and fails what is none of its own.
   */
  carryOut(effect: HostedEffect, place: EffectPlace): Promise<EffectOutcome | 'later' | 'unhandled'>;
}
