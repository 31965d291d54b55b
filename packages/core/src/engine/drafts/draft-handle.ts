import type { Draft, DraftRevision, EditedDraft } from '../../domain/draft.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../../domain/edits/change-set.ts';
import type { Page, PageRequest } from '../../domain/paging/page.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { PermissionsOf } from '../caller.ts';
import type { DiagramOwnership } from './diagram-input.ts';

/**
 * Writes only if the draft is at this revision, or at one of these; otherwise fails with `draft_changed`. An empty list
 * always fails.
 */
export interface IfRevision {
  /** Absent: writes in any case. An HTTP interface takes it from `If-Match`. */
  readonly ifRevision?: number | readonly number[];
}

interface WrittenBy {
  /** The program that writes for the person, such as `mcp:claude`, for the history: at most 100 characters. */
  readonly by?: string;
}

interface DryRun {
  /** Answers like the write, and stores nothing. */
  readonly dryRun?: boolean;
}

export interface Drafts {
  /** Reads the draft with the violations of its last write. */
  get(botId: string): Promise<Draft>;
  /** Stores the diagram as sent, even when it breaks rules. */
  replace(botId: string, diagram: unknown, options?: IfRevision & WrittenBy & DiagramOwnership): Promise<Draft>;
  /** Writes all changes, or none: `change_set_refused` has every problem. */
  applyChangeSet(botId: string, changeSet: ChangeSet, options?: IfRevision & WrittenBy & DryRun): Promise<EditedDraft>;
  /** Writes all blocks, or none: `blocks_refused` has every problem. */
  addBlocks(botId: string, input: BlocksInput, options?: IfRevision): Promise<Draft>;
  /** Writes the given members of one block. An output with connections must stay: `block_has_connections`. */
  editBlock(botId: string, blockId: string, edit: BlockEdit, options?: IfRevision): Promise<Draft>;
  /** Removes a block with the connections from and to it. */
  deleteBlock(botId: string, blockId: string, options?: IfRevision): Promise<EditedDraft>;
  /** Replaces the draft with the diagram of the live version. */
  discard(botId: string, options?: IfRevision): Promise<Draft>;
  /** Past states, newest first. */
  revisions(botId: string, page?: PageRequest): Promise<Page<DraftRevision>>;
  /** Checks `diagram`, or the stored draft, and writes nothing. */
  validate(botId: string, diagram?: unknown, options?: DiagramOwnership): Promise<CheckResult>;
  /** Deploys the draft to the test channel. */
  deployTest(botId: string, options?: IfRevision): Promise<Draft>;
}

export const draftPermissions: PermissionsOf<Drafts> = {
  get: 'view_bots',
  replace: 'edit_bots',
  applyChangeSet: 'edit_bots',
  addBlocks: 'edit_bots',
  editBlock: 'edit_bots',
  deleteBlock: 'edit_bots',
  discard: 'edit_bots',
  revisions: 'view_bots',
  validate: 'view_bots',
  deployTest: 'edit_bots',
};
