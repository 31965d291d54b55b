import type { ConnectionEntry, DiagramIndex, IndexContext, NodeEntry } from './diagram-index.ts';

/** Facts for rules besides the diagram. */
export interface CheckContext extends IndexContext {
  /** The brand's active bots by number. Absent: links to other bots are not checked. */
  readonly linkedBots?: ReadonlyMap<number, LinkedBotFacts>;
  /** The brand's connected accounts, as `<kind>:<id>`. Absent: accounts are not checked. */
  readonly connectedAccounts?: ReadonlySet<string>;
  /** The names of the language models. Absent: they are not checked. */
  readonly models?: Pick<ReadonlySet<string>, 'has'>;
}

/** Facts about a bot that a block names. */
export interface LinkedBotFacts {
  /** Whether the bot has a live version. */
  readonly published: boolean;
  /** Whether a block of its live version exists for jumps. Absent: jumps to its blocks are not checked. */
  readonly targets?: { readonly has: (block: string) => boolean };
}

/** `error` prevents publication and test deployment; `warning` prevents only the test deployment. */
export type ViolationSeverity = 'error' | 'warning';

/** The description of a fault. `Fault.on` determines its block, connection and pointer. */
export interface Finding {
  readonly message: string;
  readonly param?: string;
  readonly output?: string;
  /** The path to the fault from `Fault.on`, or from the diagram. */
  readonly at?: readonly (string | number)[];
  readonly hint?: string;
}

/** One place that breaks a rule. */
export interface Fault {
  readonly code: string;
  /** The entry at fault; `undefined`: the diagram itself. */
  readonly on: NodeEntry | ConnectionEntry | undefined;
  /** Called with `on` and `facts`. */
  readonly describe: (on: never, ...facts: never) => Finding;
  readonly facts: readonly unknown[];
}

/**
 * Reports a fault of the entry `on`. `describe` is called only for faults that are listed, so it may take time. Make it
 * a function of the module: a closure would be created for every entry.
 */
export type Report = <TOn extends Fault['on'], TFacts extends readonly unknown[]>(
  on: TOn,
  describe: (on: TOn, ...facts: TFacts) => Finding,
  ...facts: TFacts
) => void;

/** Returns the report for faults with a code. */
export type ReportAs = (code: string) => Report;

/** A rule on diagrams, which needs facts of type `TFacts`. Lints have the same form. */
export interface Rule<TFacts> {
  /** All codes of the rule. */
  readonly codes: readonly string[];
  /** @spec RU8 */
  readonly severity: ViolationSeverity;
  /**
   * The inputs of its findings, for the incremental check after an edit.
   *
   * - `entries`: for findings on a block, the block and its outgoing connections; on a connection, the connection, the
   *   blocks at its ends, and the other connections of its source; on the diagram, results of `findNode`.
   * - `facts`: for blocks with references or words of visitors, the block, the others, the facts, and results of
   *   `findNode`.
   * - `graph`: the blocks and their kinds, the connections and the jumps.
   * - `diagram`: anything in the diagram.
   *
   * @spec RU62
   */
  readonly looksAt: 'entries' | 'facts' | 'graph' | 'diagram';
  /** Reports the faults of all entries. Entries may come in any order; the faults of one entry come in a fixed one. */
  readonly check: (index: DiagramIndex, facts: TFacts, reportAs: ReportAs) => void;
}

/** Makes a rule with one code. */
export function rule<TFacts = CheckContext>(
  code: string,
  severity: ViolationSeverity,
  looksAt: Rule<TFacts>['looksAt'],
  check: (index: DiagramIndex, facts: TFacts, report: Report) => void,
): Rule<TFacts> {
  return {
    codes: [code],
    severity,
    looksAt,
    check: (index, facts, reportAs) => check(index, facts, reportAs(code)),
  };
}

const longest = 40;

/** Quotes a name or a value for people, shortened. @spec RU7 */
export function excerpt(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shorten(value));
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

const mostNamed = 10;

/** Says that a block lacks an output, and lists the outputs that it has. @spec RU28, ED18 */
export function lacksOutput(blockId: string, output: string, outputs: ReadonlySet<string>): string {
  const named = [...outputs].slice(0, mostNamed).map(excerpt).join(', ');
  const more = outputs.size > mostNamed ? ` and ${outputs.size - mostNamed} more` : '';
  return `Block ${excerpt(blockId)} has no output ${excerpt(output)}; it has ${named === '' ? 'none' : `${named}${more}`}.`;
}

/** Shortens a text between code points, without splitting a surrogate pair. Reads only the shown part. */
function shorten(text: string): string {
  const points = [...text.slice(0, longest * 2)];
  return points.length <= longest && text.length <= longest * 2 ? text : `${points.slice(0, longest).join('')}…`;
}
