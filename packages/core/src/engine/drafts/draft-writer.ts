import type { Diagram } from '../../domain/diagram/diagram.ts';
import { type Draft, type EditedDraft, withDiagram } from '../../domain/draft.ts';
import { editedDiagram } from '../../domain/edits/apply-change-set.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import { saveStateOf } from '../../domain/lifecycle/bot-state.ts';
import type { DraftHead, DraftRecord } from '../../records/drafts.ts';
import { loadWithHead, requireDraft, type WithDraft } from '../bots/bot-records.ts';
import { decided, load, noChanges, type UseCase } from '../use-case/use-case.ts';
import { editCached, planEdit, prepareEdit } from './cached-edit.ts';
import type { CheckFacts } from './check-facts.ts';
import { storedDiagram } from './diagram-checker.ts';
import { requireDiagramSize } from './diagram-input.ts';
import {
  type DraftWriteParts,
  decideWrite,
  type EditWrite,
  replaceDraft,
  type WholeWrite,
  type Written,
} from './draft-write.ts';

/** The next diagram, computed once per state of the draft: for a large diagram the use-case runs more than once. */
interface Made {
  readonly of: DraftHead;
  readonly diagram: Diagram;
  readonly diagramJson: string;
  readonly removedConnections: readonly JsonObject[];
}

/** Checks and stores a whole diagram. @spec DR5, DR6, DR10, DR15, DR16, DR37 */
export async function writeDiagram(parts: DraftWriteParts, write: WholeWrite): Promise<Draft> {
  let made: Made | undefined;

  function* run(facts: CheckFacts): UseCase<Draft> {
    const present = yield* loadWithHead(parts.caller, write.botId);
    const revision = decideWrite(parts, present, write.ifRevision);
    if (made === undefined || !isSameHead(made.of, present.draft)) {
      const next = yield* write.make(present, facts);
      if (next.kind === 'needs') return next;
      const { diagram, diagramJson = JSON.stringify(diagram) } = next;
      if (next.diagramJson === undefined) requireDiagramSize(parts, diagram);
      made = { of: present.draft, diagram, diagramJson, removedConnections: [] };
    }
    return yield* store(parts, { present, revision, made, facts, write }, toWrittenDraft);
  }
  return parts.checker.withFacts('skip', (facts) => parts.perform(() => run(facts)));
}

/** Edits the stored diagram, checks it and stores it. @spec DR5, DR6, DR10, DR15, DR16, DR37 */
export async function editDraft<T>(
  parts: DraftWriteParts,
  write: EditWrite,
  answer: (written: Written) => T,
): Promise<T> {
  let made: Made | undefined;

  function* run(facts: CheckFacts): UseCase<T> {
    const present = yield* loadWithHead(parts.caller, write.botId);
    const changes = noChanges();
    // An edit of the cached draft would change it, also without a write.
    const edited = write.dryRun === true ? undefined : yield* editCached(parts, changes, { ...present, write, facts });
    if (edited?.kind === 'needs') return edited;
    if (edited !== undefined) return decided(changes, () => answer(edited));

    const [found] = yield* load({ kind: 'draft', botId: present.bot.id });
    const current = requireDraft(present.bot.id, found);
    const revision = decideWrite(parts, present, write.ifRevision, write.hasBlock?.(storedDiagram(current)));
    if (made === undefined || !isSameHead(made.of, present.draft)) {
      if (facts.lacksTurn(current.diagramJson)) return facts.needsTurn();
      const stored = storedDiagram(current);
      const planned = yield* planEdit(parts, stored, write);
      const diagram = editedDiagram(stored, planned);
      requireDiagramSize(parts, diagram);
      const { removedConnections } = planned;
      made = { of: present.draft, diagram, diagramJson: JSON.stringify(diagram), removedConnections };
    }
    return yield* store(parts, { present, revision, made, facts, write }, answer);
  }
  await prepareEdit(parts, write.botId);
  return parts.checker.withFacts('skip', (facts) => parts.perform(() => run(facts)));
}

/** Checks the next diagram and puts it. */
function* store<T>(
  parts: DraftWriteParts,
  {
    present,
    revision,
    made,
    facts,
    write,
  }: {
    readonly present: WithDraft<DraftHead>;
    readonly revision: number;
    readonly made: Made;
    readonly facts: CheckFacts;
    readonly write: Pick<EditWrite, 'by' | 'dryRun'>;
  },
  answer: (written: Written) => T,
): UseCase<T> {
  const checked = yield* parts.checker.check(present.bot, made, facts);
  if (checked.kind === 'needs') return checked;
  const { check } = checked;
  const { diagramJson, removedConnections } = made;
  const changes = noChanges();
  const head = replaceDraft(parts, changes, present, { revision, diagramJson, check, by: write.by });
  const written = { draft: { ...head, violations: check.violations }, text: diagramJson, removedConnections };
  return decided(write.dryRun === true ? {} : changes, () => answer(written));
}

function isSameHead(some: DraftHead, other: DraftHead): boolean {
  return some.revision === other.revision && some.stateId === other.stateId;
}

/** @spec DR3, DR4 */
export function toDraft(record: DraftRecord): Draft {
  return withDiagram(membersOf(record), record.diagramJson);
}

/** @spec DR3, DR4 */
export function toWrittenDraft({ draft, text }: Written): Draft {
  return withDiagram(membersOf(draft), text);
}

/** @spec DR18 */
export function toEditedDraft({ draft, text, removedConnections }: Written): EditedDraft {
  return withDiagram({ ...membersOf(draft), removedConnections }, text);
}

function membersOf(draft: Written['draft']) {
  const { botId, revision, violations, violationsTotal, editedAt } = draft;
  return { botId, revision, saveState: saveStateOf(draft), violations, violationsTotal, editedAt };
}
