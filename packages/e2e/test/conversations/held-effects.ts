import type { EffectHost, EffectOutcome, HostedEffect } from '@botwright/core';

/** An effect host that leaves each effect under way until it is told what comes of it. */
export interface HeldEffects extends EffectHost {
  /** Where each one under way is, in the order in which they began. */
  readonly underWay: readonly { readonly brand: string; readonly effect: HostedEffect }[];
  /** Ends the one that began first, of this brand. */
  answer(outcome: EffectOutcome | 'later', brand?: string): void;
}

export function heldEffects(): HeldEffects {
  const underWay: { brand: string; effect: HostedEffect; resolve(outcome: EffectOutcome | 'later'): void }[] = [];
  return {
    underWay,
    carryOut(effect, { brand }) {
      const { promise, resolve } = Promise.withResolvers<EffectOutcome | 'later'>();
      underWay.push({ brand, effect, resolve });
      return promise;
    },
    answer(outcome, brand) {
      const index = underWay.findIndex((each) => brand === undefined || each.brand === brand);
      const [first] = index === -1 ? [] : underWay.splice(index, 1);
      if (first === undefined) throw new Error('Nothing is under way.');
      first.resolve(outcome);
    },
  };
}
