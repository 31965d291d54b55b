import type { Clock } from '../../ports/clock.ts';

/** The text of an answer while it is made. */
export interface GrowingAnswer {
  /** Of the effect. */
  readonly id: string;
  readonly text: string;
}

/** Answers that this process makes now, for followers of their conversations. */
export interface GrowingAnswers {
  /** @returns Takes more text, and ends the answer. */
  begin(customerNumber: number, id: string): { add(part: unknown): void; end(): void };
  of(customerNumber: number): GrowingAnswer | undefined;
}

/** UTF-16 units. */
const maxShown = 20_000;
/** Milliseconds between two calls for one answer. */
const callEveryMs = 100;

/**
 * @param onGrowth - Called at most ten times a second for each answer.
 * @spec LM30, LM31
 */
export function createGrowingAnswers({ now }: Clock, onGrowth: (customerNumber: number) => void): GrowingAnswers {
  const answers = new Map<number, GrowingAnswer>();
  return {
    of: (customerNumber) => answers.get(customerNumber),
    begin(customerNumber, id) {
      let text = '';
      let calledAt = Number.NEGATIVE_INFINITY;
      let isOver = false;
      return {
        add(part) {
          if (isOver || typeof part !== 'string' || part === '' || text.length === maxShown) return;
          text += part.slice(0, maxShown - text.length);
          answers.set(customerNumber, { id, text });
          if (Math.abs(now() - calledAt) < callEveryMs) return;
          calledAt = now();
          onGrowth(customerNumber);
        },
        end() {
          isOver = true;
          if (answers.get(customerNumber)?.id === id) answers.delete(customerNumber);
        },
      };
    },
  };
}
