import { type BotLink, botLinksIn, type Catalog } from '@botwright/core/diagram';
import type { ChosenFile } from '../bot-files/chosen-files.ts';
import type { LinkHead, ServerBot } from '../bot-files/link-heads.ts';

/** The bot that a number in a file is to lead to. */
export type LinkTarget =
  /** The number stays. `note`: nobody knows that it means the same bot there. */
  | { readonly kind: 'kept'; readonly note?: string }
  | { readonly kind: 'bot'; readonly bot: ServerBot }
  /** A bot that is created by this push. */
  | { readonly kind: 'file'; readonly file: ChosenFile };

/** By the number in the file, or why one of them leads nowhere. */
export type LinkPlan =
  | { readonly ok: true; readonly targets: ReadonlyMap<number, LinkTarget> }
  | { readonly ok: false; readonly problem: string };

export interface LinkPlanContext {
  readonly catalog: Catalog;
  /** Those of which this push creates bots. */
  readonly created: readonly ChosenFile[];
  /** The active ones of the server. */
  readonly bots: readonly ServerBot[];
  /** Uuids of no bot of the server, in lower case. */
  readonly unknownIds: ReadonlySet<string>;
  /** Base address of the server. */
  readonly url: string;
}

/**
 * Finds the bots that the numbers in a file mean: bots of the same push first, then bots of the server that are the
 * very same. A uuid means a bot of the server.
 *
 * @spec PU18, PU19
 */
export function planLinks(file: ChosenFile, context: LinkPlanContext): LinkPlan {
  const targets = new Map<number, LinkTarget>();
  for (const link of botLinksIn(file.bot.diagram, context.catalog)) {
    const { bot: number, block } = link;
    if (typeof number !== 'number') {
      if (!context.unknownIds.has(number)) continue;
      const problem = `Block ${JSON.stringify(block)} links to bot ${number}, which is not on ${context.url}.`;
      return { ok: false, problem };
    }
    if (targets.has(number)) continue;
    const target =
      file.bot.bot.id === undefined ? targetOfNew(file, link, number, context) : targetOf(file, number, context);
    if (target === undefined) {
      const meaning = meaningOf(file, link, number);
      const name = meaning?.name === undefined ? '' : `, ${JSON.stringify(meaning.name)}`;
      const problem =
        `Block ${JSON.stringify(block)} links to bot ${number}${name}, of another server: ` +
        `it is neither on ${context.url} nor among the bots that are created. Push both together, ` +
        'or write the uuid of a bot of that server in place of the number.';
      return { ok: false, problem };
    }
    targets.set(number, target);
  }
  return { ok: true, targets };
}

/** The bot is on the server, and so its numbers are those of the server, unless the file says that they are not. */
function targetOf(
  { bot: { bot, links } }: ChosenFile,
  number: number,
  context: LinkPlanContext,
): LinkTarget | undefined {
  const self = context.bots.find(({ id }) => id === bot.id);
  if (number === bot.number)
    return self === undefined || self.number === number ? { kind: 'kept' } : { kind: 'bot', bot: self };
  const meaning = links?.[number];
  if (meaning === undefined) return { kind: 'kept' };
  const there = context.bots.find((each) => each.number === number);
  if (there !== undefined && isMeant(there, meaning)) return { kind: 'kept' };
  const other = amongCreated(number, meaning, context) ?? onServer(meaning, context);
  // A bot that is in the trash, or that the caller no longer sees, is reported by the server.
  return other ?? (there === undefined ? { kind: 'kept' } : undefined);
}

function targetOfNew(
  file: ChosenFile,
  link: BotLink,
  number: number,
  context: LinkPlanContext,
): LinkTarget | undefined {
  const { server, bot, isPulled } = file.bot;
  if (number === bot.number) return { kind: 'file', file };
  const meaning = meaningOf(file, link, number);
  const created = amongCreated(number, meaning, context);
  if (created !== undefined) return created;
  const there = context.bots.find((each) => each.number === number);
  if (meaning !== undefined) {
    const isKnownById = meaning.id !== undefined;
    return (
      onServer(meaning, context) ?? (!isKnownById && there && isMeant(there, meaning) ? { kind: 'kept' } : undefined)
    );
  }
  if (server === context.url) return { kind: 'kept' };
  if (isPulled) return undefined;
  const note = there && `links to bot ${number}, ${JSON.stringify(there.name)}, of ${context.url}`;
  return {
    kind: 'kept',
    ...(note !== undefined && { note: `${file.name}: block ${JSON.stringify(link.block)} ${note}` }),
  };
}

/** What the file says of a number: by itself, or beside the number, where a server wrote it. */
function meaningOf({ bot }: ChosenFile, { param, params }: BotLink, number: number): LinkHead | undefined {
  const known = bot.links?.[number];
  if (known !== undefined) return known;
  const { [`${param}_number`]: beside, [`${param}_name`]: name, [`${param}_channel_family`]: channelFamily } = params;
  if (beside !== number || typeof name !== 'string') return undefined;
  return { name, ...(typeof channelFamily === 'string' && { channelFamily }) };
}

/** The only file with this number or this name, in which nothing speaks against it. */
function amongCreated(
  number: number,
  meaning: LinkHead | undefined,
  { created }: LinkPlanContext,
): LinkTarget | undefined {
  const fitting = created.filter(({ bot: { bot } }) => {
    const { name, channelFamily } = meaning ?? {};
    const isOther = (said: string | undefined, meant: string | undefined) =>
      said !== undefined && meant !== undefined && said !== meant;
    return !isOther(bot.name, name) && !isOther(bot.channelFamily, channelFamily);
  });
  const byNumber = fitting.filter(({ bot: { bot } }) => bot.number === number);
  const name = meaning?.name;
  const byName = name === undefined ? [] : fitting.filter(({ bot: { bot } }) => bot.name === name);
  const [file, ...others] = byNumber.length > 0 ? byNumber : byName;
  return file === undefined || others.length > 0 ? undefined : { kind: 'file', file };
}

function onServer({ id }: LinkHead, { bots }: LinkPlanContext): LinkTarget | undefined {
  const bot = id === undefined ? undefined : bots.find((each) => each.id === id);
  return bot === undefined ? undefined : { kind: 'bot', bot };
}

/** @spec PU20 */
export function isMeant(there: ServerBot, { id, name, channelFamily }: LinkHead): boolean {
  if (id !== undefined) return there.id === id;
  return there.name === name && (channelFamily === undefined || there.channel_family === channelFamily);
}
