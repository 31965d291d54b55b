import * as v from 'valibot';
import type { Bot } from '../../domain/bot/bot.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { VersionSummary } from '../../domain/version/version.ts';
import { acceptLabel } from '../../domain/version/version-label.ts';
import type { BotRecord } from '../../ports/bot-store.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import { readDiagram } from '../drafts/read-diagram.ts';
import type { OlderBot, OlderVersion } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { invalidParameters, plainText, readInput, shape } from '../input/read-input.ts';
import { commit, requirePermission, type Scope } from '../scope.ts';
import { toSummary } from '../versions/version-answer.ts';
import { claimWritableBot, toBot } from './find-bot.ts';
import { cleanDraft, insertBot } from './insert-bot.ts';
import { planBot } from './plan-bot.ts';

const moment = v.pipe(v.number(), v.safeInteger(), v.minValue(0, 'Expected milliseconds since 1970.'));

const versionsShape = v.array(
  shape({
    name: v.optional(v.string()),
    publishedAt: moment,
    publishedBy: v.pipe(v.number(), v.safeInteger()),
    diagram: v.unknown(),
  }),
);

const botShape = shape({
  name: v.string(),
  channelFamily: v.pipe(plainText, v.minLength(1, 'Expected a channel family.')),
  workspace: v.optional(v.pipe(v.number(), v.safeInteger())),
  createdAt: moment,
  diagram: v.unknown(),
  versions: v.optional(versionsShape),
});

/**
 * Brings in a bot that an older builder made. Nothing of it is checked or completed: this engine reads it only.
 *
 * @spec BO38
 */
export async function importOlderBot(scope: Scope, older: OlderBot): Promise<Bot> {
  requirePermission(scope.principal, 'edit_bots');
  const given = readInput(botShape, older);
  requirePast(scope, given.createdAt, 'createdAt');
  const draft = cleanDraft(readDiagram(scope, given.diagram));
  const versions = readVersions(scope, given.versions ?? [], 'versions');
  const newBot = planBot(scope, given, 'older');

  return commit(scope, async (tx) => {
    const bot = await insertBot(scope, tx, newBot, draft, given.createdAt);
    const { bot: imported } = await fileVersions(scope, tx, bot, versions);
    return toBot(imported);
  });
}

/** @spec BO39 */
export async function importOlderVersions(
  scope: Scope,
  botId: string,
  older: readonly OlderVersion[],
): Promise<readonly VersionSummary[]> {
  requirePermission(scope.principal, 'edit_bots');
  const versions = readVersions(scope, readInput(versionsShape, older));

  return commit(scope, async (tx) => {
    const bot = await claimWritableBot(scope, tx, botId);
    if (bot.liveVersion !== undefined) throw invalidParameters('botId', 'The bot was published before.');
    const { filed } = await fileVersions(scope, tx, bot, versions);
    return filed.map(toSummary);
  });
}

type ReadVersion = Pick<VersionRecord, 'name' | 'publishedAt' | 'publishedBy' | 'diagramJson'>;

/** @returns The versions in the order of their publication. */
function readVersions(scope: Scope, older: v.InferOutput<typeof versionsShape>, at?: string): readonly ReadVersion[] {
  const versions = older.map(({ name, publishedAt, publishedBy, diagram }, index): ReadVersion => {
    const fieldOf = (member: string) => [at, index, member].filter((part) => part !== undefined).join('.');
    const label = name === undefined ? undefined : acceptLabel(name);
    if (name !== undefined && label === undefined) throw new EngineError('version_name_not_accepted');
    requirePast(scope, publishedAt, fieldOf('publishedAt'));
    const diagramJson = JSON.stringify(readDiagram(scope, diagram, fieldOf('diagram')));
    return { publishedAt, publishedBy, diagramJson, ...(label !== undefined && { name: label }) };
  });
  return versions.toSorted((a, b) => a.publishedAt - b.publishedAt);
}

/** Files versions in the empty history of a bot that is held; the last of them is live. */
async function fileVersions(
  scope: Scope,
  tx: BrandTransaction,
  bot: BotRecord,
  versions: readonly ReadVersion[],
): Promise<{ readonly bot: BotRecord; readonly filed: readonly VersionRecord[] }> {
  const filed = versions.map(
    (version): VersionRecord => ({
      ...version,
      id: scope.ids.uuidAt(version.publishedAt),
      botId: bot.id,
      builder: 'older',
    }),
  );
  for (const version of filed) {
    await tx.versions.reserve(version, scope.clock.now());
    const answer = await tx.versions.reveal(bot.id, version.id, version.publishedAt);
    if (answer !== 'revealed') throw new Error(`An imported version is ${answer}.`);
  }

  const latest = filed.at(-1);
  if (latest === undefined) return { bot, filed };
  const change = { liveVersion: latest.id, publishedAt: latest.publishedAt };
  await tx.bots.update(bot.id, change);
  return { bot: { ...bot, ...change }, filed };
}

/** Ids carry their moment: one from the future would push those of all later versions there. */
function requirePast(scope: Scope, at: EpochMs, field: string): void {
  if (at > scope.clock.now()) throw invalidParameters(field, 'Expected a moment in the past.');
}
