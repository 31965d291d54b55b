import type { DraftHead, DraftStore, HistoryBounds, Storage, VersionStore } from '@botwright/core/ports';
import { changeReader, changeTransaction, type Mutant } from './mutant.ts';

export const documentMutants: readonly Mutant[] = [
  {
    rule: 'ST26',
    fault: 'JSON is parsed and its keys are sorted',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        insert: (draft) => drafts.insert({ ...draft, diagramJson: sortKeys(draft.diagramJson) }),
      })),
  },
  {
    rule: 'ST26',
    fault: 'the texts of versions are encoded again',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({
        reserve: (version, at) => versions.reserve({ ...version, diagramJson: version.diagramJson.normalize() }, at),
      })),
  },
  {
    rule: 'ST27',
    fault: 'a draft is compared first and replaced later',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        async replace(next, expected, keep) {
          const seen = await drafts.find(next.botId);
          if (seen?.revision !== expected) return 'stale';
          if ((await drafts.replace(next, expected, keep)) === 'replaced') return 'replaced';
          const now = (await drafts.find(next.botId))?.revision ?? 0;
          return drafts.replace({ ...next, revision: now + 1 }, now, keep);
        },
      })),
  },
  {
    rule: 'ST28',
    fault: 'the history lists oldest first',
    breakStorage: (sound) =>
      changeReader(sound, (reader) => ({
        drafts: {
          ...reader.drafts,
          async listRevisions(id, range) {
            const page = await reader.drafts.listRevisions(id, range);
            return { ...page, items: page.items.toReversed() };
          },
        },
      })),
  },
  {
    rule: 'ST29',
    fault: 'the history keeps one state too many',
    breakStorage: (sound) => changeBounds(sound, (keep) => ({ ...keep, maxRevisions: keep.maxRevisions + 1 })),
  },
  {
    rule: 'ST30',
    fault: 'the history is not bounded in bytes',
    breakStorage: (sound) => changeBounds(sound, (keep) => ({ ...keep, maxBytes: Number.MAX_SAFE_INTEGER })),
  },
  {
    rule: 'ST31',
    fault: 'the total of violations is that of the list',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        replace: (next, expected, keep) =>
          drafts.replace({ ...next, violationsTotal: next.violations.length }, expected, keep),
      })),
  },
  {
    rule: 'ST32',
    fault: 'a second draft is accepted and lost',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({ insert: (draft) => drafts.insert(draft).catch(() => undefined) })),
  },
  {
    rule: 'ST110',
    fault: 'the head of a draft has no name of its state',
    breakStorage: (sound) =>
      changeReader(sound, ({ drafts }) => ({
        drafts: {
          ...drafts,
          async findHead(id) {
            const { stateId: _, ...head } = (await drafts.findHead(id)) ?? {};
            return 'botId' in head ? (head as DraftHead) : undefined;
          },
        },
      })),
  },
  {
    rule: 'ST111',
    fault: 'a change loses what it says of violations',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        append: (change, expected, keep) => drafts.append({ ...change, violationSplices: [] }, expected, keep),
      })),
  },
  {
    rule: 'ST111',
    fault: 'a change applies to whatever draft there is',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        async append(change, expected, keep) {
          const now = (await drafts.findHead(change.botId))?.revision ?? expected;
          return drafts.append({ ...change, revision: now + 1 }, now, keep);
        },
      })),
  },
  {
    rule: 'ST111',
    fault: 'of several places that a change writes only the first is written',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        append: (change, expected, keep) =>
          drafts.append({ ...change, textSplices: change.textSplices.slice(0, 1) }, expected, keep),
      })),
  },
  {
    rule: 'ST111',
    fault: 'a past state that was made by a change reads as the present one',
    breakStorage: (sound) =>
      changeReader(sound, ({ drafts }) => ({
        drafts: {
          ...drafts,
          async listRevisions(botId, range) {
            const [page, present] = [await drafts.listRevisions(botId, range), await drafts.find(botId)];
            const diagramJson = present?.diagramJson ?? '';
            return { ...page, items: page.items.map((item) => ({ ...item, diagramJson })) };
          },
        },
      })),
  },
  {
    rule: 'ST111',
    fault: 'a change stays when its transaction is rolled back',
    breakStorage: (sound) => ({
      ...sound,
      transaction(brand, work) {
        const appended: Parameters<DraftStore['append']>[] = [];
        const run = sound.transaction(brand, (tx) =>
          work({
            ...tx,
            drafts: {
              ...tx.drafts,
              append(...args) {
                appended.push(args);
                return tx.drafts.append(...args);
              },
            },
          }),
        );
        return run.catch(async (error: unknown) => {
          await sound.transaction(brand, async (tx) => {
            for (const args of appended) await tx.drafts.append(...args);
          });
          throw error;
        });
      },
    }),
  },
  {
    rule: 'ST29',
    fault: 'changes are never removed from the history',
    breakStorage: (sound) =>
      changeDrafts(sound, (drafts) => ({
        append: (change, expected) => drafts.append(change, expected, { maxRevisions: 1_000, maxBytes: 1_000_000_000 }),
      })),
  },
  {
    rule: 'ST33',
    fault: 'a reservation can be read',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({
        async reserve(version, at) {
          await versions.reserve(version, at);
          await versions.reveal(version.botId, version.id, version.publishedAt);
        },
      })),
  },
  {
    rule: 'ST34',
    fault: 'every reveal says that it revealed the version',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({
        async reveal(botId, id, at) {
          const outcome = await versions.reveal(botId, id, at);
          return outcome === 'gone' ? 'revealed' : outcome;
        },
      })),
  },
  {
    rule: 'ST34',
    fault: 'a version keeps the moment of its reservation',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({ reveal: (botId, id) => versions.reveal(botId, id, 1) })),
  },
  {
    rule: 'ST36',
    fault: 'reservations cannot be dropped',
    breakStorage: (sound) => changeVersions(sound, () => ({ dropReservation: async () => undefined })),
  },
  {
    rule: 'ST37',
    fault: 'versions list oldest first',
    breakStorage: (sound) =>
      changeReader(sound, (reader) => ({
        versions: {
          ...reader.versions,
          async list(id, range) {
            const page = await reader.versions.list(id, range);
            return { ...page, items: page.items.toReversed() };
          },
        },
      })),
  },
  {
    rule: 'ST38',
    fault: 'a label cannot be removed',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({ label: (botId, id, name) => versions.label(botId, id, name ?? '') })),
  },
  {
    rule: 'ST39',
    fault: 'deleting an absent version says that it was deleted',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({
        async delete(botId, id) {
          await versions.delete(botId, id);
          return 'deleted';
        },
      })),
  },
  {
    rule: 'ST40',
    fault: 'a second reservation of an id is accepted and lost',
    breakStorage: (sound) =>
      changeVersions(sound, (versions) => ({
        reserve: (version, at) => versions.reserve(version, at).catch(() => undefined),
      })),
  },
  {
    rule: 'ST41',
    fault: 'new feedback keeps the earlier question',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        feedback: {
          ...tx.feedback,
          async put(id, given) {
            const before = await tx.feedback.find(id);
            return tx.feedback.put(id, { ...given, question: before?.question ?? given.question });
          },
        },
      })),
  },
  {
    rule: 'ST42',
    fault: 'the first test deployment stays',
    breakStorage: (sound) =>
      changeTransaction(sound, (tx) => ({
        testDeployments: {
          ...tx.testDeployments,
          async put(given) {
            if ((await tx.testDeployments.find(given.botId)) === undefined) await tx.testDeployments.put(given);
          },
        },
      })),
  },
  {
    rule: 'ST43',
    fault: 'channels list by id',
    breakStorage: (sound) =>
      changeReader(sound, (reader) => ({
        channels: {
          ...reader.channels,
          listByBot: async (id) => (await reader.channels.listByBot(id)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
        },
      })),
  },
];

function changeDrafts(sound: Storage, change: (drafts: DraftStore) => Partial<DraftStore>): Storage {
  return changeTransaction(sound, (tx) => ({ drafts: { ...tx.drafts, ...change(tx.drafts) } }));
}

function changeBounds(sound: Storage, change: (keep: HistoryBounds) => HistoryBounds): Storage {
  return changeDrafts(sound, (drafts) => ({
    replace: (next, expected, keep) => drafts.replace(next, expected, change(keep)),
  }));
}

function changeVersions(sound: Storage, change: (versions: VersionStore) => Partial<VersionStore>): Storage {
  return changeTransaction(sound, (tx) => ({ versions: { ...tx.versions, ...change(tx.versions) } }));
}

function sortKeys(json: string): string {
  if (json === '') return json;
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || value === null) return json;
  return JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
}
