import type { JournaledConversation } from '@botwright/core/conversation';
import type { BotSource } from '../chat/tested-bot.ts';
import { recordScenario } from '../scenario/record-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import {
  fieldsAtStart,
  type ReplayedStep,
  type ReplayRun,
  type ReplayRunOptions,
  runReplay,
  scenarioFields,
} from './replay-run.ts';

/** The bots of a replay, and the options of their runs. */
interface ReplayOptions extends ReplayRunOptions {
  /** The version that held the conversation. Absent: it is unknown. */
  readonly held?: BotSource | undefined;
}

/** The first difference between a conversation and its replay. */
interface ReplayDifference {
  /** Number of the visitor's input before it, from 1. */
  readonly turn: number;
  /** That input in one line. */
  readonly visitor: string;
  /** The last block of the replay. */
  readonly block?: string;
  /** One line for each message, effect or end; absent: only its digest is known. */
  readonly expected?: readonly string[];
  /** One line for each message, effect or end of the replay. */
  readonly said: readonly string[];
  /** The error of the draft, if another difference is before it. */
  readonly error?: Omit<ReplayDifference, 'expected' | 'error'>;
}

/** The result of a replay. */
type ReplayResult =
  | { readonly kind: 'same'; readonly isRedacted: boolean }
  /**
   * `restart`: the draft's conversation ended before the visitor's last input, which began it again. `error`: it ended
   * with an error.
   */
  | ({ readonly kind: 'otherwise' | 'restart' | 'error'; readonly isRedacted: boolean } & ReplayDifference)
  /** `bot`: the number of a bot that is not among `bots`. */
  | { readonly kind: 'not_replayable'; readonly why: string; readonly bot?: number };

/**
 * Repeats a conversation of a journal with another diagram of its bot. The same conversation and bots always give the
 * same result; nothing is sent, and no time passes.
 *
 * @param draft - Its number is the number of the bot that held the conversation.
 * @spec JR12, JR13, JR14, JR15
 */
export function replayConversation(
  conversation: JournaledConversation,
  draft: BotSource,
  { held, ...options }: ReplayOptions = {},
): ReplayResult {
  const lost = whyLost(conversation);
  if (lost !== undefined) return { kind: 'not_replayable', why: lost };
  const run = runReplay(conversation, draft, options);
  const bot = unknownBot(run);
  if (bot !== undefined) return { kind: 'not_replayable', why: `it goes to bot ${bot}, which is not there`, bot };
  const isRedacted = conversation.steps.some(({ said }) => said === undefined);
  if (!isRedacted && run.stop === undefined && run.steps.every(isAsHeld)) return { kind: 'same', isRedacted };

  const before = held === undefined ? undefined : runReplay(conversation, held, options);
  if (before !== undefined && (before.stop !== undefined || !before.steps.every(isAsHeld))) {
    return { kind: 'not_replayable', why: 'it does not repeat with the version that held it' };
  }
  if (before === undefined && isRedacted) {
    return { kind: 'not_replayable', why: 'it is redacted, and the version that held it is unknown' };
  }
  const difference = firstDifference(run, before);
  if (difference === undefined) return { kind: 'same', isRedacted };
  const error = run.steps.find(({ end, journal }) => end === 'error' && journal?.end !== 'error');
  if (error === undefined)
    return { kind: run.stop?.kind === 'over' ? 'restart' : 'otherwise', isRedacted, ...difference };
  const { turn, said } = placeOf(error);
  const isFirst = difference.turn === turn && difference.said.join('\n') === said.join('\n');
  return { kind: 'error', isRedacted, ...difference, ...(!isFirst && { error: placeOf(error) }) };
}

/**
 * Makes a scenario of a conversation of a journal, which passes with the version that held it.
 *
 * @param held - That version. Its present outputs are the expected ones.
 * @returns Why it is impossible, or the scenario.
 * @spec JR15
 */
export function scenarioOfConversation(
  conversation: JournaledConversation,
  held: BotSource,
  { name, ...options }: ReplayRunOptions & { readonly name: string },
): { readonly scenario: Scenario } | { readonly why: string } {
  const lost = whyLost(conversation);
  if (lost !== undefined) return { why: lost };
  const run = runReplay(conversation, held, options, true);
  const bot = unknownBot(run);
  // A scenario asks for no feedback, so its conversation may end before.
  const unfit = run.stop?.kind === 'unfit' ? run.stop.why : undefined;
  const why = bot === undefined ? unfit : `It goes to bot ${bot}, which is not there.`;
  if (why !== undefined) return { why };
  const fields = scenarioFields(fieldsAtStart(conversation.start));
  const now = new Date(conversation.begunAt).toISOString();
  return { scenario: recordScenario(run.chat, { name, now, ...(Object.keys(fields).length > 0 && { fields }) }) };
}

/** Why the journal does not have everything that a replay needs. @spec JR13 */
function whyLost({ start, steps }: JournaledConversation): string | undefined {
  if (start.fields === undefined) return 'its Fields were too long for the journal';
  if (steps.some(({ input }) => input.kind === 'cut')) return 'an input was too long for the journal';
  return steps.some(({ changed }) => changed) ? 'somebody else than the bot changed its Fields' : undefined;
}

function unknownBot({ chat: { awaited } }: ReplayRun): number | undefined {
  return awaited?.kind === 'jump' ? awaited.bot : undefined;
}

function isAsHeld({ digest, end, journal }: ReplayedStep): boolean {
  return end === journal?.end && (journal?.said === undefined || digest === journal.said);
}

function firstDifference({ steps, stop }: ReplayRun, before: ReplayRun | undefined): ReplayDifference | undefined {
  for (const [index, step] of steps.entries()) {
    const expected = before?.steps[index];
    if (expected === undefined ? isAsHeld(step) : isSame(step, expected)) continue;
    return { ...placeOf(step), ...(expected !== undefined && { expected: linesOf(expected) }) };
  }
  if (stop === undefined) return undefined;
  const expected = before?.steps[steps.length];
  const block = steps.at(-1)?.block;
  return {
    turn: stop.turn,
    visitor: stop.visitor,
    ...(block !== undefined && { block }),
    ...(expected !== undefined && { expected: linesOf(expected) }),
    said: [`(${stop.why})`],
  };
}

/** The step without the expected lines. */
function placeOf(step: ReplayedStep): Omit<ReplayDifference, 'expected' | 'error'> {
  const { turn, visitor, block } = step;
  return { turn, visitor, ...(block !== undefined && { block }), said: linesOf(step) };
}

function isSame(one: ReplayedStep, other: ReplayedStep): boolean {
  return one.end === other.end && JSON.stringify(one.said) === JSON.stringify(other.said);
}

function linesOf({ said, end }: ReplayedStep): readonly string[] {
  return end === undefined ? said : [...said, `(${end === 'agent' ? 'handed to an agent' : `ended: ${end}`})`];
}
