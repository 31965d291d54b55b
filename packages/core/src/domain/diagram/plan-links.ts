import type { Catalog } from '../blocks/catalog.ts';
import type { Diagram } from './diagram.ts';
import { isMeant, type LinkableBot, type LinkHead, type LinkHeads } from './link-heads.ts';
import { type BotLink, botLinksIn } from './relink-bots.ts';

/** A file with a bot, of this server or of another one. */
export interface LinkingFile {
  readonly bot: {
    /** Base address of the Bots API that the file is from. */
    readonly server?: string;
    /** `id`: the bot is on the server; absent: it is created from the file. */
    readonly bot: LinkHead & { readonly number?: number };
    /** What the numbers in it mean, but for its own. */
    readonly links?: LinkHeads;
    /** A command wrote the file. */
    readonly isPulled: boolean;
    readonly diagram: Diagram;
  };
}

/** The bot that a number in a file is to lead to. */
export type LinkTarget<TFile> =
  /** The number stays. `stranger`: a bot that has it there, and nobody knows that it is meant. */
  | { readonly kind: 'kept'; readonly stranger?: LinkableBot; readonly block?: string }
  | { readonly kind: 'bot'; readonly bot: LinkableBot }
  /** A bot that is created from a file. */
  | { readonly kind: 'file'; readonly file: TFile };

/** By the number in the file, or the link of it that leads nowhere, with what its number means. */
export type LinkPlan<TFile> =
  | { readonly ok: true; readonly targets: ReadonlyMap<number, LinkTarget<TFile>> }
  | { readonly ok: false; readonly link: BotLink; readonly meaning?: LinkHead };

export interface LinkPlanContext<TFile> {
  readonly catalog: Catalog;
  /** Those of which bots are created now. */
  readonly created: readonly TFile[];
  /** The active ones of the server. */
  readonly bots: readonly LinkableBot[];
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

/** The bot is on the server, and so its numbers are those of the server, unless the file says that they are not. */
function targetOf<TFile extends LinkingFile>(
  { bot: { bot, links } }: TFile,
  number: number,
  context: LinkPlanContext<TFile>,
): LinkTarget<TFile> | undefined {
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
      onServer(meaning, context) ?? (!isKnownById && there && isMeant(there, meaning) ? { kind: 'kept' } : undefined)
    );
  }
  if (server === context.url) return { kind: 'kept' };
  if (isPulled) return undefined;
  return { kind: 'kept', ...(there !== undefined && { stranger: there, block: link.block }) };
}

/** What the file says of a number: by itself, or beside the number, where a server wrote it. */
function meaningOf({ bot }: LinkingFile, { param, params }: BotLink, number: number): LinkHead | undefined {
  const known = bot.links?.[number];
  if (known !== undefined) return known;
  const { [`${param}_number`]: beside, [`${param}_name`]: name, [`${param}_channel_family`]: channelFamily } = params;
  if (beside !== number || typeof name !== 'string') return undefined;
  return { name, ...(typeof channelFamily === 'string' && { channelFamily }) };
}

/** The only file with this number or this name, in which nothing speaks against it. */
function amongCreated<TFile extends LinkingFile>(
  number: number,
  meaning: LinkHead | undefined,
  { created }: LinkPlanContext<TFile>,
): LinkTarget<TFile> | undefined {
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

function onServer<TFile>(
  { id }: LinkHead,
  { bots }: Pick<LinkPlanContext<TFile>, 'bots'>,
): LinkTarget<TFile> | undefined {
  const bot = id === undefined ? undefined : bots.find((each) => each.id === id);
  return bot === undefined ? undefined : { kind: 'bot', bot };
}
