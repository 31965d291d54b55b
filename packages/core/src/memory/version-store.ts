import { pageOf } from '../domain/paging/page.ts';
import { compareCodePoints } from '../domain/text.ts';
import type { VersionSummary } from '../domain/version.ts';
import type { VersionReader, VersionRecord, VersionStore } from '../ports/version-store.ts';
import type { BotRow, StoredVersion } from './brand-state.ts';
import { frozenCopy } from './frozen-copy.ts';
import type { Read, Write } from './working-state.ts';

export function versionReader(read: Read): VersionReader {
  return {
    list: (botId, range) =>
      read(({ bots }) => {
        const page = pageOf(revealedVersions(bots.get(botId)).toReversed(), range);
        return { ...page, items: page.items.map(summaryOf) };
      }),
    find: (botId, versionId) =>
      read(({ bots }) => revealedVersions(bots.get(botId)).find((record) => record.id === versionId)),
    latest: (botId) => read(({ bots }) => revealedVersions(bots.get(botId)).at(-1)),
  };
}

export function versionStore(read: Read, write: Write): VersionStore {
  return {
    ...versionReader(read),

    reserve(version, reservedAt) {
      const record = frozenCopy(version);
      return write((state) =>
        state.changeBot(record.botId, (row) => {
          if (row.versions.some((version) => version.record.id === record.id)) {
            throw new Error('The bot has a version with this id.');
          }
          const versions = [...row.versions, { record, reservedAt }];
          return { ...row, versions: versions.sort((a, b) => compareCodePoints(a.record.id, b.record.id)) };
        }),
      );
    },

    reveal: (botId, versionId, publishedAt) =>
      write((state) => {
        const row = state.bots.get(botId);
        const reserved = row?.versions.find((version) => version.record.id === versionId && isReservation(version));
        if (row === undefined || reserved === undefined) return 'gone';
        const revealed = { record: frozenCopy({ ...reserved.record, publishedAt }) };
        state.bots.put(replaceVersion(row, reserved, revealed));
        return 'revealed';
      }),

    dropReservation: (botId, versionId) =>
      write((state) => {
        const row = state.bots.get(botId);
        if (row === undefined) return;
        const versions = row.versions.filter((version) => !(version.record.id === versionId && isReservation(version)));
        state.bots.put({ ...row, versions });
      }),

    label: (botId, versionId, name) =>
      write((state) => {
        const row = state.bots.get(botId);
        const version = row?.versions.find((each) => each.record.id === versionId && !isReservation(each));
        if (row === undefined || version === undefined) return 'absent';
        const { name: _before, ...unlabelled } = version.record;
        const record = frozenCopy(name === undefined ? unlabelled : { ...unlabelled, name });
        state.bots.put(replaceVersion(row, version, { record }));
        return 'labelled';
      }),

    delete: (botId, versionId) =>
      write((state) => {
        const row = state.bots.get(botId);
        const revealed = revealedVersions(row);
        if (row === undefined || !revealed.some((record) => record.id === versionId)) return 'absent';
        const versions = row.versions.filter((version) => version.record.id !== versionId);
        state.bots.put({ ...row, versions });
        return 'deleted';
      }),
  };
}

function isReservation(version: StoredVersion): boolean {
  return version.reservedAt !== undefined;
}

function revealedVersions(row: BotRow | undefined): readonly VersionRecord[] {
  return (row?.versions ?? []).filter((version) => !isReservation(version)).map((version) => version.record);
}

function replaceVersion(row: BotRow, before: StoredVersion, after: StoredVersion): BotRow {
  return { ...row, versions: row.versions.map((version) => (version === before ? after : version)) };
}

function summaryOf(record: VersionRecord): VersionSummary {
  const { id, name, publishedAt, publishedBy, restoredFrom, builder } = record;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    publishedAt,
    publishedBy,
    ...(restoredFrom === undefined ? {} : { restoredFrom }),
    builder,
  };
}
