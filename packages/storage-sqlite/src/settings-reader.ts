import type { BrandRecord, SettingsReader } from '@botwright/core/ports';
import type { BrandConnection, Sync } from './access.ts';

export const planSql = 'SELECT plan FROM brands WHERE name = ? AND is_removed = 0';
export const settingsRevisionSql = 'SELECT revision FROM setting_revisions WHERE brand = ?';

/** @spec ST90, ST119 */
export function settingsReader({ connection, brand }: BrandConnection): Sync<SettingsReader> {
  return {
    revision: () => connection.get<{ revision: number }>(settingsRevisionSql, brand)?.revision ?? 0,
    plan: () => connection.get<Pick<BrandRecord, 'plan'>>(planSql, brand)?.plan,
  };
}
