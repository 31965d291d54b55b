import type { FeedbackConfiguration } from '../../domain/feedback.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { get, type Request } from '../../ports/record-store.ts';
import type { BotChange, BotRecord } from '../../records/bots.ts';
import { bots, feedback, type StoredScenarios, scenarios } from '../../records/bots.ts';
import type { ChannelRecord } from '../../records/channels.ts';
import { channels } from '../../records/channels.ts';
import type {
  DraftChange,
  DraftRecord,
  HistoryBounds,
  SameViolations,
  TestDeploymentRecord,
} from '../../records/drafts.ts';
import { drafts, revisions, testDeployments } from '../../records/drafts.ts';
import type { VersionRecord } from '../../records/versions.ts';
import { versions } from '../../records/versions.ts';
import { Conflict } from '../use-case/run-program.ts';
import type { Batch } from './batch.ts';
import { changed, present, ReservationLost, written } from './writing.ts';

export interface VersionPlace {
  readonly botId: string;
  readonly id: string;
}

const headOfVersion = ({ botId, id }: VersionPlace) => [{ ...get(versions, { botId, id }), heads: true }] as const;

/** Finds a visible version. */
function revealed(batch: Batch, place: VersionPlace) {
  const version = present(batch.find(versions, place));
  if (version.reservedAt !== undefined) throw new Conflict();
  return version;
}

/**
 * Writes of bots and of their records.
 *
 * @spec ST14, ST17, ST18, ST28, ST32, ST33, ST34, ST36, ST38, ST39, ST41, ST42, ST63
 */
export const botWriting = {
  deleteVersion: written<VersionPlace>({
    needs: headOfVersion,
    write(batch, { botId, id }) {
      revealed(batch, { botId, id });
      batch.delete(versions, { botId, id });
    },
  }),
  /** Removes the bot with all its records except its deliveries. */
  destroyBot: written<{ readonly id: string }>({ write: (batch, { id }) => batch.delete(bots, { id }) }),
  dropReservation: written<VersionPlace>({
    needs: headOfVersion,
    write(batch, { botId, id }) {
      if (batch.find(versions, { botId, id })?.reservedAt === undefined) return;
      batch.delete(versions, { botId, id });
    },
  }),
  /** Inserts the bot with its channels and its first draft. */
  insertBot: written<{
    readonly bot: BotRecord;
    readonly channels: readonly Omit<ChannelRecord, 'number'>[];
    readonly draft: DraftRecord;
  }>({
    needs: ({ channels: { length } }) => Array.from({ length }, (): Request => ({ do: 'number', sequence: 'channel' })),
    write(batch, { bot, channels: added, draft }) {
      batch.put(bots, bot);
      for (const channel of added) batch.put(channels, { ...channel, number: batch.number() });
      batch.put(drafts, draft);
    },
  }),
  /** Labels a version. `undefined` removes the label. */
  labelVersion: written<VersionPlace & { readonly label: string | undefined }>({
    needs: headOfVersion,
    write(batch, { botId, id, label }) {
      const { diagramJson: _, ...version } = changed(revealed(batch, { botId, id }), { name: label });
      batch.putHead(versions, version);
    },
  }),
  /**
   * Puts the next state of a draft, whole or as a change of the state at `expected`, which becomes history.
   *
   * @spec ST27, ST28, ST29, ST30, ST111
   */
  putDraft: written<{
    readonly next: DraftRecord | SameViolations | DraftChange;
    readonly expected: number;
    readonly keep: HistoryBounds;
  }>({
    needs: ({ next: { botId } }) => [{ ...get(drafts, { botId }), heads: true }],
    write(batch, { next, expected, keep }) {
      const { botId } = next;
      const draft = batch.find(drafts, { botId });
      if (draft?.revision !== expected) throw new Conflict();
      const { revision, editedAt, editedBy, by } = draft;
      const text = { kind: 'draft', key: [botId], field: 'diagramJson' } as const;
      batch.copy(text, revisions, { botId, revision, editedAt, editedBy, ...(by !== undefined && { by }) });
      const violations = { ...text, field: 'violations' };
      if ('textSplices' in next) {
        const { textSplices, bytes, violationSplices, ...head } = next;
        batch.put(drafts, head as typeof draft);
        batch.add({ do: 'splice', at: text, splices: textSplices, bytes });
        batch.add({ do: 'splice', at: violations, splices: violationSplices });
      } else {
        batch.put(drafts, next as DraftRecord);
        if (!('violations' in next)) batch.add({ do: 'splice', at: violations, splices: [] });
      }
      batch.add({
        do: 'trim',
        listed: { kind: 'revision', list: 'ofBot', within: [botId] },
        order: 'newest',
        count: keep.maxRevisions,
        bytes: { field: 'diagramJson', most: keep.maxBytes },
      });
    },
  }),
  putFeedback: written<{ readonly botId: string; readonly configuration: FeedbackConfiguration }>({
    write: (batch, { botId, configuration }) => batch.put(feedback, { ...configuration, botId }),
  }),
  putScenarios: written<{ readonly next: StoredScenarios }>({
    write: (batch, { next }) => batch.put(scenarios, next),
  }),
  putTestDeployment: written<{ readonly deployment: TestDeploymentRecord }>({
    write: (batch, { deployment }) => batch.put(testDeployments, deployment),
  }),
  /** Stores a version that is hidden until it is revealed. */
  reserveVersion: written<{ readonly version: VersionRecord; readonly at: EpochMs }>({
    write: (batch, { version, at }) => batch.put(versions, { ...version, reservedAt: at }),
  }),
  /** Shows a reserved version to everybody, published at this moment. @spec VE15 */
  revealVersion: written<VersionPlace & { readonly at: EpochMs }>({
    needs: headOfVersion,
    write(batch, { botId, id, at }) {
      const version = batch.find(versions, { botId, id });
      if (version?.reservedAt === undefined) {
        throw new ReservationLost('The reservation was gone before it went live.');
      }
      const { reservedAt: _, diagramJson: __, ...revealed } = version;
      batch.putHead(versions, { ...revealed, publishedAt: at });
    },
  }),
  updateBot: written<{ readonly id: string; readonly change: BotChange }>({
    needs: ({ id }) => [{ ...get(bots, { id }), expect: true }],
    write(batch, { id, change }) {
      const bot = batch.find(bots, { id });
      if (bot === undefined) throw new Error('The brand has no such bot.');
      batch.put(bots, changed(bot, change));
    },
  }),
};
