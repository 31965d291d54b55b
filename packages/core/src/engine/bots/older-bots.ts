import type * as v from 'valibot';
import { olderBotSchema, olderVersionsSchema } from '../../domain/inputs/bots.ts';
import type { BotEffect } from '../../domain/lifecycle/bot-decision.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { acceptLabel } from '../../domain/version.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { VersionRecord } from '../../records/versions.ts';
import { brandStorage } from '../brand-storage.ts';
import type { Caller } from '../caller.ts';
import { readDiagramText } from '../drafts/diagram-input.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineParts } from '../engine-parts.ts';
import { invalidParameters, readInput } from '../read-input.ts';
import { toSummary } from '../records/loads.ts';
import type { Changes } from '../use-case/use-case.ts';
import { effectOf, effectsOf, hasEffect, liveOf } from './bot-decisions.ts';
import type { Bots } from './bot-handle.ts';
import { loadBot, toBot } from './bot-records.ts';
import { cleanDraft, identifyBot, insertBot } from './new-bot.ts';

type ReadVersion = Pick<VersionRecord, 'name' | 'publishedAt' | 'publishedBy' | 'diagramJson'>;

/**
 * Imports bots and versions of an older builder. Their diagrams are neither checked nor completed: this engine only
 * reads them.
 */
export function olderBots(parts: EngineParts, caller: Caller): Pick<Bots, 'importOlder' | 'importOlderVersions'> {
  const { storage, clock, ids } = parts;
  const { execute } = brandStorage(storage, caller);
  const context = { workspaces: caller.principal.workspaces };

  /**
   * Ids contain their moment, and each id is greater than the one before: a version from the future would move the ids
   * of all later versions there.
   */
  function requirePast(at: EpochMs, field: string): void {
    if (at > clock.now()) throw invalidParameters(field, 'Expected a moment in the past.');
  }

  /** @returns The versions in the order of their publication. */
  function readVersions(older: v.InferOutput<typeof olderVersionsSchema>, at?: string): readonly ReadVersion[] {
    const versions = older.map(({ name, publishedAt, publishedBy, diagram }, index): ReadVersion => {
      const fieldOf = (member: string) => [at, index, member].filter((part) => part !== undefined).join('.');
      const label = name === undefined ? undefined : acceptLabel(name);
      if (name !== undefined && label === undefined) throw new EngineError('version_name_not_accepted');
      requirePast(publishedAt, fieldOf('publishedAt'));
      const { diagramJson } = readDiagramText(parts, diagram, fieldOf('diagram'));
      return { publishedAt, publishedBy, diagramJson, ...(label !== undefined && { name: label }) };
    });
    return versions.toSorted((a, b) => a.publishedAt - b.publishedAt);
  }

  /** Stores versions as the whole history of a locked bot; the last of them is live. */
  function insertVersions(
    { operations, events }: Changes,
    bot: BotRecord,
    effects: readonly BotEffect[],
    versions: readonly ReadVersion[],
  ) {
    const { id: botId, workspace } = bot;
    const inserted: VersionRecord[] = [];
    if (!hasEffect(effects, 'insert_older_versions')) return { bot, inserted };
    for (const read of versions) {
      const version = { ...read, id: ids.uuidAt(read.publishedAt), botId, builder: 'older' } as const;
      operations.push(
        { kind: 'reserveVersion', version, at: clock.now() },
        { kind: 'revealVersion', botId, id: version.id, at: version.publishedAt },
      );
      events.push({ type: 'version.imported', botId, workspace, versionId: version.id });
      inserted.push(version);
    }

    const latest = inserted.at(-1);
    if (latest === undefined) return { bot, inserted };
    const change = { liveVersion: latest.id, publishedAt: latest.publishedAt };
    operations.push({ kind: 'updateBot', id: botId, change });
    return { bot: { ...bot, ...change }, inserted };
  }

  return {
    /** @spec BO38 */
    async importOlder(older) {
      const given = readInput(olderBotSchema, older);
      requirePast(given.createdAt, 'createdAt');
      const draft = cleanDraft(readDiagramText(parts, given.diagram).diagram);
      const versions = readVersions(given.versions ?? [], 'versions');
      const effects = effectsOf({}, { ...given, kind: 'import_older_bot' }, { context });
      const newBot = identifyBot(ids, effectOf(effects, 'insert_bot'));

      return execute(function* (changes) {
        const made = { now: clock.now(), person: caller.principal.person };
        const inserted = yield* insertBot(changes, made, newBot, () => draft, given.createdAt);
        const { bot } = insertVersions(changes, inserted, effects, versions);
        return toBot(bot);
      });
    },

    /** @spec BO39 */
    async importOlderVersions(botId, older) {
      const versions = readVersions(readInput(olderVersionsSchema, older));

      return execute(function* (changes) {
        const bot = yield* loadBot(caller, botId);
        const invalid = invalidParameters('botId', 'The bot was published before.');
        const effects = effectsOf({ bot, live: liveOf(bot) }, { kind: 'import_older_versions' }, { invalid });
        const { inserted } = insertVersions(changes, bot, effects, versions);
        return inserted.map(toSummary);
      });
    },
  };
}
