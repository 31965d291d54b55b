import { type Permission, type Principal, permissions } from '../domain/principal.ts';
import type { Agent, AgentDirectory } from '../ports/host-directories.ts';
import { EngineError } from './engine-error.ts';
import type { IdempotentRun } from './idempotent-request.ts';

/** Who calls a use-case, and under which idempotency key, where there is one. */
export interface Caller {
  readonly principal: Principal;
  /** Set while the use-case runs for `Engine.once`. */
  readonly run: IdempotentRun | undefined;
}

/** For each use-case of a handle the permission that it needs; `anyone`: every caller of the brand may. */
export type PermissionsOf<THandle> = { readonly [TUseCase in keyof THandle]: Permission | 'anyone' };

/**
 * Lets a caller run those use-cases that they have the permission for. The permission comes before everything else: a
 * caller without it learns nothing of the input or of what is stored.
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
    if (permission !== 'anyone' && !principal.permissions.includes(permission)) handle[name] = refusePermission;
  }
  return useCases;
}

async function refusePermission(): Promise<never> {
  throw new EngineError('permission_denied');
}

/** @throws {EngineError} `permission_denied` */
export function requirePermission({ permissions: granted }: Principal, permission: Permission): void {
  if (!granted.includes(permission)) throw new EngineError('permission_denied');
}

/**
 * Copies who is calling, so that what the host does to its own object afterwards changes nothing.
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

/**
 * Remembers what was bound for a principal that nobody can change any more, such as a store hands out with each request
 * of a token: all requests of the token share it.
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
 * Finds an agent of the brand. Whoever is calling is one, whether the directory knows them or not. Asked outside every
 * transaction.
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
