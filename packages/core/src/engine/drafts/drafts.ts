import { type Draft, type DraftRevision, type EditedDraft, withDiagram } from '../../domain/draft.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../../domain/edits/change-set.ts';
import { isDeletable, isEditable } from '../../domain/edits/single-edits.ts';
import {
  blockEditSchema,
  blocksInputSchema,
  changeSetSchema,
  draftConditionSchema,
} from '../../domain/inputs/drafts.ts';
import { type Page, type PageRequest, pageSchema } from '../../domain/paging/page.ts';
import type { CheckResult } from '../../domain/rules/violation.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import type { DraftRecord, RevisionRecord } from '../../ports/draft-store.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { assertAllowed, effectsOf, hasEffect } from '../bots/bot-decisions.ts';
import { findBot, loadWithDraft, loadWithHead, type WithDraft } from '../bots/bot-records.ts';
import { brandStorage, done } from '../brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from '../caller.ts';
import { readInput } from '../read-input.ts';
import { decided, load, noChanges, type UseCase } from '../use-case/use-case.ts';
import type { CheckFacts } from './check-facts.ts';
import { type DiagramCheckerDependencies, diagramChecker, storedDiagram } from './diagram-checker.ts';
import { type DiagramOwnership, readOwnedDiagram } from './diagram-input.ts';
import type { DraftWriterDependencies } from './draft-write.ts';
import { draftWriter, findDraft, toDraft } from './draft-writer.ts';
import { isLargeDiagram } from './known-sizes.ts';
import { isLargeText } from './large-diagram-queue.ts';
import { prepareTestChannel } from './test-deployment.ts';

/** Writes only if the draft is at this revision, or at one of these; else `draft_changed`. No draft is at one of an empty list. */
export interface IfRevision {
  readonly ifRevision?: number | readonly number[];
}

