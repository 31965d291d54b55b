import type { HookEdit } from '../../domain/hook/read-hook.ts';
import type { HookRecord } from '../../ports/hook-store.ts';
import { findTargetFault } from '../input/find-target-fault.ts';
import { takeRead } from '../input/take-read.ts';
import type { Scope } from '../scope.ts';
import { secretContext } from '../secrets/secret-context.ts';

/**
 * Gives what was read of a hook the shape in which it is stored.
 *
 * @throws {EngineError} `invalid_parameters` for an address that may not be reached
 * @spec HK15, HK16, SX9
 */
export function sealHook(
  scope: Scope,
  { url, token, name }: HookEdit,
): Partial<Pick<HookRecord, 'sealedUrl' | 'origin' | 'sealedToken' | 'name'>> {
  const { secrets } = scope;
  const { brand } = scope.principal;
  const fault = url === undefined ? undefined : findTargetFault(scope, url);
  if (fault !== undefined) return takeRead({ ok: false, faults: [{ field: 'url', message: fault }] });
  return {
    ...(url !== undefined && {
      sealedUrl: secrets.seal(url, secretContext('hook-url', brand)),
      origin: new URL(url).origin,
    }),
    ...(token !== undefined && { sealedToken: secrets.seal(token, secretContext('hook-token', brand)) }),
    ...(name !== undefined && { name }),
  };
}
