import type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';
import type { BotRecord, DraftRecord, RevisionRecord, TestDeploymentRecord, VersionRecord } from '../ports/storage.ts';

/** A bot and all that belongs to it. Replaced whole, never changed in place: a rollback only has to forget. */
export interface BotShelf {
  readonly bot: BotRecord;
  readonly draft?: DraftRecord;
  /** Newest first. */
  readonly revisions: readonly FiledRevision[];
  /** By ascending id, reservations among them. */
  readonly versions: readonly FiledVersion[];
  readonly feedback?: FeedbackConfiguration;
  readonly testDeployment?: TestDeploymentRecord;
}

export interface FiledRevision {
  readonly record: RevisionRecord;
  readonly bytes: number;
}

export interface FiledVersion {
  readonly record: VersionRecord;
  /** Present while it is a reservation. */
  readonly reservedAt?: number;
}
