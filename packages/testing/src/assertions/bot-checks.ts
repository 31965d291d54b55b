import { createCatalog, lintDiagram, lintIds } from '@botwright/core/diagram';
import { renderBotMessage } from '../chat/message-text.ts';
import type { SimulatedChat } from '../chat/simulated-chat.ts';
import { type BotSource, renderViolations, violationsOf, wholeBot } from '../chat/tested-bot.ts';
import { matchesText, renderPattern, type TextPattern } from '../chat/text-pattern.ts';
import type { DiagramOptions } from '../paths/diagram-graph.ts';
import { reachableBlocks } from '../paths/shortest-paths.ts';
import { looksLike, namesAfter } from '../texts/code-points.ts';

/** The result of a check, in the form for `expect.extend` of vitest and Jest. */
export interface BotCheck {
  readonly pass: boolean;
  /** The failure if the check does not hold; for a negated check, the failure if it holds. */
  message(): string;
  /** For the difference that a runner shows; absent if the check holds. @spec TE64 */
  readonly expected?: unknown;
  readonly actual?: unknown;
}

const checked = (pass: boolean, message: string, expected?: unknown, actual?: unknown): BotCheck => ({
  pass,
  message: () => message,
  ...(!pass && { expected, actual }),
});

/** The diagram breaks no rule of publication. @spec TE60 */
export function checkValid(source: BotSource, options: DiagramOptions = {}): BotCheck {
  const { catalog = createCatalog(), channelFamily } = options;
  const violations = violationsOf(wholeBot(source, 1, channelFamily), catalog, 'error');
  if (violations.length === 0) return checked(true, 'The diagram has no violations.');
  return checked(false, `The diagram has violations:\n${renderViolations(violations)}`, [], codesOf(violations));
}

const deadEndsAlone = Object.fromEntries(lintIds.map((id) => [id, id === 'dead-end' ? 'error' : 'off'] as const));

/** The lint `dead-end` finds nothing. @spec TE61 */
export function checkNoDeadEnds(source: BotSource, options: DiagramOptions = {}): BotCheck {
  const { catalog = createCatalog() } = options;
  const { diagram, channelFamily } = wholeBot(source, 1, options.channelFamily);
  const { findings } = lintDiagram(diagram, { catalog, channelFamily }, deadEndsAlone);
  if (findings.length === 0) return checked(true, 'The diagram has no dead ends.');
  return checked(false, `The diagram has dead ends:\n${renderViolations(findings)}`, [], codesOf(findings));
}

/** The conversation reached the block, or a conversation with this diagram can. @spec TE62 */
export function checkReach(subject: SimulatedChat | BotSource, block: string, options: DiagramOptions = {}): BotCheck {
  const diagrams = isChat(subject) ? [...subject.diagrams.values()] : [wholeBot(subject, 1).diagram];
  if (!diagrams.some(({ nodes }) => Object.hasOwn(nodes, block))) {
    // A negated check fails, too: a mistyped name must not pass as an unreachable block.
    throw new TypeError(`There is no block "${block}" in the diagram.`);
  }
  if (!isChat(subject)) {
    const ok = reachableBlocks(subject, options).has(block);
    const reached = ok ? [] : [...reachableBlocks(subject, options).keys()];
    return checked(ok, `${ok ? 'A' : 'No'} conversation can come to block "${block}".`, [...reached, block], reached);
  }
  const entered = subject.trace.flatMap((event) => (event.kind === 'entered' ? [event.node] : []));
  if (entered.includes(block)) return checked(true, `The conversation came to block "${block}".`);
  const came = entered.length === 0 ? 'It has not begun.' : `It came to: ${entered.join(', ')}.`;
  return checked(false, `The conversation did not come to block "${block}". ${came}`, [...entered, block], entered);
}

/** One of the messages since the last input has this text. @spec TE63, TE72 */
export function checkSaid(chat: SimulatedChat, text: TextPattern): BotCheck {
  const ok = chat.said.some((said) => matchesText(text, said));
  const pattern = renderPattern(text);
  const alike = ok ? undefined : chat.said.find((said) => looksLike(pattern, said));
  const lines = chat.messages.map(
    (message, at) => `  ${renderBotMessage(message)}${ok ? '' : namesAfter(chat.said[at] ?? '', pattern)}`,
  );
  const said = lines.length === 0 ? 'It said nothing.' : `It said:\n${lines.join('\n')}`;
  return checked(
    ok,
    `The bot ${ok ? 'said' : `did not say`}: ${pattern}${ok ? '' : namesAfter(pattern, alike)}\n${said}`,
    [pattern],
    chat.said,
  );
}

const codesOf = (found: readonly { readonly pointer: string; readonly code: string }[]): readonly string[] =>
  found.map(({ pointer, code }) => `${pointer || '/'} ${code}`);

function isChat(subject: SimulatedChat | BotSource): subject is SimulatedChat {
  return typeof subject === 'object' && subject !== null && 'transcript' in subject && 'trace' in subject;
}
