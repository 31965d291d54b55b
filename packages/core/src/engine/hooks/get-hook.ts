import type { MessageHook } from '../platform.ts';
import { readerOf, type Scope } from '../scope.ts';
import { findHook, toHook } from './find-hook.ts';

/** @spec HK12, HK14, HK15 */
export async function getHook(scope: Scope, channel: number, hook: number): Promise<MessageHook> {
  return toHook(scope, await findHook(scope, readerOf(scope), { channel, hook }));
}
