import type { BotWork, Column, SourcePlace } from '../bot-work.ts';
import type { Exits } from '../choices.ts';
import type { Finding } from '../finished-bot.ts';
import { excerpt } from '../plain-texts.ts';
import type { Content } from './contents.ts';
import type { BotpressSource, SourceNode } from './source.ts';
import type { Variables } from './variables.ts';

/** The work on one bot of Botpress. */
export interface Reading {
  readonly work: BotWork;
  readonly source: BotpressSource;
  readonly variables: Variables;
  /** Phrases of intents, by their names. */
  readonly intents: ReadonlyMap<string, readonly string[]>;
  /** Whether some node asks for the intent of a sentence that it did not wait for. */
  readonly keepsIntent: boolean;
  /** The place where a node begins. */
  enter(node: SourceNode): string;
  /** The place where a target of a transition leads; reports one that leads nowhere. */
  resolve(target: string, from: Pick<SourceNode, 'flow'>, element: SourcePlace): string | undefined;
  /** Whether an element has an entry. */
  isReported(element: SourcePlace): boolean;
  /** Reports an element, once. */
  say(element: SourcePlace, finding: Finding, target?: string): void;
  /** The elements of content that bots said. */
  readonly usedContents: Set<string>;
  /** The flows of skills that became blocks. */
  readonly folded: Set<string>;
  /** The way of a visitor who stays silent in a node. */
  silence(node: SourceNode): Exits['timeout'];
}

export const columnOf = ({ left, top, name }: SourceNode): Column => ({ left, top, title: name });

/** Reports the lost parts of an element of content. */
export function reportContent(
  { say }: Reading,
  element: SourcePlace,
  { withoutAddress, dropped, hasHtml, isUnknown }: Content,
  type: string,
): void {
  for (const url of withoutAddress) {
    say(element, ['lost', 'media-kind', `A file of the source's server is not shown: ${excerpt(url)}.`]);
  }
  for (const code of dropped) {
    say(element, ['lost', 'code-not-translated', `The text lacks the result of ${excerpt(code)}.`]);
  }
  if (hasHtml) say(element, ['changed', 'html-removed', 'HTML became plain text.']);
  if (isUnknown) {
    say(element, ['lost', 'integration-unknown', `The content ${excerpt(type)} is no known one: its text is said.`]);
  }
}
