import { versionNameSchema } from '../../domain/inputs/bots.ts';
import { publicationSchema } from '../../domain/inputs/drafts.ts';
import { pageSchema } from '../../domain/paging/page.ts';
import { asUuid } from '../../domain/uuid.ts';
import { effectOf, effectsOf, liveOf } from '../bots/bot-decisions.ts';
import { findBot, loadBot } from '../bots/bot-records.ts';
import { brandStorage } from '../brand-storage.ts';
import { type Caller, permitted } from '../caller.ts';
import { isLargeDiagram } from '../drafts/known-sizes.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { readInput } from '../read-input.ts';
import { toSummary } from '../records/loads.ts';
import { countWaiting, findLeftBlocks } from './publication-preview.ts';
import { publications } from './publications.ts';
import { type Versions, versionPermissions } from './version-handle.ts';
import { loadVersion, requireVersion, toVersion } from './version-records.ts';

/** The use-cases of the versions of the bots that a caller can see. */
export function versions(parts: EngineParts, caller: Caller): Versions {
  const { sizes, clock } = parts;
  const { brand } = caller.principal;
  const { load, run, execute } = brandStorage(parts.storage, caller);

  return permitted(caller, versionPermissions, {
    ...publications(parts, caller),

    /** @spec VE2, VE3 */
    async list(botId, request) {
      const range = readInput(pageSchema, request ?? {});
      const bot = await run(findBot(caller, botId));
      return load({ kind: 'versions', botId: bot.id, range });
    },

    /** @spec VE4, DR49 */
    async get(botId, versionId) {
      const bot = await run(findBot(caller, botId));
      const id = asUuid(versionId);
      if (id === undefined) throw new EngineError('version_not_found');
      const read = async () => toVersion(requireVersion(await load({ kind: 'version', botId: bot.id, id })));
      return sizes.read(brand, `${bot.id} ${id}`, read, isLargeDiagram);
    },

    /** @spec VE5, DR49 */
    async latest(botId) {
      const bot = await run(findBot(caller, botId));
      const read = async () => toVersion(requireVersion(await load({ kind: 'latestVersion', botId: bot.id })));
      return sizes.read(brand, `latest of ${bot.id}`, read, isLargeDiagram);
    },

    /** @spec VE30, DR49 */
    async preview(botId, versionId, options) {
      const { finishDays } = readInput(publicationSchema, options ?? {});
      const bot = await run(findBot(caller, botId));
      const find = () => run(findLeftBlocks(bot, { restored: versionId, finishDays, now: clock.now() }));
      const left = await sizes.read(brand, `preview of ${bot.id}`, find, ({ isLarge }) => isLarge);
      return run(countWaiting(left));
    },

    /** @spec VE8, VE9 */
    async label(botId, versionId, name) {
      const wanted = readInput(versionNameSchema, name ?? null, 'name') ?? undefined;

      return execute(function* ({ operations, events }) {
        const bot = yield* loadBot(caller, botId);
        const version = yield* loadVersion(bot, versionId);
        const effects = effectsOf({ bot }, { kind: 'label_version', version, label: wanted });
        const { version: id, label } = effectOf(effects, 'label_version');
        const { name: _, ...unlabelled } = requireVersion(version);
        operations.push({ kind: 'labelVersion', botId: bot.id, id, label });
        events.push({ type: 'version.labelled', botId: bot.id, workspace: bot.workspace, versionId: id });
        return toSummary(label === undefined ? unlabelled : { ...unlabelled, name: label });
      });
    },

    /** @spec VE10, VE11, VE39 */
    async delete(botId, versionId) {
      await execute(function* ({ operations, events }) {
        const bot = yield* loadBot(caller, botId);
        const version = yield* loadVersion(bot, versionId);
        const effects = effectsOf({ bot, live: liveOf(bot) }, { kind: 'delete_version', version });
        const { version: id } = effectOf(effects, 'delete_version');
        operations.push({ kind: 'deleteVersion', botId: bot.id, id });
        const finishing = bot.finishing?.filter((each) => each.version !== id);
        if (finishing?.length !== bot.finishing?.length) {
          operations.push({ kind: 'updateBot', id: bot.id, change: { finishing } });
        }
        events.push({ type: 'version.deleted', botId: bot.id, workspace: bot.workspace, versionId: id });
      });
    },
  });
}
