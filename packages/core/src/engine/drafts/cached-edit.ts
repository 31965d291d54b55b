import type { Catalog } from '../../domain/blocks/catalog.ts';
import { type DiagramNames, visitNames } from '../../domain/diagram/block-references.ts';
import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type EditPlan, type EntryChanges, planChangeSet } from '../../domain/edits/apply-change-set.ts';
import { botIdsInChangeSet } from '../../domain/edits/change-set.ts';
import type { ConnectionLookup } from '../../domain/edits/plan-connections.ts';
import type { JsonObject, JsonValue } from '../../domain/json/json-value.ts';
import { checkDiagram } from '../../domain/rules/check-diagram.ts';
import { followCheck } from '../../domain/rules/followed-check.ts';
import type { DraftHead } from '../../records/drafts.ts';
import { violationsError } from '../bots/bot-decisions.ts';
import type { WithDraft } from '../bots/bot-records.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { Changes, Needs, Part } from '../use-case/use-case.ts';
import type { CheckFacts } from './check-facts.ts';
import { findLinkedBots } from './diagram-facts.ts';
import { nodeSizeFault } from './diagram-input.ts';
import { growingText, isLong, isSameState, type ParsedDraft } from './draft-cache.ts';
import { type DraftWriteParts, decideWrite, type EditWrite, putDraft, type Written } from './draft-write.ts';
import { hasManyFormulas, isLargeText, largeText } from './large-diagram-queue.ts';

/**
 * Enough steps to prepare a small draft: one for each rule, and a few more. A draft whose formulas must be parsed again
 * takes more steps, and continues in the queue of large diagrams.
 */
const stepsAtOnce = 200;

export interface EditRequest extends WithDraft<DraftHead> {
  readonly write: EditWrite;
  readonly facts: CheckFacts;
}

/**
 * Prepares a draft for an edit before the transaction, which other work waits for; a large draft is prepared in the
 * queue of large diagrams.
 */
export async function prepareEdit(
  { draftCache, largeDiagrams, caller }: DraftWriteParts,
  botId: string,
): Promise<void> {
  const { brand } = caller.principal;
  const cached = draftCache.get(brand, botId);
  if (cached === undefined || cached.prepared.ready() !== undefined) return;
  const steps = cached.prepared.prepare();
  if (isLargeText(cached.text.read()) || !isDoneWithin(steps, stepsAtOnce)) {
    await largeDiagrams.run(brand, async (large) => {
      while (cached.prepared.ready() === undefined && steps.next().done !== true) await large.pause();
    });
  }
  // The prepared draft takes more memory.
  if (draftCache.get(brand, botId) === cached) draftCache.put(brand, cached);
}

/**
 * Edits a cached draft. The time and the written bytes depend on the size of the edit, not of the diagram.
 *
 * @returns `undefined` when the edit needs the slow path; nothing has changed then.
 * @spec DR45, DR46, DR47
 */
export function* editCached(
  parts: DraftWriteParts,
  changes: Changes,
  { bot, draft, write, facts }: EditRequest,
): Part<({ readonly kind: 'written' } & Written) | Needs | undefined> {
  const { kinds, draftCache, checker } = parts;
  const { brand } = parts.caller.principal;
  const cached = draftCache.get(brand, bot.id);
  if (facts.turn !== undefined || cached === undefined || !isSameState(cached, draft)) return undefined;

  const parsed = cached.prepared.ready();
  if (parsed === undefined || (isLarge(parsed) && parsed.followed === undefined)) return undefined;
  const { editable, named } = parsed;
  const revision = decideWrite(parts, { bot, draft }, write.ifRevision, write.hasBlock?.(editable.diagram));
  const planned = yield* planEdit(parts, editable.diagram, write, editable.lookup);
  const next = preview(parts, { editable, named }, planned);
  if (next === undefined) return undefined;
  const context = yield* checker.contextFor(bot, next, facts);
  if ('obtain' in context) return context;

  // If anything fails from here on, the draft is not in the cache, and the next edit takes the slow path.
  draftCache.remove(brand, bot.id);
  changeNames(named, editable.diagram, planned.nodes);
  const { changed, splices } = editable.apply(planned, { wantsSplices: isLong(cached.text) });
  // The result equals a check of the whole diagram, which must not be made in a transaction if it is large.
  const isFollowed = parsed.followed?.follow(changed, context) === true;
  if (!isFollowed && isLarge(parsed)) return facts.needsTurn();
  const followed = isFollowed ? parsed.followed : followCheck(editable.diagram, context, kinds);
  const check = followed?.result() ?? checkDiagram(editable.diagram, context, kinds);
  const text = splices === undefined ? growingText(JSON.stringify(editable.diagram)) : cached.text.spliced(splices);
  const now = { editable, named, followed };
  const prepared = { ...cached.prepared, ready: () => now };
  const change = splices && { from: cached, splices, bytes: editable.bytes() };
  const stored = putDraft(parts, changes, { bot, draft }, { revision, text, check, prepared, change, by: write.by });
  const { violations } = check;
  const { removedConnections } = planned;
  return { kind: 'written', draft: { ...stored, violations }, text: text.read, removedConnections };
}

