import type { Catalog } from '../blocks/catalog.ts';
import { botNumberOf } from '../bot.ts';
import { type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { asUuid } from '../uuid.ts';
import { referencesOf } from './block-references.ts';
import type { Diagram } from './diagram.ts';
import type { LinkHead } from './link-heads.ts';

/** A bot in a block of a stored diagram. */
export interface NamedBot extends Pick<LinkHead, 'name' | 'channelFamily'> {
  /** The number in the block, on the server of the diagram. */
  readonly number: number;
}

/** A reference of a block to a bot. */
export interface BotLink {
  /** Id of the block. */
  readonly block: string;
  /** Key in `params` with the reference. */
  readonly param: string;
  /** Number, or uuid in lower case. */
  readonly bot: number | string;
  /** Id of the target block in the bot, if any. */
  readonly node?: string;
  /** The param with the bot. */
  readonly nodeParam?: string;
  /** The params of the block. */
  readonly params: JsonObject;
}

/**
 * Lists the places where blocks name bots, in diagram order.
 *
 * @spec DG23
 */
export function botLinksIn(diagram: Diagram, catalog: Catalog): readonly BotLink[] {
  return Object.entries(diagram.nodes).flatMap(([block, node]) => botLinksOf(block, node, catalog));
}

/**
 * Changes the bots that blocks name.
 *
 * @param find - Returns the new bot; `undefined`: no change.
 * @returns The same diagram when nothing changes.
 * @spec DG23
 */
export function relinkBots(diagram: Diagram, catalog: Catalog, find: (link: BotLink) => NamedBot | undefined): Diagram {
  let isChanged = false;
  const nodes = Object.entries(diagram.nodes).map(([block, node]): [string, JsonValue] => {
    const changes = botLinksOf(block, node, catalog).flatMap((link) => changesOf(link, find(link)));
    if (changes.length === 0) return [block, node];
    isChanged = true;
    const { params } = node as { readonly params: JsonObject };
    return [block, { ...(node as JsonObject), params: { ...params, ...Object.fromEntries(changes) } }];
  });
  return isChanged ? { ...diagram, nodes: Object.fromEntries(nodes) } : diagram;
}

/** The same for one entry of the map of nodes. */
export function botLinksOf(block: string, node: JsonValue | undefined, catalog: Catalog): readonly BotLink[] {
  return referencesOf(node, catalog).flatMap(({ reference, value, params }) => {
    if (reference.to !== 'bot') return [];
    const bot = botNumberOf(value) ?? asUuid(value);
    if (bot === undefined) return [];
    const named = reference.block === undefined ? undefined : ownMember(params, reference.block);
    const target = typeof named === 'string' ? named.trim() : '';
    const place = target !== '' && { node: target, nodeParam: reference.block as string };
    return [{ block, param: reference.param, bot, ...place, params }];
  });
}

/** Updates the members that the service wrote next to the number, but adds none. */
function changesOf({ param, params }: BotLink, bot: NamedBot | undefined): readonly (readonly [string, JsonValue])[] {
  if (bot === undefined) return [];
  const { number, name, channelFamily } = bot;
  const beside = { [`${param}_number`]: number, [`${param}_name`]: name, [`${param}_channel_family`]: channelFamily };
  const wanted = { [param]: number, ...beside };
  return Object.entries(wanted).flatMap(([key, value]) =>
    value === undefined || (key !== param && ownMember(params, key) === undefined) || params[key] === value
      ? []
      : [[key, value] as const],
  );
}
