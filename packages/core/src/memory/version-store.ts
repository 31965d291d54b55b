import type { VersionSummary } from '../domain/version/version.ts';
import type { VersionReader, VersionRecord, VersionStore } from '../ports/version-store.ts';
import type { Read, Write } from './access.ts';
import type { BotShelf, FiledVersion } from './bot-shelf.ts';
import { compareCodePoints } from './compare-code-points.ts';
import { frozenCopy } from './frozen-copy.ts';
import { pageOf } from './page-of.ts';

export function versionReader(read: Read): VersionReader {
  return {
    list: (botId, range) => read((view) => pageOf(revealedVersions(view.shelf(botId)).map(summaryOf).reverse(), range)),
    find: (botId, versionId) =>
      read((view) => revealedVersions(view.shelf(botId)).find((record) => record.id === versionId)),
    latest: (botId) => read((view) => revealedVersions(view.shelf(botId)).at(-1)),
  };
}

export function versionStore(read: Read, write: Write): VersionStore {
  return {
    ...versionReader(read),

    reserve(version, reservedAt) {
      const record = frozenCopy(version);
      return write((state) =>
        state.changeShelf(record.botId, (shelf) => {
          if (shelf.versions.some((filed) => filed.record.id === record.id)) {
            throw new Error('The bot has a version with this id.');
          }
          const versions = [...shelf.versions, { record, reservedAt }];
          return { ...shelf, versions: versions.sort((a, b) => compareCodePoints(a.record.id, b.record.id)) };
        }),
      );
    },

    reveal: (botId, versionId, publishedAt) =>
      write((state) => {
        const shelf = state.shelf(botId);
        const reserved = shelf?.versions.find((filed) => filed.record.id === versionId && isReservation(filed));
        if (shelf === undefined || reserved === undefined) return 'gone';
        const latest = revealedVersions(shelf).at(-1);
        if (latest !== undefined && compareCodePoints(latest.id, versionId) > 0) return 'overtaken';
        const revealed = { record: frozenCopy({ ...reserved.record, publishedAt }) };
        state.putShelf(botId, replaceVersion(shelf, reserved, revealed));
        return 'revealed';
      }),

    dropReservation: (botId, versionId) =>
      write((state) => {
        const shelf = state.shelf(botId);
        if (shelf === undefined) return;
        const versions = shelf.versions.filter((filed) => !(filed.record.id === versionId && isReservation(filed)));
        state.putShelf(botId, { ...shelf, versions });
      }),

    label: (botId, versionId, name) =>
      write((state) => {
        const shelf = state.shelf(botId);
        const filed = shelf?.versions.find((each) => each.record.id === versionId && !isReservation(each));
        if (shelf === undefined || filed === undefined) return 'absent';
        const { name: _before, ...unlabelled } = filed.record;
        const record = frozenCopy(name === undefined ? unlabelled : { ...unlabelled, name });
        state.putShelf(botId, replaceVersion(shelf, filed, { record }));
        return 'labelled';
      }),

    delete: (botId, versionId) =>
      write((state) => {
        const shelf = state.shelf(botId);
        const revealed = revealedVersions(shelf);
        if (shelf === undefined || !revealed.some((record) => record.id === versionId)) return 'absent';
        if (revealed.at(-1)?.id === versionId) return 'latest';
        const versions = shelf.versions.filter((filed) => filed.record.id !== versionId);
        state.putShelf(botId, { ...shelf, versions });
        return 'deleted';
      }),
  };
}

function isReservation(filed: FiledVersion): boolean {
  return filed.reservedAt !== undefined;
}

function revealedVersions(shelf: BotShelf | undefined): readonly VersionRecord[] {
  return (shelf?.versions ?? []).filter((filed) => !isReservation(filed)).map((filed) => filed.record);
}

function replaceVersion(shelf: BotShelf, before: FiledVersion, after: FiledVersion): BotShelf {
  return { ...shelf, versions: shelf.versions.map((filed) => (filed === before ? after : filed)) };
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
