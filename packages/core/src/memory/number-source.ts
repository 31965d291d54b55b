/** What is numbered through the whole installation, each kind for itself. */
export type NumberedKind = 'bot' | 'channel' | 'customer' | 'hook' | 'inbox';

/** Gives 1, 2, … of each kind, each number once. */
export function createNumberSource(): (kind: NumberedKind) => number {
  const last = { bot: 0, channel: 0, customer: 0, hook: 0, inbox: 0 };
  return (kind) => {
    last[kind] += 1;
    return last[kind];
  };
}
