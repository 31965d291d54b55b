import type { Diagram } from '../../domain/diagram/diagram.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../../domain/edits/change-set.ts';
import { isDeletable, isEditable } from '../../domain/edits/single-edits.ts';
import {
  blockEditSchema,
  blocksInputSchema,
  changeSetSchema,
  draftConditionSchema,
} from '../../domain/inputs/drafts.ts';
import { assertAllowed } from '../bots/bot-decisions.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, permitted } from '../caller.ts';
import type { EngineParts } from '../engine-parts.ts';
import { readInput } from '../read-input.ts';
import { load } from '../use-case/use-case.ts';
import { diagramChecker, storedDiagram } from './diagram-checker.ts';
import { readOwnedDiagram } from './diagram-input.ts';
import { type Drafts, draftPermissions, type IfRevision } from './draft-handle.ts';
import { draftReads } from './draft-reads.ts';
import { editDraft, toEditedDraft, toWrittenDraft, writeDiagram } from './draft-writer.ts';
import { deployTest } from './test-deployment.ts';

/** The use-cases of the drafts of the bots that a caller can see. */
export function drafts(engine: EngineParts, caller: Caller): Drafts {
  const checker = diagramChecker(engine, caller);
  const parts = { ...engine, ...brandStorage(engine.storage, caller), caller, checker };

  return permitted(caller, draftPermissions, {
    ...draftReads(parts),

    /** @spec DR5, DR7, DR9, DR17 */
    async replace(botId, input, options) {
      const given = await readOwnedDiagram(engine, caller, input, options);
      return writeDiagram(parts, {
        botId,
        ifRevision: revisionsOf(options),
        by: options?.by,
        *make() {
          const diagram = yield* checker.completeForWrite(given.diagram);
          return { kind: 'diagram', ...(diagram === given.diagram ? given : { diagram }) };
        },
      });
    },

    /** @spec DR18, DR19, DR20, MC1, MC2 */
    async applyChangeSet(botId, input, options) {
      const changeSet = ownCopy<ChangeSet>(readInput(changeSetSchema, input));
      const { by, dryRun } = options ?? {};
      const condition = { ifRevision: revisionsOf(options), by, dryRun };
      const write = { botId, ...condition, changeSet, refusedAs: 'change_set_refused' } as const;
      return editDraft(parts, write, toEditedDraft);
    },

    /** @spec DR21, DR22 */
    async addBlocks(botId, input, options) {
      const { blocks, connections = [] } = ownCopy<BlocksInput>(readInput(blocksInputSchema, input));
      const changeSet = { blocks: { add: blocks }, connections: { add: connections } };
      const write = { botId, ifRevision: revisionsOf(options), changeSet, refusedAs: 'blocks_refused' } as const;
      return editDraft(parts, write, toWrittenDraft);
    },

    /** @spec DR23, DR24, DR40 */
    async editBlock(botId, blockId, input, options) {
      const edit = ownCopy<BlockEdit>(readInput(blockEditSchema, input));
      const write = {
        botId,
        ifRevision: revisionsOf(options),
        changeSet: { blocks: { update: [{ ...edit, id: blockId }] } },
        refusedAs: 'block_has_connections',
        hasBlock: (diagram: Diagram) => isEditable(diagram, blockId),
      } as const;
      return editDraft(parts, write, toWrittenDraft);
    },

    /** @spec DR18, DR25, DR40 */
    async deleteBlock(botId, blockId, options) {
      const write = {
        botId,
        ifRevision: revisionsOf(options),
        changeSet: { blocks: { delete: [blockId] } },
        refusedAs: 'change_set_refused',
        hasBlock: (diagram: Diagram) => isDeletable(diagram, blockId),
      } as const;
      return editDraft(parts, write, toEditedDraft);
    },

    /** @spec DR34 */
    async discard(botId, options) {
      return writeDiagram(parts, {
        botId,
        ifRevision: revisionsOf(options),
        *make({ bot, draft }, facts) {
          const [live] =
            bot.liveVersion === undefined ? [] : yield* load({ kind: 'version', botId: bot.id, id: bot.liveVersion });
          assertAllowed({ bot, draft, live: live ?? 'none' }, { kind: 'discard_draft' });
          if (live === undefined) throw new Error(`Bot ${bot.id} is never published, and its draft was discarded.`);
          if (facts.lacksTurn(live.diagramJson)) return facts.needsTurn();
          return { kind: 'diagram', diagram: yield* checker.completeForWrite(storedDiagram(live)) };
        },
      });
    },

    deployTest: async (botId, options) => deployTest(parts, botId, revisionsOf(options)),
  });
}

function revisionsOf(options: IfRevision | undefined): readonly number[] | undefined {
  return readInput(draftConditionSchema, options ?? {});
}

/** Copies an input, so that later changes of the caller's object have no effect. @spec DR36 */
function ownCopy<T extends object>(input: T): T {
  return JSON.parse(JSON.stringify(input)) as T;
}
