import type { PublicationPolicy } from '../../domain/finishing-version.ts';
import type { Page, PageRequest } from '../../domain/paging/page.ts';
import type { Publication, PublicationPreview, Version, VersionSummary } from '../../domain/version.ts';
import type { PermissionsOf } from '../caller.ts';
import type { IfRevision } from '../drafts/draft-handle.ts';

export interface Versions {
  /** Newest first, without diagrams. */
  list(botId: string, page?: PageRequest): Promise<Page<VersionSummary>>;
  /** Reads one version with its diagram. */
  get(botId: string, versionId: string): Promise<Version>;
  /** The version that was published last; `version_not_found` before the first publication. */
  latest(botId: string): Promise<Version>;
  /**
   * Counts the conversations that a publication of the draft would begin again. Changes nothing.
   *
   * @param versionId - Count for a restoration of this version instead.
   * @param options - The policy of the publication.
   */
  preview(botId: string, versionId?: string, options?: PublicationPolicy): Promise<PublicationPreview>;
  /** Makes the draft the live version. Fails with `draft_has_violations` if it has an error. */
  publish(botId: string, options?: IfRevision & PublicationPolicy): Promise<Publication>;
  /** Copies the version into the draft, then publishes the draft. */
  restore(botId: string, versionId: string, options?: IfRevision & PublicationPolicy): Promise<Publication>;
  /** `undefined` removes the label. */
  label(botId: string, versionId: string, name: string | undefined): Promise<VersionSummary>;
  /** Removes a version from the history; the one that was published last stays. */
  delete(botId: string, versionId: string): Promise<void>;
}

export const versionPermissions: PermissionsOf<Versions> = {
  list: 'view_bots',
  get: 'view_bots',
  latest: 'view_bots',
  preview: 'view_bots',
  publish: 'edit_bots',
  restore: 'edit_bots',
  label: 'edit_bots',
  delete: 'edit_bots',
};
