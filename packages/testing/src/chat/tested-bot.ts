import { type PreparedBot, prepareBot } from '@botwright/core/conversation';
import {
  type Catalog,
  checkDiagram,
  type Diagram,
  parseDiagram,
  type Violation,
  type ViolationSeverity,
} from '@botwright/core/diagram';

/** A bot to test. Of a diagram alone the number is 1, and the channel family `native`. */
export interface TestedBot {
  readonly diagram: Diagram;
  readonly number?: number;
  readonly channelFamily?: string;
  /** Key of the greeting block, when the channel family has one of the host's own. */
  readonly greetingSlot?: string;
}

/** A bot, or its diagram alone. */
export type BotSource = Diagram | TestedBot;

/** A bot of which nothing is left out. */
export interface WholeBot extends Required<Omit<TestedBot, 'greetingSlot'>>, Pick<TestedBot, 'greetingSlot'> {}

/** A diagram breaks rules, so that no bot could be published with it. */
export class DiagramRefused extends Error {
  override readonly name = 'DiagramRefused';
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(`The diagram has violations:\n${renderViolations(violations)}`);
    this.violations = violations;
  }
}

const mostShown = 10;

/** One line each, the first ten. */
export function renderViolations(violations: readonly Violation[]): string {
  const lines = violations
    .slice(0, mostShown)
    .map(({ code, message, pointer }) => `  ${pointer || '/'} ${code}: ${message}`);
  const more = violations.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/**
 * Completes a bot.
 *
 * @throws {TypeError} When what was given is no diagram.
 */
export function wholeBot(source: BotSource, number = 1, channelFamily = 'native'): WholeBot {
  if (typeof source !== 'object' || source === null) throw new TypeError('A bot is a diagram, or an object with one.');
  const given = 'diagram' in source && !('nodes' in source) ? (source as TestedBot) : { diagram: source as Diagram };
  const parsed = parseDiagram(given.diagram);
  if (!parsed.ok) {
    const what = parsed.field === '' ? 'diagram' : `member "${parsed.field}" of the diagram`;
    throw new TypeError(`The ${what} cannot be read: ${parsed.message}`);
  }
  return { number, channelFamily, ...given };
}

/** What a rule found in the diagram of a bot: of this severity, or of any. @spec TE3 */
export function violationsOf(bot: WholeBot, catalog: Catalog, severity?: ViolationSeverity): readonly Violation[] {
  const { diagram, number, channelFamily, greetingSlot } = bot;
  const slots = greetingSlot === undefined ? {} : { greetingSlots: new Map([[channelFamily, greetingSlot]]) };
  const { violations } = checkDiagram(diagram, { catalog, channelFamily, ...slots, bot: { number } });
  return severity === undefined ? violations : violations.filter((violation) => violation.severity === severity);
}

/**
 * Prepares a bot for conversations.
 *
 * @throws {DiagramRefused} When its diagram breaks a rule, unless it is not to be checked.
 * @spec TE3
 */
export function prepareTestedBot(bot: WholeBot, catalog: Catalog, isChecked: boolean): PreparedBot {
  const broken = isChecked ? violationsOf(bot, catalog, 'error') : [];
  if (broken.length > 0) throw new DiagramRefused(broken);
  return prepareBot(bot);
}
