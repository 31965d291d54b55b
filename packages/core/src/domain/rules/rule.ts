import type { ConnectionEntry, DiagramIndex, IndexContext, NodeEntry } from './diagram-index.ts';

/** The facts that the rules need in addition to the diagram. */
export interface CheckContext extends IndexContext {
  /** The brand's active bots by number. Absent: links to other bots are not checked. */
  readonly linkedBots?: ReadonlyMap<number, LinkedBotFacts>;
  /** The brand's connected accounts, as `<kind>:<id>`. Absent: accounts are not checked. */
  readonly connectedAccounts?: ReadonlySet<string>;
}

/** What the rules need to know of a bot that a block names. */
export interface LinkedBotFacts {
  readonly published: boolean;
  /** Which blocks of its live version jumps can go to. Absent: jumps to its blocks are not checked. */
  readonly targets?: { readonly has: (block: string) => boolean };
}

/** `error` stops publication and test deployment; `warning` stops the test deployment only. */
export type ViolationSeverity = 'error' | 'warning';

/** The description of a fault. Its block, connection and pointer follow from `Fault.on`. */
export interface Finding {
  readonly message: string;
  readonly param?: string;
  readonly output?: string;
  /** The path to the fault from `Fault.on`, or from the diagram. */
  readonly at?: readonly (string | number)[];
  readonly hint?: string;
}

/**
 * One place that breaks a rule. `describe` is called with `subject`, and only for faults that are kept, so it may take
 * the time that a good message needs. Make it a function of the module: a closure would be created for every entry,
 * faulty or not.
 */
export interface Fault<T> {
  readonly code: string;
  /** The entry at fault; absent: the diagram itself. */
  readonly on?: NodeEntry | ConnectionEntry;
  readonly describe: (subject: T) => Finding;
  readonly subject: T;
}

export type Report = <T>(fault: Fault<T>) => void;

/** A rule on diagrams, which needs facts of type `TFacts`. Lints have the same form. */
export interface Rule<TFacts> {
  /** Every code that the rule reports. */
  readonly codes: readonly string[];
  /** @spec RU8 */
  readonly severity: ViolationSeverity;
  /**
   * What can change its findings, so that after an edit only that is checked again.
   *
   * - `entries`: those on a block, the block and the connections that leave it; those on a connection, itself, the
   *   blocks at its ends, and what else leaves its source; those on the diagram, what `findNode` finds.
   * - `facts`: of blocks with references, the block, the facts, and what `findNode` finds.
   * - `graph`: which blocks there are, of which kinds, the connections and the jumps.
   * - `diagram`: anything in the diagram.
   *
   * @spec RU62
   */
  readonly looksAt: 'entries' | 'facts' | 'graph' | 'diagram';
  /** Reports the faults of all entries. Entries may come in any order; the faults of one entry come in a fixed one. */
  readonly check: (index: DiagramIndex, facts: TFacts, report: Report) => void;
}

const longest = 40;

/** Quotes a name or a value for people, shortened to a few words. @spec RU7 */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

/**
 * Shortens a text between code points, so that no half of a surrogate pair is left. It reads only the part that it
 * shows.
 */
function shorten(text: string): string {
  const points = [...text.slice(0, longest * 2)];
  return points.length <= longest && text.length <= longest * 2 ? text : `${points.slice(0, longest).join('')}…`;
}
