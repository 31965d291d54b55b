import type { Act } from './act.ts';

/** The most attempts to make one conversation shorter or simpler. */
const mostAttempts = 400;

/**
 * Leaves steps out and makes texts simpler, as long as the fault stays.
 *
 * @param holds - The steps that were taken until the fault; `undefined` without it.
 * @spec MU16
 */
export function shrink(
  acts: readonly Act[],
  holds: (acts: readonly Act[]) => readonly Act[] | undefined,
): readonly Act[] {
  let best = acts;
  let attempts = 0;
  const attempt = (candidate: readonly Act[]): boolean => {
    if (attempts >= mostAttempts) return false;
    attempts += 1;
    const found = holds(candidate);
    if (found === undefined) return false;
    best = found;
    return true;
  };
  let hasImproved = true;
  while (hasImproved && attempts < mostAttempts) {
    const { length } = best;
    for (let size = Math.max(1, length >> 1); size >= 1; size >>= 1) {
      for (let at = best.length - size; at >= 0; at -= size) attempt([...best.slice(0, at), ...best.slice(at + size)]);
    }
    hasImproved = best.length < length;
  }
  for (let at = 0; at < best.length; at += 1) {
    for (const simpler of simplerThan(best[at] as Act)) if (attempt(best.with(at, simpler))) break;
  }
  return best;
}

const simpleTexts = ['a', 'Hello'];

function simplerThan(act: Act): readonly Act[] {
  if ('visitor' in act) return simpleTexts.filter((text) => text !== act.visitor).map((visitor) => ({ visitor }));
  if ('send' in act) return [{ visitor: 'a' }];
  if ('effect' in act && 'answer' in act && act.answer !== null) return [{ effect: act.effect, answer: null }];
  return 'wait' in act ? [{ wait: '1 s' }, { wait: '2 min' }].filter(({ wait }) => wait !== act.wait) : [];
}
