import { type Permission, type Principal, permissions } from '../domain/principal.ts';
import type { Agent, AgentDirectory } from '../ports/host-directories.ts';
import { EngineError } from './engine-error.ts';
import type { IdempotentRun } from './idempotent-request.ts';

/** The caller of a use-case, and the idempotent run if there is one. */
export interface Caller {
  readonly principal: Principal;
  /** Set while the use-case runs for `Engine.once`. */
  readonly run: IdempotentRun | undefined;
}

/** The permission that each use-case of a handle requires; `anyone`: every caller of the brand may call it. */
export type PermissionsOf<THandle> = { readonly [TUseCase in keyof THandle]: Permission | 'anyone' };

/**
 * Checks the caller's permission before each use-case. It is checked first, so that a caller without it cannot find out
 * anything about the input or the stored data.
 *
 * @spec PE1, PE2, PE5
 */
export function permitted<THandle extends object>(
  { principal }: Pick<Caller, 'principal'>,
  needed: PermissionsOf<THandle>,
  useCases: THandle,
): THandle {
  const handle: { [TUseCase in keyof THandle]: unknown } = useCases;
  for (const name in needed) {
    const permission = needed[name];
    if (permission === 'anyone' || principal.permissions.includes(permission)) continue;
    handle[name] = async () => requirePermission(principal, permission);
  }
  return useCases;
}

/** The refusal of a caller without a permission. @spec PE1 */
export function permissionDenied(permission: Permission): EngineError {
  return new EngineError('permission_denied', { message: `This needs the permission ${permission}.` });
}

/** @throws {EngineError} `permission_denied` */
export function requirePermission({ permissions: granted }: Principal, permission: Permission): void {
  if (!granted.includes(permission)) throw permissionDenied(permission);
}

/**
 * Copies a principal, so that later changes to the host's object have no effect.
 *
 * @throws {TypeError} when the value is not a principal, which is an error of the host.
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

/**
 * Caches the result of `bind` for frozen principals. Stores return the same frozen object for each request with a
 * token, so all these requests share one result.
 *
 * @spec PE9
 */
export function oncePerPrincipal<T extends object>(bind: (principal: Principal) => T): (principal: Principal) => T {
  const shared = new WeakMap<Principal, T>();

  return (principal) => {
    const known = shared.get(principal);
    if (known !== undefined) return known;
    const bound = bind(copyPrincipal(principal));
    if (isUnchangeable(principal)) shared.set(principal, freezeHandle(bound));
    return bound;
  };
}

/** Frozen objects can still hold lists that change, or getters. */
function isUnchangeable(principal: Principal): boolean {
  const { workspaces, permissions: granted } = principal;
  const isData = (name: keyof Principal) => Object.getOwnPropertyDescriptor(principal, name)?.value !== undefined;
  return (
    [principal, workspaces, granted].every(Object.isFrozen) &&
    (['brand', 'person', 'workspaces', 'permissions'] as const).every(isData)
  );
}

function freezeHandle<T extends object>(handle: T): T {
  for (const useCases of Object.values(handle)) Object.freeze(useCases);
  return Object.freeze(handle);
}

/**
 * Finds an agent of the brand. The caller is always an agent, even if the directory does not know them. Called outside
 * every transaction.
 *
 * @spec CU31, MS40, PE10, TN14
 */
export async function findAgent(
  { agents, principal }: { readonly agents: AgentDirectory } & Pick<Caller, 'principal'>,
  id: unknown,
): Promise<Agent | undefined> {
  const known = Number.isSafeInteger(id) ? await agents.findAgent(principal.brand, id as number) : undefined;
  if (known !== undefined || id !== principal.person) return known;
  return { id: principal.person, name: '', email: '' };
}
