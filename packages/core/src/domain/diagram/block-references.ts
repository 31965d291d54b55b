import type { BlockReference } from '../blocks/block-definition.ts';
import type { Catalog } from '../blocks/catalog.ts';
import { botNumberOf } from '../bot.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { asUuid } from '../uuid.ts';
import type { Diagram } from './diagram.ts';

/** One param of one block that names something outside the diagram. */
export interface FoundReference {
  /** The block's key in the diagram. */
  readonly blockId: string;
  readonly node: JsonObject;
  readonly params: JsonObject;
  readonly reference: BlockReference;
  readonly value: JsonValue;
}

/**
 * Lists every reference of a diagram, in diagram order. A node that is malformed elsewhere counts too, if its template
 * and params can be read.
 */
export function* referencesIn(diagram: Diagram, catalog: Catalog): Generator<FoundReference> {
  for (const [blockId, node] of Object.entries(diagram.nodes)) yield* referencesOf(blockId, node, catalog);
}

/** Lists the references of one entry of the map of nodes. */
export function* referencesOf(blockId: string, node: JsonValue, catalog: Catalog): Generator<FoundReference> {
  if (!isJsonObject(node)) return;
  const template = ownMember(node, 'template');
  const params = ownMember(node, 'params');
  if (typeof template !== 'string' || params === undefined || !isJsonObject(params)) return;
  for (const reference of catalog.byTemplate(template)?.references ?? []) {
    const value = ownMember(params, reference.param);
    if (value !== undefined) yield { blockId, node, params, reference, value };
  }
}

/** A connected account as a block names it. */
export interface AccountReference {
  /** `spreadsheets`, `scheduler`, or a kind of the host's own. */
  readonly kind: string;
  readonly id: string;
}

/**
 * Lists the connected accounts that a diagram names, each once, in diagram order.
 *
 * @spec DG14
 */
export function accountsOf(diagram: Diagram, catalog: Catalog): readonly AccountReference[] {
  const found = new Map<string, AccountReference>();
  for (const { reference, value } of referencesIn(diagram, catalog)) {
    if (reference.to !== 'account' || typeof value !== 'string') continue;
    const account = { kind: reference.kind, id: value };
    found.set(JSON.stringify([account.kind, account.id]), account);
  }
  return [...found.values()];
}

/** What is added to a block that names a bot by uuid. */
export interface LinkedBot {
  readonly number: number;
  readonly name: string;
  readonly channelFamily: string;
}

/**
 * Lists the bots that a diagram names, each once, in diagram order: uuids in lower case, and numbers.
 *
 * @spec DG13
 */
export function linkedBotsOf(
  diagram: Diagram,
  catalog: Catalog,
): { readonly ids: readonly string[]; readonly numbers: readonly number[] } {
  const ids = new Set<string>();
  const numbers = new Set<number>();
  for (const { reference, value } of referencesIn(diagram, catalog)) {
    if (reference.to !== 'bot') continue;
    const id = asUuid(value);
    const number = botNumberOf(value);
    if (id !== undefined) ids.add(id);
    if (number !== undefined) numbers.add(number);
  }
  return { ids: [...ids], numbers: [...numbers] };
}

/** Lists the formulas of a diagram in diagram order. Repeated ones and ones that no rule reads are listed too. */
export function* formulaTexts(diagram: Diagram, catalog: Catalog): Generator<string> {
  for (const key of Object.keys(diagram.nodes)) yield* formulasOfNode(diagram.nodes[key], catalog);
}

/** The same of one entry of the map of nodes. */
export function formulasOfNode(node: JsonValue | undefined, catalog: Catalog): readonly string[] {
  if (node === undefined || !isJsonObject(node)) return none;
  const template = ownMember(node, 'template');
  const names = typeof template === 'string' ? catalog.byTemplate(template)?.formulas : undefined;
  const params = names && ownMember(node, 'params');
  if (names === undefined || params === undefined || !isJsonObject(params)) return none;
  return names.map((name) => ownMember(params, name)).filter((expression) => typeof expression === 'string');
}

const none: readonly string[] = [];
