import type { Draft } from '../../domain/draft/draft.ts';
import type { IfRevision } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';
import { completeForWrite } from './complete-for-write.ts';
import { toDraft } from './draft-answer.ts';
import { storedDiagram } from './stored-diagram.ts';
import { writeDraft } from './write-draft.ts';

/** @spec DR34 */
export async function discardDraft(scope: Scope, botId: string, options: IfRevision | undefined): Promise<Draft> {
  return writeDraft(scope, {
    botId,
    options,
    readsCurrent: true,
    async edit({ tx, bot }) {
      const live = bot.liveVersion === undefined ? undefined : await tx.versions.find(bot.id, bot.liveVersion);
      if (live === undefined) throw new EngineError('bot_never_published');
      if (live.builder === 'older') throw new EngineError('version_of_an_unsupported_builder');
      return { diagram: await completeForWrite(scope, tx.bots, storedDiagram(live)), removedConnections: [] };
    },
    answer: toDraft,
  });
}
