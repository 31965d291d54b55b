import { withDiagram } from '../../domain/draft.ts';
import { asUuid } from '../../domain/uuid.ts';
import type { Publication, Version } from '../../domain/version.ts';
import type { BotRecord } from '../../records/bots.ts';
import type { VersionRecord } from '../../records/versions.ts';
import { EngineError } from '../engine-error.ts';
import { toSummary } from '../records/loads.ts';
import { load, type Part } from '../use-case/use-case.ts';

/** Loads a version of a bot; `undefined`: the bot has no such version. */
export function* loadVersion({ id: botId }: BotRecord, versionId: unknown): Part<VersionRecord | undefined> {
  const id = asUuid(versionId);
  const [version] = id === undefined ? [] : yield* load({ kind: 'version', botId, id });
  return version;
}

/** @throws {EngineError} `version_not_found` */
export function requireVersion(version: VersionRecord | undefined): VersionRecord {
  if (version === undefined) throw new EngineError('version_not_found');
  return version;
}

export function toPublication(record: VersionRecord): Publication {
  const { channel } = record;
  return { ...toSummary(record), ...(channel !== undefined && { channel }) };
}

export function toVersion(record: VersionRecord): Version {
  return withDiagram(toPublication(record), record.diagramJson);
}
