import type { Bot } from '../../domain/bot.ts';
import { startDiagram } from '../../domain/diagram/diagram.ts';
import { relinkBots } from '../../domain/diagram/relink-bots.ts';
import { type StoredDiagram, withDiagram } from '../../domain/draft.ts';
import { foldText } from '../../domain/fold-text.ts';
import {
  type BotCreation,
  type BotDuplication,
  type BotListRequest,
  botCreationSchema,
  botDuplicationSchema,
  botListSchema,
  botUpdateSchema,
  type OlderBot,
  type OlderVersion,
} from '../../domain/inputs/bots.ts';
import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import { firstRevision, isServing } from '../../domain/lifecycle/bot-state.ts';
import type { Page } from '../../domain/paging/page.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { Version, VersionSummary } from '../../domain/version.ts';
import type { BotListQuery, BotRecord, TestDeploymentRecord } from '../../ports/bot-store.ts';
import type { ChannelDeployer } from '../../ports/channel-deployer.ts';
import { answerLoads } from '../../ports/run-use-case.ts';
import { brandStorage, done } from '../brand-storage.ts';
import { type Caller, type PermissionsOf, permitted } from '../caller.ts';
import type { CheckFacts } from '../drafts/check-facts.ts';
import { type DiagramCheckerDependencies, diagramChecker, storedDiagram } from '../drafts/diagram-checker.ts';
import { type DiagramOwnership, readOwnedDiagram } from '../drafts/diagram-input.ts';
import { findDraft } from '../drafts/draft-writer.ts';
import { isLargeDiagram } from '../drafts/known-sizes.ts';
import { prepareTestChannel, toTestDeployment } from '../drafts/test-deployment.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineTransaction } from '../events/engine-storage.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { toVersion } from '../versions/publications.ts';
import { effectOf, effectsOf } from './bot-decisions.ts';
import { findBot, lockBot, toBot } from './bot-records.ts';
import { cleanDraft, identifyBot, insertBot } from './new-bot.ts';
import { type OlderBotDependencies, olderBots } from './older-bots.ts';

export interface TestDeployment extends StoredDiagram {
  readonly id: string;
  readonly revision: number;
  readonly deployedAt: EpochMs;
}

/** @throws {EngineError} `bot_not_found` on every method that takes a bot which the caller cannot see. */
export interface Bots {
  create(request: BotCreation, options?: DiagramOwnership): Promise<Bot>;
  list(request?: BotListRequest): Promise<Page<Bot>>;
  get(botId: string): Promise<Bot>;
  /** Renames, restores from the trash, or both at once. */
  update(botId: string, change: { readonly name?: string; readonly state?: 'active' }): Promise<Bot>;
  trash(botId: string): Promise<void>;
  /** Removes the bot for good, with its versions; only from the trash. */
  destroy(botId: string): Promise<void>;
  duplicate(request: BotDuplication): Promise<Bot>;
  importOlder(bot: OlderBot): Promise<Bot>;
  /** Stores versions of an older builder in the history of a bot that was never published. */
  importOlderVersions(botId: string, versions: readonly OlderVersion[]): Promise<readonly VersionSummary[]>;
  /** The live version. `undefined`: never published, or in the trash. */
  live(botId: string): Promise<Version | undefined>;
  /** The diagram on the test channel; at first only the start point. `undefined`: the bot is in the trash. */
  testDeployment(botId: string): Promise<TestDeployment | undefined>;
}

export const botPermissions: PermissionsOf<Bots> = {
  create: 'edit_bots',
  list: 'view_bots',
  get: 'view_bots',
  update: 'edit_bots',
  trash: 'edit_bots',
  destroy: 'edit_bots',
  duplicate: 'edit_bots',
  importOlder: 'edit_bots',
  importOlderVersions: 'edit_bots',
  live: 'view_bots',
  testDeployment: 'view_bots',
};

export interface BotDependencies extends DiagramCheckerDependencies, OlderBotDependencies {
  readonly storage: OlderBotDependencies['storage'];
  readonly deployer: ChannelDeployer;
  readonly channelFamilies: ReadonlySet<string>;
  /** `toBot`, perhaps with a cache. */
  viewBot(record: BotRecord): Bot;
}

const storedOrders = { '-created_at': 'created', name: 'name' } as const;

/**
 * The use-cases of the bots that a caller can see. The life cycle decides on each command; its effects are carried out
 * here.
 */
