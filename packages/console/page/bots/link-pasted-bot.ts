import {
  type BotLink,
  botLinksIn,
  type Catalog,
  type Diagram,
  type NamedBot,
  relinkBots,
} from '@botwright/core/diagram';
import { type LinkableBot, planLinks } from '@botwright/core/files';
import type { PastedBot } from './read-pasted-diagram.ts';

export interface PasteContext {
  readonly catalog: Catalog;
  /** The active bots of this server. */
  readonly bots: readonly LinkableBot[];
  /** Uuids without a bot on this server, in lower case. */
  readonly unknownIds: ReadonlySet<string>;
}

export type LinkedPaste =
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'linked'; readonly diagram: Diagram }
  /** It links to itself: its diagram needs the number of the new bot. */
  | { readonly kind: 'own'; diagramOf(bot: NamedBot): Diagram };

/** The other bots that a pasted diagram names. */
export function namedByPaste({ diagram, bot }: PastedBot, catalog: Catalog): readonly (number | string)[] {
  return botLinksIn(diagram, catalog).flatMap(({ bot: named }) => (named === bot.id ? [] : [named]));
}

/**
 * Replaces the numbers of a pasted diagram's links by the numbers of this server, like `botwright push --create`: the
 * bot itself becomes the new one, and the file's data finds the others.
 *
 * @spec CO68
 */
export function linkPastedBot(pasted: PastedBot, { catalog, bots, unknownIds }: PasteContext): LinkedPaste {
  const { id, ...head } = pasted.bot;
  const isFromHere = id !== undefined && bots.some((bot) => bot.id === id);
  const { server: _server, ...others } = pasted;
  const file = { bot: { ...others, bot: head, ...(isFromHere && { server: here }) } };
  const unknown = new Set([...unknownIds].filter((each) => each !== id));
  const plan = planLinks(file, { catalog, created: [], bots, unknownIds: unknown, url: here });
  if (!plan.ok) {
    const { link, meaning } = plan;
    const name = meaning?.name === undefined ? '' : `, ${JSON.stringify(meaning.name)}`;
    const origin = typeof link.bot === 'number' ? ' of another server' : '';
    return {
      kind: 'refused',
      problem:
        `Block ${JSON.stringify(link.block)} links to bot ${link.bot}${name}${origin}, which is not here. ` +
        'Write the uuid of a bot of this server in its place.',
    };
  }

  const targetOf = ({ bot }: BotLink) => (typeof bot === 'number' ? plan.targets.get(bot) : undefined);
  const isOwn = (link: BotLink): boolean => link.bot === id || targetOf(link)?.kind === 'file';
  const diagramOf = (own: NamedBot | undefined): Diagram =>
    relinkBots(pasted.diagram, catalog, (link) => {
      const target = targetOf(link);
      return isOwn(link) ? own : target?.kind === 'bot' ? target.bot : undefined;
    });
  return botLinksIn(pasted.diagram, catalog).some(isOwn)
    ? { kind: 'own', diagramOf }
    : { kind: 'linked', diagram: diagramOf(undefined) };
}

const here = 'here';