export interface Drafts {
  get(botId: string): Promise<Draft>;
  /** Stores the diagram as sent, even when it breaks rules. */
  replace(botId: string, diagram: unknown, options?: IfRevision & DiagramOwnership): Promise<Draft>;
  applyChangeSet(botId: string, changeSet: ChangeSet, options?: IfRevision): Promise<EditedDraft>;
  addBlocks(botId: string, input: BlocksInput, options?: IfRevision): Promise<Draft>;
  editBlock(botId: string, blockId: string, edit: BlockEdit, options?: IfRevision): Promise<Draft>;
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

export interface DraftDependencies extends DiagramCheckerDependencies, DraftWriterDependencies {
  readonly storage: DraftWriterDependencies['storage'];
  readonly ids: IdSource;
  readonly deployer: ChannelDeployer;
}

/** The use-cases of the drafts of the bots that a caller can see. */
export function drafts(dependencies: DraftDependencies, caller: Caller): Drafts {
  const { storage, clock, ids, deployer, channelFamilies, sizes } = dependencies;
  const { brand, person } = caller.principal;
  const { reader, perform } = brandStorage(storage, caller);
  const checker = diagramChecker(dependencies, caller);
  const writer = draftWriter(dependencies, caller, checker);
  const context = { channelFamilies };

  return permitted(caller, draftPermissions, {
    /** @spec DR3, DR35, DR49 */
    async get(botId) {
      const from = reader();
      const bot = await findBot(caller, from, botId);
      assertAllowed({ bot }, { kind: 'read_draft' }, { context });
      return sizes.read(
        brand,
        bot.id,
        async () => (await writer.remembered(from.drafts, bot.id)) ?? toDraft(await findDraft(from.drafts, bot.id)),
        isLargeDiagram,
      );
    },

    /** @spec DR5, DR7, DR9, DR17 */
    async replace(botId, input, options) {
      const given = await readOwnedDiagram(dependencies, caller, input, options);
      return writer.write({
        botId,
        ifRevision: readInput(draftConditionSchema, options ?? {}),
        *make() {
          const diagram = yield* checker.completeForWrite(given.diagram);
          return { kind: 'diagram', ...(diagram === given.diagram ? given : { diagram }) };
        },
      });
    },

    /** @spec DR18, DR19, DR20 */
    async applyChangeSet(botId, input, options) {
      const changeSet = ownCopy<ChangeSet>(readInput(changeSetSchema, input));
      const ifRevision = readInput(draftConditionSchema, options ?? {});
      return writer.editListingRemoved({ botId, ifRevision, changeSet, refusedAs: 'change_set_refused' });
    },

    /** @spec DR21, DR22 */
    async addBlocks(botId, input, options) {
      const { blocks, connections = [] } = ownCopy<BlocksInput>(readInput(blocksInputSchema, input));
      const changeSet = { blocks: { add: blocks }, connections: { add: connections } };
      const ifRevision = readInput(draftConditionSchema, options ?? {});
      return writer.edit({ botId, ifRevision, changeSet, refusedAs: 'blocks_refused' });
    },

    /** @spec DR23, DR24, DR40 */
    async editBlock(botId, blockId, input, options) {
      const edit = ownCopy<BlockEdit>(readInput(blockEditSchema, input));
      return writer.edit({
        botId,
        ifRevision: readInput(draftConditionSchema, options ?? {}),
        changeSet: { blocks: { update: [{ ...edit, id: blockId }] } },
        refusedAs: 'block_has_connections',
        hasBlock: (diagram) => isEditable(diagram, blockId),
      });
    },

    /** @spec DR18, DR25, DR40 */
    async deleteBlock(botId, blockId, options) {
      return writer.editListingRemoved({
        botId,
        ifRevision: readInput(draftConditionSchema, options ?? {}),
        changeSet: { blocks: { delete: [blockId] } },
        refusedAs: 'change_set_refused',
        hasBlock: (diagram) => isDeletable(diagram, blockId),
      });
    },

    /** @spec DR34 */
    async discard(botId, options) {
      return writer.write({
        botId,
        ifRevision: readInput(draftConditionSchema, options ?? {}),
        *make(bot, draft, facts) {
          const [live] =
            bot.liveVersion === undefined ? [] : yield* load({ kind: 'version', botId: bot.id, id: bot.liveVersion });
          assertAllowed({ bot, draft, live: live ?? 'none' }, { kind: 'discard_draft' });
          if (live === undefined) throw new Error(`Bot ${bot.id} is never published, and its draft was discarded.`);
          if (facts.lacksTurn(live.diagramJson)) return facts.needsTurn();
          return { kind: 'diagram', diagram: yield* checker.completeForWrite(storedDiagram(live)) };
        },
      });
    },

    /** @spec DR33, DR49 */
    async revisions(botId, request) {
      const range = readInput(pageSchema, request ?? {});
      const from = reader();
      const bot = await findBot(caller, from, botId);
      const read = () => from.drafts.listRevisions(bot.id, range);
      const page = await sizes.read(brand, `revisions of ${bot.id}`, read, ({ items }) =>
        isLargeText(...items.map(({ diagramJson }) => diagramJson)),
      );
      return { ...page, items: page.items.map(toRevision) };
    },

    /** @spec DR27, DR35, DR50 */
    async validate(botId, input, options) {
      const given = input === undefined ? undefined : await readOwnedDiagram(dependencies, caller, input, options);
      const from = reader();
      const bot = await findBot(caller, from, botId);
      assertAllowed({ bot }, { kind: 'read_draft' }, { context });

      const stored = async () => {
        const draft = await findDraft(from.drafts, bot.id);
        sizes.note(brand, bot.id, draft);
        return draft;
      };
      const [read, isLarge] = given === undefined ? [stored, sizes.isLarge(brand, bot.id)] : [async () => given, false];
      const { check } = await checker.completeAndCheck(bot, read, isLarge);
      return check;
    },

    /**
     * The test channel is made ready between two steps: the first checks the draft, the second stores the deployment.
     *
     * Race rule: of concurrent deployments, the one with the greatest revision stays.
     *
     * @spec DR12, DR28, DR29, DR30, DR31, DR32, DR39
     */
    async deployTest(botId, options) {
      const ifRevision = readInput(draftConditionSchema, options ?? {});
      function* checkDraft(facts: CheckFacts): UseCase<WithDraft<DraftRecord> & { readonly kind: 'deployable' }> {
        const { bot, draft } = yield* loadWithDraft(caller, botId);
        sizes.note(brand, bot.id, draft);
        const command = { kind: 'deploy_test', ifRevision } as const;
        assertAllowed({ bot, draft }, command, { context });
        const checked = yield* checker.check(bot, draft, facts);
        if (checked.kind === 'needs') return checked;

        const { check } = checked;
        assertAllowed({ bot, draft }, { ...command, check }, { context, check });
        return decided(noChanges(), () => ({ kind: 'deployable', bot, draft }));
      }
      const isLarge = sizes.isLarge(brand, botId);
      const { bot, draft } = await checker.withFacts('refuse', (facts) => perform(() => checkDraft(facts)), isLarge);

      const id = ids.uuid();
      await prepareTestChannel(deployer, caller, bot, { id, diagramJson: draft.diagramJson });
      const { value } = await perform(function* () {
        const present = yield* loadWithHead(caller, bot.id);
        const [test] = yield* load({ kind: 'testDeployment', botId: bot.id });
        const { botId, revision, diagramJson } = draft;
        const effects = effectsOf(
          { ...present, ...(test && { test }) },
          { kind: 'finish_test_deployment', revision, ...(ifRevision && { ifRevision: revision }) },
        );
        const { operations, events } = noChanges();
        if (hasEffect(effects, 'put_test_deployment')) {
          const deployment = { id, botId, revision, diagramJson, deployedAt: clock.now(), deployedBy: person };
          operations.push({ kind: 'putTestDeployment', deployment });
          events.push({ type: 'draft.deployed', botId, workspace: bot.workspace, revision });
        }
        return decided({ operations, events }, () => done(toDraft(draft)));
      });
      return value;
    },
  });
}

/** @spec DR33 */
function toRevision({ revision, editedAt, editedBy, diagramJson }: RevisionRecord): DraftRevision {
  return withDiagram({ revision, editedAt, editedBy }, diagramJson);
}

/** Copies an input, so that later changes of the caller's object have no effect. @spec DR36 */
function ownCopy<T extends object>(input: T): T {
  return JSON.parse(JSON.stringify(input)) as T;
}
