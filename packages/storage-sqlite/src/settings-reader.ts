import type { SettingsReader } from '@botwright/core/ports';
import type { RunQuery } from './access.ts';

export const settingsRevisionSql = 'SELECT revision FROM setting_revisions WHERE brand = ?';

/** @spec ST90 */
export function settingsReader(brand: string, run: RunQuery): SettingsReader {
  return {
    revision: () =>
      run((connection) => connection.get<{ revision: number }>(settingsRevisionSql, brand)?.revision ?? 0),
  };
}
