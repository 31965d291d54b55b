import type { JournaledConversation } from '@botwright/core/conversation';
import type { replayConversation } from '@botwright/testing';
import type { Place } from '@botwright/testing/files';

/** A conversation and the result of its replay. */
export interface Replayed {
  readonly conversation: JournaledConversation;
  readonly result: ReturnType<typeof replayConversation>;
}

export interface ReplayReport {
  /** Name of the bot. */
  readonly bot: string;
  /** Name of the draft. */
  readonly draft: string;
  /** File of the draft, if it is one. */
  readonly file: string | undefined;
  /** Where the blocks of the draft are in the text of its file. */
  readonly places?: ReadonlyMap<string, Place>;
  readonly maxDifferent: number | undefined;
  /** Whether the report may quote visitors and the bot. */
  readonly hasWords: boolean;
  readonly replayed: readonly Replayed[];
}

export type RenderReplay = (report: ReplayReport) => string;

/** How results are named, in the order of reports. */
export const names = {
  same: 'the same',
  otherwise: 'otherwise',
  restart: 'begin again',
  error: 'with an error',
  not_replayable: 'not replayable',
} as const satisfies Record<Replayed['result']['kind'], string>;

type Kind = Replayed['result']['kind'];
type Different = Extract<Replayed['result'], { readonly turn: number }>;

export const kinds = Object.keys(names) as readonly Kind[];

export function countOf({ replayed }: ReplayReport, kind: Kind): number {
  return replayed.filter(({ result }) => result.kind === kind).length;
}

/** How many conversations are otherwise, begin again or end with an error. */
export function countDifferent(report: ReplayReport): number {
  return countOf(report, 'otherwise') + countOf(report, 'restart') + countOf(report, 'error');
}

/** How many of the conversations were compared with made-up answers. */
export function countRedacted({ replayed }: ReplayReport): number {
  return replayed.filter(({ result }) => 'isRedacted' in result && result.isRedacted).length;
}

export function describe(report: ReplayReport): string {
  const { replayed, maxDifferent, bot } = report;
  if (replayed.length === 0) return `The journal of ${bot} has no conversation.`;
  const parts = kinds.flatMap((kind) => {
    const count = countOf(report, kind);
    return count === 0 ? [] : [`${count.toLocaleString('en')} ${names[kind]}`];
  });
  const redacted = countRedacted(report);
  const different = countDifferent(report);
  return [
    `${replayed.length.toLocaleString('en')} ${replayed.length === 1 ? 'conversation' : 'conversations'} of ${bot}: ${parts.join(', ')}.`,
    ...(redacted === 0 ? [] : [`${redacted.toLocaleString('en')} redacted: compared with made-up answers.`]),
    ...(maxDifferent === undefined || different <= maxDifferent ? [] : [`More than ${maxDifferent} differ.`]),
  ].join(' ');
}

/** Conversations that differ first at the same block in the same way, or have an error there. */
export interface DifferenceGroup {
  readonly kind: Different['kind'];
  readonly block: string | undefined;
  readonly count: number;
  /** The newest of them. */
  readonly first: Different;
  readonly conversation: JournaledConversation;
}

/** The largest groups first. @spec JR22 */
export function groupDifferences({ replayed }: ReplayReport): readonly DifferenceGroup[] {
  const different = replayed.flatMap(({ conversation, result }) =>
    'turn' in result ? [{ conversation, first: result }] : [],
  );
  const groups = [...Map.groupBy(different, ({ first }) => JSON.stringify([first.kind, blockOf(first)])).values()];
  return groups
    .flatMap((group) => {
      const [newest] = group;
      if (newest === undefined) return [];
      const { kind } = newest.first;
      return [{ kind, block: blockOf(newest.first), count: group.length, ...newest }];
    })
    .toSorted((one, other) => other.count - one.count);
}

function blockOf({ block, error }: Different): string | undefined {
  return error === undefined ? block : error.block;
}

/** What the draft says where it has an error after the first difference, with the visitor's input before it. */
export function errorLines({ error }: Different): readonly string[] {
  return error === undefined ? [] : [`… input ${error.turn}: ${error.visitor}`, ...error.said];
}

/** The lines of texts, with a mark before each. */
export function markedLines(mark: '+' | '-', texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split('\n').map((line) => `${mark} ${line}`));
}

/** Texts in one line. */
export function inLine(...texts: readonly string[]): string {
  return texts.join('\n').replaceAll('\n', ' ⏎ ');
}

/** Reasons why conversations could not be replayed, with their counts, the most frequent first. */
export function lostReasons({ replayed }: ReplayReport): readonly (readonly [why: string, count: number])[] {
  const reasons = replayed.flatMap(({ result }) => (result.kind === 'not_replayable' ? [result.why] : []));
  return [...Map.groupBy(reasons, (why) => why)]
    .map(([why, all]) => [why, all.length] as const)
    .toSorted(([, one], [, other]) => other - one);
}

/** The name of a conversation, for `botwright record --conversation`. */
export function nameOf({ customer, begunAt }: JournaledConversation): string {
  return `${customer}@${begunAt}`;
}
