import type { Publication } from '../../domain/version/version.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import { claimWritableBot } from '../bots/find-bot.ts';
import { callDependency } from '../call-dependency.ts';
import { findDraft, requireRevision } from '../drafts/write-draft.ts';
import { EngineError } from '../engine-error.ts';
import { done, type Scope, transact } from '../scope.ts';
import type { Reserved } from './reserve-version.ts';
import { toPublication } from './version-answer.ts';

export type GoneLive = { readonly kind: 'done'; readonly value: Publication } | { readonly kind: 'overtaken' };

/**
 * Makes the channels ready for a reserved version, then reveals it and moves the pointer that visitors follow, in
 * one transaction. When any of it fails, the reservation is dropped and nothing else is left.
 *
 * @param atRevision - The draft must still be there when the version is revealed; `undefined` asks for nothing.
 * @throws {EngineError} `dependency_failed`, `bot_not_found`, `draft_changed`
 * @spec VE14, VE15, VE16, VE17, VE18, VE19
 */
export async function goLive(scope: Scope, reserved: Reserved, atRevision: number | undefined): Promise<GoneLive> {
  const { bot, version } = reserved;
  try {
    await callDependency(() =>
      scope.deployer.prepareVersion({
        id: version.id,
        brand: scope.principal.brand,
        botId: bot.id,
        channelFamily: bot.channelFamily,
        channels: bot.channels,
        diagramJson: version.diagramJson,
      }),
    );
    return await reveal(scope, version, atRevision);
  } catch (error) {
    await dropReservation(scope, version);
    throw error;
  }
}

async function reveal(scope: Scope, version: VersionRecord, atRevision: number | undefined): Promise<GoneLive> {
  return transact(scope, async (tx) => {
    const bot = await claimWritableBot(scope, tx, version.botId);
    if (atRevision !== undefined) requireRevision(await findDraft(tx.drafts, bot.id), [atRevision]);

    const publishedAt = Math.max(scope.clock.now(), bot.publishedAt ?? 0);
    const answer = await tx.versions.reveal(bot.id, version.id, publishedAt);
    if (answer === 'gone') {
      throw new EngineError('dependency_failed', {
        cause: new Error('The reservation was swept before it went live.'),
      });
    }
    if (answer === 'overtaken') {
      await tx.versions.dropReservation(bot.id, version.id);
      return { kind: 'overtaken' } as const;
    }
    await tx.bots.update(bot.id, { publishedAt, liveVersion: version.id, requiredTier: version.requiredTier });
    return done(toPublication({ ...version, publishedAt }));
  });
}

/** One that cannot be dropped now is left to the sweep; the failure that led here is what the caller learns. */
async function dropReservation(scope: Scope, version: VersionRecord): Promise<void> {
  const { storage, principal } = scope;
  await storage
    .transaction(principal.brand, async (tx) => {
      if ((await tx.bots.claim(version.botId)) === undefined) return;
      await tx.versions.dropReservation(version.botId, version.id);
    })
    .catch(() => {});
}
