import type { Store } from './start-server.ts';

export const stores: readonly Store[] = ['memory', 'sqlite'];

/** The id of nothing. */
export const absentId = '00000000-0000-4000-8000-000000000000';
