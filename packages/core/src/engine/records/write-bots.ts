import { get, type Request } from '../../ports/record-store.ts';
import { bots, drafts, feedback, revisions, testDeployments, versions } from '../../records/bots.ts';
import { channels } from '../../records/channels.ts';
import { Conflict } from '../use-case/run-program.ts';
import type { Batch } from './batch.ts';
import { ReservationLost } from './lost.ts';
import { changed, present, type Writing } from './writing.ts';

const headOfVersion = (botId: string, id: string) => ({ ...get(versions, { botId, id }), heads: true }) as const;

/** Finds a version that everybody sees. */
function revealed(batch: Batch, place: { readonly botId: string; readonly id: string }) {
  const version = present(batch.find(versions, place));
  if (version.reservedAt !== undefined) throw new Conflict();
  return version;
}

/**
 * Writes of bots and of their records.
 *
 * @spec ST14, ST17, ST18, ST28, ST32, ST33, ST34, ST36, ST38, ST39, ST41, ST42, ST63
 */
export const botWriting: Writing<
  | 'deleteVersion'
  | 'destroyBot'
  | 'dropReservation'
  | 'insertBot'
  | 'labelVersion'
  | 'putDraft'
  | 'putFeedback'
  | 'putTestDeployment'
  | 'reserveVersion'
  | 'revealVersion'
  | 'updateBot'
> = {
  deleteVersion: {
    needs: ({ botId, id }) => [headOfVersion(botId, id)],
    write(batch, { botId, id }) {
      revealed(batch, { botId, id });
      batch.delete(versions, { botId, id });
    },
  },
  destroyBot: { write: (batch, { id }) => batch.delete(bots, { id }) },
  dropReservation: {
    needs: ({ botId, id }) => [headOfVersion(botId, id)],
    write(batch, { botId, id }) {
      if (batch.find(versions, { botId, id })?.reservedAt === undefined) return;
      batch.delete(versions, { botId, id });
    },
  },
  insertBot: {
    needs: ({ channels: { length } }) => Array.from({ length }, (): Request => ({ do: 'number', sequence: 'channel' })),
    write(batch, { bot, channels: added, draft }) {
      batch.put(bots, bot);
      for (const channel of added) batch.put(channels, { ...channel, number: batch.number() });
      batch.put(drafts, draft);
    },
  },
  labelVersion: {
    needs: ({ botId, id }) => [headOfVersion(botId, id)],
    write(batch, { botId, id, label }) {
      const { diagramJson: _, ...version } = changed(revealed(batch, { botId, id }), { name: label });
      batch.putHead(versions, version);
    },
  },
  /** @spec ST27, ST28, ST29, ST30, ST111 */
  putDraft: {
    needs: ({ next: { botId } }) => [{ ...get(drafts, { botId }), heads: true }],
    write(batch, { next, expected, keep }) {
      const { botId } = next;
      const draft = batch.find(drafts, { botId });
      if (draft?.revision !== expected) throw new Conflict();
      const { revision, editedAt, editedBy } = draft;
      const text = { kind: 'draft', key: [botId], field: 'diagramJson' } as const;
      batch.copy(text, revisions, { botId, revision, editedAt, editedBy });
      if ('diagramJson' in next) batch.put(drafts, next);
      else {
        const { textSplices, bytes, violationSplices, ...head } = next;
        batch.put(drafts, head as typeof draft);
        batch.add({ do: 'splice', at: text, splices: textSplices, bytes });
        batch.add({ do: 'splice', at: { ...text, field: 'violations' }, splices: violationSplices });
      }
      batch.add({
        do: 'trim',
        listed: { kind: 'revision', list: 'ofBot', within: [botId] },
        order: 'newest',
        count: keep.maxRevisions,
        bytes: { field: 'diagramJson', most: keep.maxBytes },
      });
    },
  },
  putFeedback: {
    write(batch, { botId, configuration }) {
      batch.put(feedback, { ...configuration, botId });
    },
  },
  putTestDeployment: {
    write(batch, { deployment }) {
      batch.put(testDeployments, deployment);
    },
  },
  reserveVersion: {
    write(batch, { version, at }) {
      batch.put(versions, { ...version, reservedAt: at });
    },
  },
  /** @spec VE15 */
  revealVersion: {
    needs: ({ botId, id }) => [headOfVersion(botId, id)],
    write(batch, { botId, id, at }) {
      const version = batch.find(versions, { botId, id });
      if (version?.reservedAt === undefined) {
        throw new ReservationLost('The reservation was gone before it went live.');
      }
      const { reservedAt: _, diagramJson: __, ...revealed } = version;
      batch.putHead(versions, { ...revealed, publishedAt: at });
    },
  },
  updateBot: {
    needs: ({ id }) => [{ ...get(bots, { id }), expect: true }],
    write(batch, { id, change }) {
      const bot = batch.find(bots, { id });
      if (bot === undefined) throw new Error('The brand has no such bot.');
      batch.put(bots, changed(bot, change));
    },
  },
};
