import type { Principal } from '../domain/principal/principal.ts';
import { brandEngine } from './brand-engine.ts';
import { copyPrincipal } from './brands.ts';
import type { BrandEngine } from './engine.ts';
import type { Parts } from './scope.ts';

/**
 * Makes what binds the use-cases to callers.
 *
 * A principal that nobody can change any more, such as a store hands out with each request of a token, is bound
 * once, and all its requests share the handle.
 *
 * @spec PE9
 */
export function callerBinder(parts: Parts): (principal: Principal) => BrandEngine {
  const shared = new WeakMap<Principal, BrandEngine>();

  return (principal) => {
    const known = shared.get(principal);
    if (known !== undefined) return known;
    const bound = brandEngine({ ...parts, principal: copyPrincipal(principal), run: undefined });
    if (isUnchangeable(principal)) shared.set(principal, freezeHandle(bound));
    return bound;
  };
}

/** Frozen objects can still hold lists that change, or getters. */
function isUnchangeable(principal: Principal): boolean {
  const { workspaces, permissions } = principal;
  const isData = (name: keyof Principal) => Object.getOwnPropertyDescriptor(principal, name)?.value !== undefined;
  return (
    [principal, workspaces, permissions].every(Object.isFrozen) &&
    (['brand', 'person', 'workspaces', 'permissions'] as const).every(isData)
  );
}

function freezeHandle(handle: BrandEngine): BrandEngine {
  for (const useCases of Object.values(handle)) Object.freeze(useCases);
  return Object.freeze(handle);
}