/** Plans an edit with the present state of the bots that it names. */
export function* planEdit(
  { catalog, caller }: Pick<DraftWriteParts, 'catalog' | 'caller'>,
  diagram: Diagram,
  { changeSet, refusedAs }: EditWrite,
  lookup?: ConnectionLookup,
): Part<EditPlan> {
  const linked = botIdsInChangeSet(diagram, changeSet, catalog);
  const known = { catalog, linkedBots: yield* findLinkedBots(caller, linked) };
  const planned = planChangeSet(diagram, changeSet, known, lookup);
  if (planned.kind === 'refused') throw violationsError(refusedAs, planned.violations);
  return planned;
}

function isLarge({ editable }: ParsedDraft): boolean {
  return editable.bytes() >= largeText;
}

function isDoneWithin(steps: Iterator<undefined, unknown>, most: number): boolean {
  for (let count = 0; count < most; count += 1) if (steps.next().done === true) return true;
  return false;
}

/**
 * The names in a diagram after an edit. `undefined`: the diagram would be too large, or its formulas take long to
 * parse.
 */
function preview(
  { limits, catalog, kinds }: EngineParts,
  { editable, named }: Pick<ParsedDraft, 'editable' | 'named'>,
  { nodes, connections }: EditPlan,
): Pick<DiagramNames, 'accounts' | 'botNumbers' | 'jumpedBots'> | undefined {
  const { diagram, counts } = editable;
  if (counts.nodes + growthOf(diagram.nodes, nodes) > limits.maxNodes) return undefined;
  if (counts.connections + growthOf(diagram.connections, connections) > limits.maxConnections) return undefined;
  for (const [key, node] of nodes.written) if (nodeSizeFault(limits, key, node) !== undefined) return undefined;
  if (hasManyFormulas(formulasOf(nodes.written.values(), catalog), kinds)) return undefined;

  changeNames(named, diagram, nodes);
  const after = { accounts: named.accounts(), botNumbers: named.botNumbers(), jumpedBots: named.jumpedBots() };
  const isTooLong = named.formulaLength() > limits.maxFormulaLength;
  changeNames(named, diagram, nodes, 'back');
  return isTooLong ? undefined : after;
}

function formulasOf(nodes: Iterable<JsonValue>, catalog: Catalog): readonly string[] {
  const formulas: string[] = [];
  const visitor = { botId() {}, botNumber() {}, account() {}, formula: (text: string) => void formulas.push(text) };
  for (const node of nodes) visitNames(node, catalog, visitor);
  return formulas;
}

function growthOf(map: JsonObject, { removed, written }: EntryChanges): number {
  let growth = 0;
  for (const key of removed) if (Object.hasOwn(map, key) && !written.has(key)) growth -= 1;
  for (const key of written.keys()) if (!Object.hasOwn(map, key)) growth += 1;
  return growth;
}

/** Changes the names of nodes as an edit will, or back. The diagram is the one before the edit. */
function changeNames(
  named: ParsedDraft['named'],
  { nodes }: Diagram,
  { removed, written }: EntryChanges,
  direction: 'forth' | 'back' = 'forth',
): void {
  for (const key of new Set([...removed, ...written.keys()])) {
    const before = Object.hasOwn(nodes, key) ? nodes[key] : undefined;
    const after = written.get(key);
    if (direction === 'forth') named.change(before, after);
    else named.change(after, before);
  }
}
