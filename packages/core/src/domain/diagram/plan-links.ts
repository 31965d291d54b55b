import type { Catalog } from '../blocks/catalog.ts';
import type { Diagram } from './diagram.ts';
import { isLinkedBot, type LinkableBot, type LinkHead, type LinkHeads } from './link-heads.ts';
import { type BotLink, botLinksIn } from './relink-bots.ts';

/** A file with a bot, from this server or another one. */
export interface LinkingFile {
  /** The part of the file that a plan reads. */
  readonly bot: {
    /** Base address of the Bots API of origin. */
    readonly server?: string;
    /** `id`: the bot exists on the server; absent: the file creates it. */
    readonly bot: LinkHead & { readonly number?: number };
    /** The bots of the numbers in it, except its own. */
    readonly links?: LinkHeads;
    /** Whether a command wrote the file. */
    readonly isPulled: boolean;
    readonly diagram: Diagram;
  };
}

/** The target of a number in a file. */
export type LinkTarget<TFile> =
  /** The number stays. `stranger`: a bot of the server with this number, perhaps another one. */
  | { readonly kind: 'same'; readonly stranger?: LinkableBot; readonly block?: string }
  | { readonly kind: 'bot'; readonly bot: LinkableBot }
  /** A bot that a file creates. */
  | { readonly kind: 'file'; readonly file: TFile };

/** Targets by the number in the file, or the file's first link without a target, with the bot of its number. */
export type LinkPlan<TFile> =
  | { readonly ok: true; readonly targets: ReadonlyMap<number, LinkTarget<TFile>> }
  | { readonly ok: false; readonly link: BotLink; readonly meaning?: LinkHead };

export interface LinkPlanContext<TFile> {
  /** The blocks that the diagrams may have. */
  readonly catalog: Catalog;
  /** The files that create bots now. */
  readonly created: readonly TFile[];
  /** The active bots of the server. */
  readonly bots: readonly LinkableBot[];
  /** Uuids unknown to the server, in lower case. */
  readonly unknownIds: ReadonlySet<string>;
  /** Base address of the server. */
  readonly url: string;
}

/**
 * Finds the bots of the numbers in a file: first among the bots of the same push, then among the same bots on the
 * server. A uuid always names a bot of the server.
 *
 * @spec PU18, PU19
 */
export function planLinks<TFile extends LinkingFile>(file: TFile, context: LinkPlanContext<TFile>): LinkPlan<TFile> {
  const targets = new Map<number, LinkTarget<TFile>>();
  for (const link of botLinksIn(file.bot.diagram, context.catalog)) {
    const { bot: number } = link;
    if (typeof number !== 'number') {
      if (context.unknownIds.has(number)) return { ok: false, link };
      continue;
    }
    if (targets.has(number)) continue;
    const target =
      file.bot.bot.id === undefined ? targetOfNew(file, link, number, context) : targetOf(file, number, context);
    if (target === undefined) {
      const meaning = meaningOf(file, link, number);
      return { ok: false, link, ...(meaning !== undefined && { meaning }) };
    }
    targets.set(number, target);
  }
  return { ok: true, targets };
}

/** The bot exists on the server, so its numbers are numbers of the server unless the file says otherwise. */
function targetOf<TFile extends LinkingFile>(
  { bot: { bot, links } }: TFile,
  number: number,
  context: LinkPlanContext<TFile>,
): LinkTarget<TFile> | undefined {
  const self = context.bots.find(({ id }) => id === bot.id);
  if (number === bot.number)
    return self === undefined || self.number === number ? { kind: 'same' } : { kind: 'bot', bot: self };
  const meaning = links?.[number];
  if (meaning === undefined) return { kind: 'same' };
  const there = context.bots.find((each) => each.number === number);
  if (there !== undefined && isLinkedBot(there, meaning)) return { kind: 'same' };
  const other = amongCreated(number, meaning, context) ?? onServer(meaning, context);
  // The server reports a bot in the trash, or invisible to the caller.
  return other ?? (there === undefined ? { kind: 'same' } : undefined);
}

function targetOfNew<TFile extends LinkingFile>(
  file: TFile,
  link: BotLink,
  number: number,
  context: LinkPlanContext<TFile>,
): LinkTarget<TFile> | undefined {
  const { server, bot, isPulled } = file.bot;
  if (number === bot.number) return { kind: 'file', file };
  const meaning = meaningOf(file, link, number);
  const created = amongCreated(number, meaning, context);
  if (created !== undefined) return created;
  const there = context.bots.find((each) => each.number === number);
  if (meaning !== undefined) {
    const isKnownById = meaning.id !== undefined;
    return (
      onServer(meaning, context) ??
      (!isKnownById && there && isLinkedBot(there, meaning) ? { kind: 'same' } : undefined)
    );
  }
  if (server === context.url) return { kind: 'same' };
  if (isPulled) return undefined;
  return { kind: 'same', ...(there !== undefined && { stranger: there, block: link.block }) };
}

/** The file's data about a number: in its links, or next to the number if a server wrote it. */
function meaningOf({ bot }: LinkingFile, { param, params }: BotLink, number: number): LinkHead | undefined {
  const known = bot.links?.[number];
  if (known !== undefined) return known;
  const { [`${param}_number`]: beside, [`${param}_name`]: name, [`${param}_channel_family`]: channelFamily } = params;
  if (beside !== number || typeof name !== 'string') return undefined;
  return { name, ...(typeof channelFamily === 'string' && { channelFamily }) };
}

/** The only file with this number or this name and no contradiction. */
function amongCreated<TFile extends LinkingFile>(
  number: number,
  meaning: LinkHead | undefined,
  { created }: LinkPlanContext<TFile>,
): LinkTarget<TFile> | undefined {
  const fitting = created.filter(({ bot: { bot } }) => {
    const { name, channelFamily } = meaning ?? {};
    const isOther = (one: string | undefined, other: string | undefined) =>
      one !== undefined && other !== undefined && one !== other;
    return !isOther(bot.name, name) && !isOther(bot.channelFamily, channelFamily);
  });
  const byNumber = fitting.filter(({ bot: { bot } }) => bot.number === number);
  const name = meaning?.name;
  const byName = name === undefined ? [] : fitting.filter(({ bot: { bot } }) => bot.name === name);
  const [file, ...others] = byNumber.length > 0 ? byNumber : byName;
  return file === undefined || others.length > 0 ? undefined : { kind: 'file', file };
}

function onServer<TFile>(
  { id }: LinkHead,
  { bots }: Pick<LinkPlanContext<TFile>, 'bots'>,
): LinkTarget<TFile> | undefined {
  const bot = id === undefined ? undefined : bots.find((each) => each.id === id);
  return bot === undefined ? undefined : { kind: 'bot', bot };
}
