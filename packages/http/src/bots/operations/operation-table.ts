import {
  getSchedulerConnection,
  getSpreadsheetConnection,
  startSchedulerConnection,
  startSpreadsheetConnection,
} from './account-connections.ts';
import { createBot, deleteBot, getBot, listBots, updateBot } from './bots.ts';
import { getContract, listBlocks } from './catalog.ts';
import {
  listColumns,
  listEventTypes,
  listSchedulerAccounts,
  listSheets,
  listSpreadsheetAccounts,
  listSpreadsheets,
} from './connected-accounts.ts';
import { discardDraft, getDraft, listRevisions, patchDraft, putDraft } from './draft.ts';
import { addBlocks, deleteBlock, editBlock } from './draft-blocks.ts';
import { deployTest, validateDraft } from './draft-checks.ts';
import { getFeedback, putFeedback } from './feedback.ts';
import type { Extensions, Operation } from './operation.ts';
import { deleteVersion, getLatestVersion, getVersion, labelVersion, listVersions, publish } from './versions.ts';

/** The one table that routes requests and makes the contract, in the order in which the contract shows it. */
export const operations: readonly Operation[] = [
  listBots,
  createBot,
  getBot,
  updateBot,
  deleteBot,
  getFeedback,
  putFeedback,
  getDraft,
  putDraft,
  patchDraft,
  discardDraft,
  listRevisions,
  addBlocks,
  editBlock,
  deleteBlock,
  validateDraft,
  deployTest,
  listVersions,
  publish,
  getLatestVersion,
  getVersion,
  labelVersion,
  deleteVersion,
  listBlocks,
  getContract,
  listSpreadsheetAccounts,
  listSpreadsheets,
  listSheets,
  listColumns,
  startSpreadsheetConnection,
  getSpreadsheetConnection,
  listSchedulerAccounts,
  listEventTypes,
  startSchedulerConnection,
  getSchedulerConnection,
];

/** Tells operations that are served from those that are only described. */
export function isBuiltWith(extensions: Extensions): (operation: Operation) => boolean {
  return ({ needs }) => needs === undefined || extensions[needs];
}
