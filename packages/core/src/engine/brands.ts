import { type Permission, type Principal, permissions } from '../domain/principal/principal.ts';
import { isPlainText } from '../domain/text/plain-text.ts';
import type { Storage } from '../ports/storage.ts';
import { sha256 } from '../system/sha256.ts';

/**
 * Finds whom an agent token stands for, asking the store each time: a revoked token stops at once.
 *
 * @spec PE6
 */
export function authenticate(storage: Storage, token: string): Promise<Principal | undefined> {
  if (typeof token !== 'string' || token === '' || !isPlainText(token)) return Promise.resolve(undefined);
  return storage.installation.findPrincipal(sha256(token));
}

/**
 * Copies who is calling, so that the bound engine keeps judging by what it was given.
 *
 * @throws {TypeError} when the host gave something else than a principal: that is the host's fault, not the caller's.
 * @spec PE9
 */
export function copyPrincipal(principal: Principal): Principal {
  const { brand, person, workspaces, permissions: granted } = principal;
  if (typeof brand !== 'string' || brand === '') throw new TypeError('A principal has a brand.');
  if (!Number.isSafeInteger(person)) throw new TypeError('A principal has a person, an integer.');
  if (!Array.isArray(workspaces) || !workspaces.every(Number.isSafeInteger)) {
    throw new TypeError('A principal has a list of workspaces, integers.');
  }
  if (!Array.isArray(granted) || !granted.every(isPermission)) {
    throw new TypeError('A principal has a list of permissions.');
  }
  return Object.freeze({
    brand,
    person,
    workspaces: Object.freeze([...workspaces]),
    permissions: Object.freeze([...granted]),
  });
}

function isPermission(value: unknown): value is Permission {
  return permissions.some((known) => known === value);
}
