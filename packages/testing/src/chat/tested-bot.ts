import { type PreparedBot, prepareBot } from '@botwright/core/conversation';
import {
  type Catalog,
  type ChannelCapabilities,
  checkDiagram,
  type Diagram,
  type DiagramContext,
  parseDiagram,
  type Violation,
  type ViolationSeverity,
} from '@botwright/core/diagram';

/** A bot to test. Default: number 1, and the channel family `native`. */
export interface TestedBot {
  /** Must break no rule of publication, unless the option `unchecked` is set. */
  readonly diagram: Diagram;
  /** By which blocks of other tested bots name it. Default 1. */
  readonly number?: number;
  /** Default `native`. */
  readonly channelFamily?: string;
  /** Key of the greeting block, if the host defines it for the channel family. */
  readonly greetingSlot?: string;
  /** The features of the channel family, if the host declares them. */
  readonly can?: ChannelCapabilities;
}

/** A bot, or only its diagram. */
export type BotSource = Diagram | TestedBot;

/** A bot with all defaults filled in. */
export interface WholeBot
  extends Required<Pick<TestedBot, 'diagram' | 'number' | 'channelFamily'>>,
    Pick<TestedBot, 'greetingSlot' | 'can'> {}

/** A diagram breaks rules of publication. */
export class DiagramRefused extends Error {
  override readonly name = 'DiagramRefused';
  /** In diagram order. */
  readonly violations: readonly Violation[];

  /** @param bot - The number of a linked bot. */
  constructor(violations: readonly Violation[], bot?: number) {
    super(`The diagram${bot === undefined ? '' : ` of bot ${bot}`} has violations:\n${renderViolations(violations)}`);
    this.violations = violations;
  }
}

const mostShown = 10;

/** The first ten, one line each. */
export function renderViolations(violations: readonly Violation[]): string {
  const lines = violations
    .slice(0, mostShown)
    .map(({ code, message, pointer }) => `  ${pointer || '/'} ${code}: ${message}`);
  const more = violations.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
}

/**
 * Fills in the defaults of a bot.
 *
 * @throws {TypeError} For a malformed diagram.
 */
export function wholeBot(source: BotSource, number = 1, channelFamily = 'native', can?: ChannelCapabilities): WholeBot {
  if (typeof source !== 'object' || source === null) throw new TypeError('A bot is a diagram, or an object with one.');
  const given = 'diagram' in source && !('nodes' in source) ? (source as TestedBot) : { diagram: source as Diagram };
  const parsed = parseDiagram(given.diagram);
  if (!parsed.ok) {
    const part = parsed.field === '' ? 'diagram' : `member "${parsed.field}" of the diagram`;
    throw new TypeError(`The ${part} cannot be read: ${parsed.message}`);
  }
  return { number, channelFamily, ...(can !== undefined && { can }), ...given };
}

/** The context for reading the diagram of a bot. */
export function contextOf({ channelFamily, greetingSlot, number }: WholeBot, catalog: Catalog): DiagramContext {
  const slots = greetingSlot === undefined ? {} : { greetingSlots: new Map([[channelFamily, greetingSlot]]) };
  return { catalog, channelFamily, ...slots, bot: { number } };
}

/** Violations in the diagram of a bot, of this severity or of any. @spec TE3 */
export function violationsOf(bot: WholeBot, catalog: Catalog, severity?: ViolationSeverity): readonly Violation[] {
  const { violations } = checkDiagram(bot.diagram, contextOf(bot, catalog));
  return severity === undefined ? violations : violations.filter((violation) => violation.severity === severity);
}

/**
 * Prepares a bot for conversations.
 *
 * @param linkedAs - The number of a linked bot.
 * @throws {DiagramRefused} When its diagram breaks a rule and `isChecked` is set.
 * @spec TE3
 */
export function prepareTestedBot(bot: WholeBot, catalog: Catalog, isChecked: boolean, linkedAs?: number): PreparedBot {
  const broken = isChecked ? violationsOf(bot, catalog, 'error') : [];
  if (broken.length > 0) throw new DiagramRefused(broken, linkedAs);
  return prepareBot(bot);
}