export function bots(dependencies: BotDependencies, caller: Caller): Bots {
  const { storage, clock, ids, deployer, channelFamilies, viewBot, sizes } = dependencies;
  const { brand, workspaces } = caller.principal;
  const context = { workspaces, channelFamilies };
  const { reader, commit, transact } = brandStorage(storage, caller);
  const checker = diagramChecker(dependencies, caller);
  const older = olderBots(dependencies, caller);

  /** Carries out effects on a locked bot. @spec BO42, BO43 */
  async function apply(tx: EngineTransaction, bot: BotRecord, effects: readonly BotEffect[]): Promise<BotRecord> {
    let next = bot;
    for (const effect of effects) {
      if (effect.kind === 'update_bot') {
        const { name, state } = effect;
        const change = {
          ...(name !== undefined && { name, foldedName: foldText(name) }),
          ...(state !== undefined && { state, trashedAt: state === 'trashed' ? clock.now() : undefined }),
        };
        await tx.bots.update(bot.id, change);
        for (const type of eventsOf(effect)) tx.raise({ type, ...placeOf(bot) });
        const { trashedAt, ...members } = { ...next, ...change };
        next = trashedAt === undefined ? members : { ...members, trashedAt };
      } else if (effect.kind === 'switch_channels') {
        const { active } = effect;
        const channels = await tx.channels.listByBot(bot.id);
        for (const channel of channels)
          if (channel.active !== active) await tx.channels.update(channel.number, { active });
      } else if (effect.kind === 'erase_deliveries') {
        await tx.deliveries.eraseOfBot(bot.id, clock.now());
      } else if (effect.kind === 'destroy_bot') {
        await tx.bots.destroy(bot.id);
        tx.raise({ type: 'bot.destroyed', ...placeOf(bot) });
      } else {
        throw new Error(`A bot alone does not ${effect.kind}.`);
      }
    }
    return next;
  }

  return permitted(caller, botPermissions, {
    /** @spec BO3, BO4, BO5, BO6, BO7, BO8, BO9, BO11, BO12, DR9, DR12 */
    async create(creation, options) {
      const { source, diagram, ...wanted } = readInput(botCreationSchema, creation);
      if (source !== undefined) {
        throw new EngineError(diagram === undefined ? 'source_not_implemented' : 'diagram_with_source');
      }
      const given = diagram === undefined ? undefined : await readOwnedDiagram(dependencies, caller, diagram, options);
      const command = { kind: 'create', ...wanted } as const;
      const newBot = identifyBot(ids, effectOf(effectsOf({}, command, { context }), 'insert_bot'));
      if (given === undefined) {
        const draft = cleanDraft(startDiagram());
        return commit(async (tx) => toBot(await insertBot(dependencies, caller, tx, { newBot, draftOf: () => draft })));
      }

      // Warnings included.
      const { check, ...checked } = await checker.completeAndCheck(newBot, async () => given);
      const effects = effectsOf({}, { ...command, diagram: { check } }, { context, check });
      const draft = cleanDraft(checked.diagram);
      const { diagramJson } = draft;
      const deployment = ids.uuid();
      await prepareTestChannel(deployer, caller, newBot, { id: deployment, diagramJson });
      return commit(async (tx) => {
        const bot = await insertBot(dependencies, caller, tx, { newBot, draftOf: () => draft });
        const { revision } = effectOf(effects, 'put_test_deployment');
        const deployed = { botId: bot.id, revision, diagramJson };
        await tx.testDeployments.put(toTestDeployment(clock, caller, deployment, deployed));
        return toBot(bot);
      });
    },

    /** @spec BO15, BO16, BO17, BO18, BO19, BO21, PA5 */
    async list(request = {}) {
      const wanted = readInput(botListSchema, request);
      const { channelFamily, search, workspace } = wanted;
      if (channelFamily !== undefined && !channelFamilies.has(channelFamily)) {
        throw invalidParameters('channelFamily', faultMessages.oneOf(channelFamilies));
      }

      const query: BotListQuery = {
        page: wanted.page,
        pageSize: wanted.pageSize,
        state: wanted.state ?? 'active',
        workspaces: workspaces.filter((own) => workspace === undefined || own === workspace),
        order: wanted.order === undefined ? 'published' : storedOrders[wanted.order],
        ...(channelFamily !== undefined && { channelFamily }),
        ...(search !== undefined && search !== '' && { search: foldText(search) }),
      };
      const page = await reader().bots.list(query);
      return { ...page, items: page.items.map(toBot) };
    },

    /** @spec BO20, BO21, BO30 */
    async get(botId) {
      const bot = await findBot(caller, reader(), botId);
      effectsOf({ bot }, { kind: 'read_bot' }, { context });
      return viewBot(bot);
    },

    /** @spec BO22, BO23, BO24, BO25, BO28, BO42 */
    async update(botId, change) {
      const { name, state } = readInput(botUpdateSchema, change);
      const command =
        state === undefined
          ? name !== undefined && ({ kind: 'rename', name } as const)
          : ({ kind: 'restore_bot', ...(name !== undefined && { name }) } as const);
      if (command === false) throw new EngineError('empty_body');

      return commit(async (tx) => {
        const bot = await lockBot(caller, tx, botId);
        return toBot(await apply(tx, bot, effectsOf({ bot }, command)));
      });
    },

    /** @spec BO26, BO27, BO29, BO42 */
    async trash(botId) {
      await commit(async (tx) => {
        const bot = await lockBot(caller, tx, botId);
        await apply(tx, bot, effectsOf({ bot }, { kind: 'trash' }));
      });
    },

    /** @spec BO31, BO32, BO43 */
    async destroy(botId) {
      await commit(async (tx) => {
        const bot = await lockBot(caller, tx, botId);
        await apply(tx, bot, effectsOf({ bot }, { kind: 'destroy' }));
      });
    },

    /** @spec BO36, BO37, BO46, DR9, DR41 */
    async duplicate(duplication) {
      const { botId, ...wanted } = readInput(botDuplicationSchema, duplication);

      const copy = (facts: CheckFacts) =>
        transact(async (tx) => {
          const source = await lockBot(caller, tx, botId);
          const effects = effectsOf({ bot: source }, { kind: 'duplicate', ...wanted }, { context });
          const newBot = identifyBot(ids, effectOf(effects, 'insert_bot'));
          const copied = await findDraft(tx.drafts, source.id);
          sizes.note(brand, source.id, copied);
          if (facts.lacksTurn(copied.diagramJson)) return facts.needsTurn();
          const diagram = await answerLoads(tx, checker.completeForWrite(storedDiagram(copied)));
          const diagramJson = JSON.stringify(diagram);
          // The copy has no number yet. As the source, it breaks the rules that the copy will.
          const twin = { ...newBot, number: source.number };
          const checked = await answerLoads(tx, checker.check(twin, { diagram, diagramJson }, facts));
          if (checked.kind === 'needs') return checked;
          const feedback = await tx.feedback.find(source.id);

          const { violations, total } = checked.check;
          const draftOf = (copy: BotRecord) => {
            const relinked = relinkBots(diagram, dependencies.catalog, ({ bot }) =>
              bot === source.number ? copy : undefined,
            );
            const text = relinked === diagram ? diagramJson : JSON.stringify(relinked);
            return { diagramJson: text, violations, violationsTotal: total };
          };
          const bot = await insertBot(dependencies, caller, tx, { newBot, draftOf });
          if (feedback !== undefined) await tx.feedback.put(bot.id, feedback);
          return done(toBot(bot));
        });
      const untilCopied = async (facts: CheckFacts) => {
        for (;;) {
          const outcome = await copy(facts);
          if (outcome.kind !== 'needs') return outcome.value;
          await outcome.obtain();
        }
      };
      return checker.withFacts('skip', untilCopied, typeof botId === 'string' && sizes.isLarge(brand, botId));
    },

    importOlder: older.importBot,
    importOlderVersions: older.importVersions,

    /**
     * Between the two reads another version may become live and the first one be deleted; then the bot is read again.
     *
     * @spec BO27, DR1
     */
    async live(botId) {
      const from = reader();
      for (let missed: string | undefined; ; ) {
        const bot = await findBot(caller, from, botId);
        const { id, liveVersion } = bot;
        if (!isServing(bot) || liveVersion === undefined) return undefined;
        if (liveVersion === missed)
          throw new Error(`The live version ${liveVersion} of bot ${id} is not in the store.`);

        const read = async () => {
          const version = await from.versions.find(id, liveVersion);
          return version && toVersion(version);
        };
        const isLarge = (found: Version | undefined) => found !== undefined && isLargeDiagram(found);
        const version = await sizes.read(brand, `${id} ${liveVersion}`, read, isLarge);
        if (version !== undefined) return version;
        missed = liveVersion;
      }
    },

    /**
     * Returns the test deployment. Every bot has one: until a draft is deployed, it has only the start point.
     *
     * @spec BO27, BO44
     */
    async testDeployment(botId) {
      const from = reader();
      const bot = await findBot(caller, from, botId);
      if (!isServing(bot)) return undefined;
      const read = async () => (await from.testDeployments.find(bot.id)) ?? firstTestCopy(bot);
      const { id, revision, deployedAt, diagramJson } = await sizes.read(
        brand,
        `test of ${bot.id}`,
        read,
        isLargeDiagram,
      );
      return withDiagram({ id, revision, deployedAt }, diagramJson);
    },
  });
}

/** @spec EV6 */
function eventsOf({ name, state }: Extract<BotEffect, { readonly kind: 'update_bot' }>) {
  const renamed = name === undefined ? [] : (['bot.renamed'] as const);
  if (state === undefined) return renamed;
  return [...renamed, state === 'trashed' ? 'bot.trashed' : 'bot.restored'] as const;
}

function placeOf({ id: botId, workspace }: BotRecord) {
  return { botId, workspace };
}

/** The test deployment of a bot that has none stored: the start point only. */
function firstTestCopy(bot: BotRecord): Omit<TestDeploymentRecord, 'botId' | 'deployedBy'> {
  const { testChannel: id, createdAt: deployedAt } = bot;
  return { id, revision: firstRevision, deployedAt, diagramJson: JSON.stringify(startDiagram()) };
}
