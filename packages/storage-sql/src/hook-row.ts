import type { HookRecord } from '@botwright/core/ports';

export interface HookRow {
  readonly number: number;
  readonly channel: number;
  readonly name: string;
  readonly sealed_url: string;
  readonly origin: string;
  readonly sealed_token: string;
  /** 0 or 1. */
  readonly active: number;
  readonly disabled_by_plan: number;
  readonly created_at: number;
  readonly updated_at: number;
}

export const hookColumns = [
  'number',
  'channel',
  'name',
  'sealed_url',
  'origin',
  'sealed_token',
  'active',
  'disabled_by_plan',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof HookRow)[];

export function encodeHook(hook: HookRecord): HookRow {
  return {
    number: hook.number,
    channel: hook.channelNumber,
    name: hook.name,
    sealed_url: hook.encryptedUrl,
    origin: hook.origin,
    sealed_token: hook.encryptedToken,
    active: Number(hook.active),
    disabled_by_plan: Number(hook.disabledByPlan),
    created_at: hook.createdAt,
    updated_at: hook.updatedAt,
  };
}

export function decodeHook(row: HookRow): HookRecord {
  return {
    number: row.number,
    channelNumber: row.channel,
    name: row.name,
    encryptedUrl: row.sealed_url,
    origin: row.origin,
    encryptedToken: row.sealed_token,
    active: row.active === 1,
    disabledByPlan: row.disabled_by_plan === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
