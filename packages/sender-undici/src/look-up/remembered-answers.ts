/** A cache of addresses by name, with expiry. */
export interface RememberedAnswers {
  get(name: string): readonly string[] | undefined;
  keep(name: string, addresses: readonly string[], seconds: number): void;
}

const maxSeconds = 30;
const maxNames = 1_000;

/** Drops the oldest entries beyond the limit. @spec SN38 */
export function rememberAnswers(): RememberedAnswers {
  const remembered = new Map<string, { readonly addresses: readonly string[]; readonly until: number }>();
  return {
    get(name) {
      const answer = remembered.get(name);
      if (answer === undefined || performance.now() < answer.until) return answer?.addresses;
      remembered.delete(name);
      return undefined;
    },
    keep(name, addresses, seconds) {
      remembered.delete(name);
      if (addresses.length === 0 || !(seconds > 0)) return;
      remembered.set(name, { addresses, until: performance.now() + Math.min(seconds, maxSeconds) * 1_000 });
      for (const oldest of remembered.keys()) {
        if (remembered.size <= maxNames) return;
        remembered.delete(oldest);
      }
    },
  };
}
