import type { BrandRecord, SettingsReader } from '@botwright/core/ports';
import { get, type RunQuery, statement, table } from '@botwright/storage-sql';
import { sql } from 'kysely';
import { countersOf } from './counters.ts';

/** The number of committed changes: it rises with each change, for any order of commits. */
export const settingsRevision = statement<{ readonly brand: string }>()(
  (_dialect, { brand }) =>
    sql<{
      revision: number;
    }>`select coalesce(sum(total), 0)::bigint as revision from ${countersOf(brand, 'settings')} as c`,
);

export const findPlan = statement<{ readonly brand: string }>()(
  (_dialect, { brand }) =>
    sql<Pick<BrandRecord, 'plan'>>`select plan from ${table('brands')} where name = ${brand} and is_removed = 0`,
);

/** @spec ST90, ST119 */
export function settingsReader(brand: string, run: RunQuery): SettingsReader {
  return {
    revision: () =>
      run(
        function* () {
          return (yield* get(settingsRevision, { brand }))?.revision ?? 0;
        },
        { overlaps: 'reads' },
      ),
    plan: () =>
      run(
        function* () {
          return (yield* get(findPlan, { brand }))?.plan;
        },
        { overlaps: 'reads' },
      ),
  };
}
