import type { VersionSummary } from '@botwright/client';
import { readTime } from '../parts/times.ts';

/** The name of a version for people: its label, or its time. */
export function versionName({ name, published_at }: Pick<VersionSummary, 'name' | 'published_at'>): string {
  const when = new Date(readTime(published_at)).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
  return name === undefined ? `Version of ${when}` : `${name} (${when})`;
}
