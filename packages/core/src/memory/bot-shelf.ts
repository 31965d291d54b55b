import type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';
import type { BotRecord } from '../ports/bot-store.ts';
import type { DraftRecord, RevisionRecord } from '../ports/draft-store.ts';
import type { TestDeploymentRecord } from '../ports/test-deployment-store.ts';
import type { VersionRecord } from '../ports/version-store.ts';

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
