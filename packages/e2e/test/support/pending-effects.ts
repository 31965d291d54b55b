import type { EffectOutcome, HostedEffect } from '@botwright/core/conversation';
import type { EffectHost } from '@botwright/core/ports';

/** An effect host whose effects are pending until the test gives their outcome. */
export interface PendingEffects extends EffectHost {
  /** The pending effects, oldest first. */
  readonly pending: readonly { readonly brand: string; readonly effect: HostedEffect }[];
  /** Ends the oldest pending effect, or the oldest of this brand. */
  answer(outcome: EffectOutcome | 'later', brand?: string): void;
}

export function pendingEffects(): PendingEffects {
  const pending: { brand: string; effect: HostedEffect; resolve(outcome: EffectOutcome | 'later'): void }[] = [];
  return {
    pending,
    carryOut(effect, { brand }) {
      const { promise, resolve } = Promise.withResolvers<EffectOutcome | 'later'>();
      pending.push({ brand, effect, resolve });
      return promise;
    },
    answer(outcome, brand) {
      const index = pending.findIndex((each) => brand === undefined || each.brand === brand);
      const [first] = index === -1 ? [] : pending.splice(index, 1);
      if (first === undefined) throw new Error('No effect is pending.');
      first.resolve(outcome);
    },
  };
}
