import * as v from 'valibot';
import { planTiers } from '../domain/blocks/block-definition.ts';
import { type Permission, type Principal, permissions } from '../domain/principal/principal.ts';
import { isPlainText } from '../domain/text/plain-text.ts';
import type { AgentTokenRecord, Storage } from '../ports/storage.ts';
import { sha256 } from '../system/sha256.ts';
import type { BrandConfiguration } from './engine.ts';
import { invalidParameters, plainText, readInput, shape } from './input/read-input.ts';

const minTokenLength = 16;

const workspaceList = v.array(v.pipe(v.number(), v.safeInteger()));

const brandsShape = v.array(
  shape({
    name: v.pipe(plainText, v.minLength(1, 'Expected a name.')),
    plan: v.picklist(planTiers),
    workspaces: workspaceList,
    tokens: v.array(
      shape({
        token: v.pipe(plainText, v.minLength(minTokenLength, `Expected at least ${minTokenLength} characters.`)),
        person: v.pipe(v.number(), v.safeInteger()),
        permissions: v.optional(v.array(v.picklist(permissions))),
        workspaces: v.optional(workspaceList),
      }),
    ),
  }),
);

/**
 * Makes brands and their agent tokens exactly these; only hashes of the tokens reach the store.
 *
 * @spec PE6, PE7, PE8
 */
export async function configureBrands(storage: Storage, brands: readonly BrandConfiguration[]): Promise<void> {
  const wanted = readInput(brandsShape, brands);
  const names = new Set<string>();
  const tokens = new Map<string, AgentTokenRecord>();

  for (const [index, brand] of wanted.entries()) {
    if (names.has(brand.name)) throw invalidParameters(`${index}.name`, 'Another brand has this name.');
    names.add(brand.name);

    for (const [position, each] of brand.tokens.entries()) {
      const field = `${index}.tokens.${position}`;
      const hash = sha256(each.token);
      if (tokens.has(hash)) throw invalidParameters(`${field}.token`, 'This token is given twice.');
      if (each.workspaces?.some((workspace) => !brand.workspaces.includes(workspace))) {
        throw invalidParameters(`${field}.workspaces`, 'Expected workspaces of the brand.');
      }
      const principal: Principal = {
        brand: brand.name,
        person: each.person,
        workspaces: each.workspaces ?? brand.workspaces,
        permissions: each.permissions ?? permissions,
      };
      tokens.set(hash, { hash, principal });
    }
  }

  await storage.installation.configure({
    brands: wanted.map(({ name, plan, workspaces }) => ({ name, plan, workspaces, agents: [] })),
    tokens: [...tokens.values()],
  });
}

/**
 * Finds whom an agent token stands for, asking the store each time: a revoked token stops at once.
 *
 * @spec PE6
 */
export async function authenticate(storage: Storage, token: string): Promise<Principal | undefined> {
  if (typeof token !== 'string' || token === '' || !isPlainText(token)) return undefined;
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
