import type { VisitorInput } from '../../domain/conversation/messages.ts';
import { isStillAt, waitingPlaceOf } from '../../domain/conversation/waiting-place.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { comparableText, indexOfText } from '../field/comparable-text.ts';
import { type Entry, entriesOf, type ReadyWord } from './entry.ts';
import type { StepRunOptions } from './step-run.ts';

/** The entry whose words the visitor typed, and the output of the words. */
export interface Heard extends Pick<Entry, 'node' | 'comesBack'> {
  readonly output: string;
  /** No block waits for the visitor. */
  readonly isIdle: boolean;
}

/** Words that a page offers at the same time. */
const mostQuickWords = 20;

/** UTF-16 units of the visitor's text that are searched for words. */
const longestSearched = 1_000;

/**
 * Finds the entry whose words a visitor has typed: the first one, and its first words, in diagram order.
 *
 * @spec KW6, KW7, KW8, KW11
 */
export function hear(
  { machine, bot, state, budget }: Pick<StepRunOptions, 'machine' | 'bot' | 'state' | 'budget'>,
  message: VisitorInput,
): Heard | undefined {
  if (message.type !== 'text' || message.payload !== undefined) return undefined;
  const entries = entriesOf(machine, bot);
  const listening = entries.length === 0 ? undefined : listeningOf({ machine, bot, state });
  if (listening === undefined) return undefined;
  const typed = comparableText(message.text, budget);
  if (typed === '') return undefined;
  for (const { node, comesBack, words } of entries.filter((entry) => isHeard(entry, listening))) {
    for (const word of words) {
      if (isLookedFor(word, listening) && isSaid(word, typed, budget)) {
        return { node, comesBack, output: word.output, isIdle: listening.isIdle };
      }
    }
  }
  return undefined;
}

/** The words that a page offers because the bot understands them at this moment. @spec KW12 */
export function quickWords(request: Pick<StepRunOptions, 'machine' | 'bot' | 'state'>): readonly string[] {
  const listening = listeningOf(request);
  if (listening === undefined) return [];
  const shown = entriesOf(request.machine, request.bot)
    .filter((entry) => isHeard(entry, listening))
    .flatMap(({ words }) => words.filter((word) => word.isShown && isLookedFor(word, listening)));
  return [...new Set(shown.map(({ text }) => text))].slice(0, mostQuickWords);
}

/** How a bot listens for words. */
interface Listening {
  /** No block waits for the visitor. */
  readonly isIdle: boolean;
  /** The block that waits takes any text. */
  readonly isFreeText: boolean;
}

/** @returns `undefined`: it does not, because an effect, a moment, a person or feedback is awaited. @spec KW7 */
function listeningOf({
  machine: { catalog },
  bot,
  state,
}: Pick<StepRunOptions, 'machine' | 'bot' | 'state'>): Listening | undefined {
  const { at } = state;
  if (at.kind === 'agent' || at.kind === 'result' || at.kind === 'jump') return undefined;
  if (at.kind === 'feedback' && state.bot === bot.number) return undefined;
  const isIdle = !isStillAt(bot, waitingPlaceOf(state));
  if (at.kind === 'pause' && !isIdle && at.interruptible !== true) return undefined;
  const waiting = isIdle || !('template' in at) ? undefined : catalog.byTemplate(at.template);
  return { isIdle, isFreeText: waiting?.isFreeText === true };
}

function isHeard(entry: Entry, { isIdle }: Listening): boolean {
  return isIdle || !entry.isIdle;
}

function isLookedFor({ match }: ReadyWord, { isFreeText }: Listening): boolean {
  return match !== 'contains' || !isFreeText;
}

/** @param typed - Comparable. */
function isSaid({ folded, match }: ReadyWord, typed: string, budget: StepBudget): boolean {
  budget.charge(costs.element + folded.length * costs.character);
  if (match === 'is') return typed === folded;
  if (match === 'starts_with') return typed.startsWith(folded);
  const searched = typed.slice(0, longestSearched);
  budget.charge((searched.length + folded.length) * costs.searchedCharacter);
  return indexOfText(searched, folded) >= 0;
}
