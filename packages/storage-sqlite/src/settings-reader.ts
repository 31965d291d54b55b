import type { BrandRecord, SettingsReader } from '@botwright/core/ports';
import type { RunQuery } from './access.ts';

export const planSql = 'SELECT plan FROM brands WHERE name = ? AND is_removed = 0';
export const settingsRevisionSql = 'SELECT revision FROM setting_revisions WHERE brand = ?';

/** @spec ST90, ST119 */
export function settingsReader(brand: string, run: RunQuery): SettingsReader {
  return {
    revision: () =>
      run((connection) => connection.get<{ revision: number }>(settingsRevisionSql, brand)?.revision ?? 0),
    plan: () => run((connection) => connection.get<Pick<BrandRecord, 'plan'>>(planSql, brand)?.plan),
  };
}
