import type { BlockDefinition, BlockReference } from '../blocks/block-definition.ts';
import type { Catalog } from '../blocks/catalog.ts';
import { botNumberOf } from '../bot.ts';
import { isJsonObject, type JsonObject, type JsonValue, ownMember } from '../json/json-value.ts';
import { remembered } from '../remembered.ts';
import { asUuid } from '../uuid.ts';
import type { Diagram } from './diagram.ts';
import { type DiagramEntries, entriesOf } from './diagram-entries.ts';

/** A connected account in a block. */
export interface AccountReference {
  /** `spreadsheets`, `scheduler`, or a kind of the host's own. */
  readonly kind: string;
  readonly id: string;
}

/** The additions to a block that names a bot by uuid. */
export interface LinkedBot {
  /** Stored in the block in place of the uuid. */
  readonly number: number;
  /** The name now; renaming the bot does not change the block. */
  readonly name: string;
  /** The family of the bot. */
  readonly channelFamily: string;
}

/** The external references of a diagram, each once and in diagram order, and its formulas. */
export interface DiagramNames {
  /** Uuids in lower case. */
  readonly botIds: readonly string[];
  readonly botNumbers: readonly number[];
  /** The part of `botNumbers` with a jump to a named block. */
  readonly jumpedBots: readonly number[];
  readonly accounts: readonly AccountReference[];
  /** With repetitions, and formulas that no rule reads. */
  readonly formulas: readonly string[];
}

/** Called with each name in a node. */
export interface NameVisitor {
  botId(uuid: string): void;
  /** @param isBlockNamed - The node also names a block of the bot. */
  botNumber(number: number, isBlockNamed: boolean): void;
  account(account: AccountReference): void;
  formula(expression: string): void;
}

/**
 * Lists the references of a diagram in one pass.
 *
 * @spec DG13, DG14
 */
export function namesIn(
  diagram: Diagram,
  catalog: Catalog,
  { nodes }: Pick<DiagramEntries, 'nodes'> = entriesOf(diagram),
): DiagramNames {
  const botIds = new Set<string>();
  const botNumbers = new Set<number>();
  const jumpedBots = new Set<number>();
  const accounts = new Map<string, AccountReference>();
  const formulas: string[] = [];
  const visitor: NameVisitor = {
    botId: (uuid) => botIds.add(uuid),
    botNumber(number, isBlockNamed) {
      botNumbers.add(number);
      if (isBlockNamed) jumpedBots.add(number);
    },
    account: (account) => accounts.set(JSON.stringify([account.kind, account.id]), account),
    formula: (expression) => formulas.push(expression),
  };
  for (const node of nodes.values) visitNames(node, catalog, visitor);
  return {
    botIds: [...botIds],
    botNumbers: [...botNumbers],
    jumpedBots: [...jumpedBots],
    accounts: [...accounts.values()],
    formulas,
  };
}

/** Makes a `namesIn` with a cache, for diagrams that do not change. */
export function rememberedNames(
  catalog: Catalog,
  listed: (diagram: Diagram) => DiagramEntries = entriesOf,
): (diagram: Diagram) => DiagramNames {
  const known = new WeakMap<Diagram, DiagramNames>();
  return (diagram) => remembered(known, diagram, () => namesIn(diagram, catalog, listed(diagram)));
}

/** Visits the names in one entry of the map of nodes; in a malformed entry the readable ones. */
export function visitNames(node: JsonValue | undefined, catalog: Catalog, visitor: NameVisitor): void {
  for (const { reference, value, params } of referencesOf(node, catalog)) {
    if (reference.to === 'account') {
      if (typeof value === 'string') visitor.account({ kind: reference.kind, id: value });
      continue;
    }
    if (reference.to !== 'bot') continue;
    const uuid = asUuid(value);
    const number = botNumberOf(value);
    if (uuid !== undefined) visitor.botId(uuid);
    if (number !== undefined)
      visitor.botNumber(number, reference.block !== undefined && ownMember(params, reference.block) !== undefined);
  }
  const { formulas = [], nestedFormulas } = definitionOf(node, catalog) ?? {};
  if (formulas.length === 0 && nestedFormulas === undefined) return;
  const params = ownMember(node as JsonObject, 'params');
  if (!isJsonObject(params)) return;
  for (const name of formulas) {
    const expression = ownMember(params, name);
    if (typeof expression === 'string') visitor.formula(expression);
  }
  for (const { expression } of nestedFormulas?.(params) ?? []) visitor.formula(expression);
}

/** Finds the definition of a node's template, if both can be read. */
export function definitionOf(node: JsonValue | undefined, catalog: Catalog): BlockDefinition | undefined {
  if (!isJsonObject(node)) return undefined;
  const template = ownMember(node, 'template');
  return typeof template === 'string' ? catalog.byTemplate(template) : undefined;
}

/** A reference of a block, with the value of its param and all params. */
export interface FoundReference {
  readonly reference: BlockReference;
  readonly value: JsonValue;
  readonly params: JsonObject;
}

/** Lists the references of a node whose params have a value; none of a node that cannot be read. */
export function referencesOf(node: JsonValue | undefined, catalog: Catalog): readonly FoundReference[] {
  const { references = [] } = definitionOf(node, catalog) ?? {};
  const params = references.length === 0 ? undefined : ownMember(node as JsonObject, 'params');
  if (!isJsonObject(params)) return none;
  return references.flatMap((reference): readonly FoundReference[] => {
    const value = ownMember(params, reference.param);
    return value === undefined ? [] : [{ reference, value, params }];
  });
}

const none: readonly never[] = [];

/**
 * Lists the connected accounts that a diagram names, each once, in diagram order.
 *
 * @spec DG14
 */
export function accountsOf(diagram: Diagram, catalog: Catalog): readonly AccountReference[] {
  return namesIn(diagram, catalog).accounts;
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
  const { botIds, botNumbers } = namesIn(diagram, catalog);
  return { ids: botIds, numbers: botNumbers };
}
