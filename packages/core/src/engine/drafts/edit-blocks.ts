import type { Draft, EditedDraft } from '../../domain/draft/draft.ts';
import { addBlocks } from '../../domain/edits/add-blocks.ts';
import { applyChangeSet } from '../../domain/edits/apply-change-set.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../../domain/edits/change-set.ts';
import { deleteBlock, isDeletable } from '../../domain/edits/delete-block.ts';
import { editBlock, isEditable } from '../../domain/edits/edit-block.ts';
import { readBlockEdit, readBlocksInput, readChangeSet } from '../../domain/edits/input/read-edit-input.ts';
import type { IfRevision } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { readEdit } from '../input/read-edit.ts';
import { requirePermission, type Scope } from '../scope.ts';
import { toDraft, toEditedDraft } from './draft-answer.ts';
import { editContext } from './edit-context.ts';
import { editRefusal } from './edit-refusal.ts';
import { storedDiagram } from './stored-diagram.ts';
import { writeDraft } from './write-draft.ts';

/** @spec DR18, DR19, DR20 */
export async function changeDraft(
  scope: Scope,
  botId: string,
  input: ChangeSet,
  options: IfRevision | undefined,
): Promise<EditedDraft> {
  requirePermission(scope.principal, 'edit_bots');
  const changeSet = readEdit(readChangeSet(input));

  return writeDraft(scope, {
    botId,
    options,
    readsCurrent: true,
    async edit({ tx, current }) {
      const diagram = storedDiagram(current);
      const edited = applyChangeSet(diagram, changeSet, await editContext(scope, tx.bots, diagram, changeSet));
      if (edited.kind === 'refused') throw editRefusal('change_set_refused', edited.violations);
      return edited;
    },
    answer: toEditedDraft,
  });
}

/** @spec DR21, DR22 */
export async function addDraftBlocks(
  scope: Scope,
  botId: string,
  input: BlocksInput,
  options: IfRevision | undefined,
): Promise<Draft> {
  requirePermission(scope.principal, 'edit_bots');
  const wanted = readEdit(readBlocksInput(input));

  return writeDraft(scope, {
    botId,
    options,
    readsCurrent: true,
    async edit({ tx, current }) {
      const diagram = storedDiagram(current);
      const context = await editContext(scope, tx.bots, diagram, { blocks: { add: wanted.blocks } });
      const edited = addBlocks(diagram, wanted, context);
      if (edited.kind === 'refused') throw editRefusal('blocks_refused', edited.violations);
      return edited;
    },
    answer: toDraft,
  });
}

/** @spec DR23, DR24 */
export async function editDraftBlock(
  scope: Scope,
  botId: string,
  blockId: string,
  input: BlockEdit,
  options: IfRevision | undefined,
): Promise<Draft> {
  requirePermission(scope.principal, 'edit_bots');
  const edit = readEdit(readBlockEdit(input));

  return writeDraft(scope, {
    botId,
    options,
    readsCurrent: true,
    requireTarget: (current) => requireBlock(isEditable(storedDiagram(current), blockId)),
    async edit({ tx, current }) {
      const diagram = storedDiagram(current);
      const update = [{ ...edit, id: blockId }];
      const context = await editContext(scope, tx.bots, diagram, { blocks: { update } });
      const edited = editBlock(diagram, blockId, edit, context);
      if (edited.kind === 'absent') throw new EngineError('block_not_found');
      if (edited.kind === 'refused') throw editRefusal('block_has_connections', edited.violations);
      return edited;
    },
    answer: toDraft,
  });
}

/** @spec DR18, DR25 */
export async function deleteDraftBlock(
  scope: Scope,
  botId: string,
  blockId: string,
  options: IfRevision | undefined,
): Promise<EditedDraft> {
  requirePermission(scope.principal, 'edit_bots');
  return writeDraft(scope, {
    botId,
    options,
    readsCurrent: true,
    requireTarget: (current) => requireBlock(isDeletable(storedDiagram(current), blockId)),
    async edit({ current }) {
      const edited = deleteBlock(storedDiagram(current), blockId);
      if (edited.kind === 'absent') throw new EngineError('block_not_found');
      if (edited.kind === 'refused') throw editRefusal('change_set_refused', edited.violations);
      return edited;
    },
    answer: toEditedDraft,
  });
}

/** @spec DR40 */
function requireBlock(isThere: boolean): void {
  if (!isThere) throw new EngineError('block_not_found');
}
