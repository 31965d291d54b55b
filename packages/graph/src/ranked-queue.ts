/** A binary heap. Its order of equal ranks is the same in every run. */
export interface RankedQueue {
  push(state: number, rank: number): void;
  /** @returns The state with the lowest rank. */
  pop(): number | undefined;
}

export function rankedQueue(): RankedQueue {
  const states: number[] = [];
  const ranks: number[] = [];

  function swap(a: number, b: number): void {
    const [state, rank] = [states[a] as number, ranks[a] as number];
    states[a] = states[b] as number;
    ranks[a] = ranks[b] as number;
    states[b] = state;
    ranks[b] = rank;
  }

  return {
    push(state, rank) {
      states.push(state);
      ranks.push(rank);
      for (let at = states.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if ((ranks[parent] as number) <= (ranks[at] as number)) break;
        swap(at, parent);
        at = parent;
      }
    },
    pop() {
      const last = states.length - 1;
      if (last < 0) return undefined;
      swap(0, last);
      const state = states.pop();
      ranks.pop();
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= last) break;
        const right = left + 1;
        const least = right < last && (ranks[right] as number) < (ranks[left] as number) ? right : left;
        if ((ranks[at] as number) <= (ranks[least] as number)) break;
        swap(at, least);
        at = least;
      }
      return state;
    },
  };
}
