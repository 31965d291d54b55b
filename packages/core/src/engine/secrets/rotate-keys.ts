import type { Cipher } from '../../ports/cipher.ts';
import type { AnyKind } from '../../ports/record-kind.ts';
import {
  get,
  keyOf,
  type ListAnswer,
  type RecordStore,
  type Scalar,
  type Scope,
  type Stored,
} from '../../ports/record-store.ts';
import { settings } from '../../records/settings.ts';
import { keyChecks } from '../../records/tenants.ts';
import { ask, expecting, getAny, put, putAny } from '../use-case/requests.ts';
import { runPlan } from '../use-case/run-program.ts';
import { kindsWithSecrets, renewSecrets, type StoredSecret, secretsOf } from './secret-fields.ts';

/** The result of a rotation, in numbers of secrets. */
export interface KeyRotation {
  /** Secrets encrypted again with the first key. */
  readonly rotated: number;
  /** Secrets that none of the given keys decrypts; they were not changed. */
  readonly unreadable: number;
  /** The error of the cipher for the first undecryptable secret, or for the store. */
  readonly firstFault?: unknown;
  /** None of the given keys is one that the store was opened with before. */
  readonly isOtherStore?: true;
}

/** Records that one batch writes. */
const recordsPerBatch = 100;
/** Records that one request reads. */
const recordsPerPage = 1_000;
/** How many secrets with the first key's id are decrypted, to verify that this key encrypted them. */
const maxVerified = 1_000;

const checkContext = 'key-check';

/**
 * Finds out whether the keys belong to the store, also while it has no secrets: the first keys that open it leave a
 * text, which later keys have to decrypt. Race rule: one of several concurrent first calls with different keys leaves
 * the text.
 *
 * @throws The error of the cipher when none of the keys decrypts the text.
 * @spec SX13
 */
function checkKeys(storage: RecordStore, cipher: Cipher): Promise<void> {
  return runPlan(storage, 'store', function* (writes) {
    const [check] = yield* ask(expecting(get(keyChecks, { name: 'check' })));
    const present = check?.record.encrypted;
    const text = present === undefined ? 'opened' : cipher.decrypt(present, checkContext);
    if (present !== undefined && !cipher.isOutdated(present)) return;
    writes.push(put(keyChecks, { name: 'check', encrypted: cipher.encrypt(text, checkContext) }));
  });
}

/**
 * Encrypts the secrets of other keys again with the first key, a hundred records per batch. When nothing is left to do
 * it only reads: the key id of each secret, and up to a thousand secrets of the first key, which are decrypted.
 *
 * Without brands it also finds out whether the keys belong to the store.
 *
 * @param brands - Default: all, also removed brands.
 * @spec SX10, SX11, SX12, SX13
 */
export async function rotateKeys(
  { storage, cipher }: { readonly storage: RecordStore; readonly cipher: Cipher },
  brands?: readonly string[],
): Promise<KeyRotation> {
  let rotated = 0;
  let verified = 0;
  const faults: unknown[] = [];
  const storeFaults: unknown[] = [];
  if (brands === undefined) await checkKeys(storage, cipher).catch((error: unknown) => void storeFaults.push(error));

  /** Counts a secret that cannot be decrypted. @returns Whether another key than the first one encrypted it. */
  function isOutdated({ encrypted, context }: StoredSecret): boolean {
    try {
      if (cipher.isOutdated(encrypted)) {
        cipher.decrypt(encrypted, context);
        return true;
      }
      verified += 1;
      if (verified <= maxVerified) cipher.decrypt(encrypted, context);
    } catch (error) {
      faults.push(error);
    }
    return false;
  }

  for (const scope of brands?.map((brand) => ({ brand })) ?? ['store' as const]) {
    for (const kind of kindsWithSecrets) {
      for await (const page of pagesOf(storage, scope, kind)) {
        // Each secret is checked: `some` would stop at the first.
        const outdated = page.filter(
          ({ brand, record }) => secretsOf(kind, brand, record).filter(isOutdated).length > 0,
        );
        for (const [brand, records] of Map.groupBy(outdated, (each) => each.brand)) {
          for (let at = 0; at < records.length; at += recordsPerBatch) {
            const keys = records.slice(at, at + recordsPerBatch).map(({ record }) => keyOf(kind, record));
            rotated += await rotateBatch({ storage, cipher }, kind, brand, keys);
          }
        }
      }
    }
  }
  const [firstFault] = [...faults, ...storeFaults];
  return {
    rotated,
    unreadable: faults.length,
    ...(firstFault !== undefined && { firstFault }),
    ...(storeFaults.length > 0 && { isOtherStore: true }),
  };
}

type OfBrand = Stored & { readonly brand: string };

/** All records of a kind, by their key. */
async function* pagesOf(storage: RecordStore, scope: Scope, kind: AnyKind): AsyncGenerator<readonly OfBrand[]> {
  let after: Scalar | undefined;
  for (;;) {
    const where = after === undefined ? {} : { after };
    const limit = recordsPerPage;
    const listed = { do: 'list', kind: kind.name, list: 'secrets', order: 'key', within: [], where } as const;
    const [answer] = (await storage.read(scope, [{ ...listed, offset: 0, limit }])) as [ListAnswer];
    yield answer.items.map((stored) => ({ ...stored, brand: scope === 'store' ? (stored.brand ?? '') : scope.brand }));
    const last = answer.items.at(-1);
    if (last === undefined || answer.items.length < limit) return;
    [after] = keyOf(kind, last.record);
  }
}

/** @returns How many secrets were encrypted again. */
function rotateBatch(
  { storage, cipher }: { readonly storage: RecordStore; readonly cipher: Cipher },
  kind: AnyKind,
  brand: string,
  keys: readonly (readonly Scalar[])[],
): Promise<number> {
  return runPlan(storage, { brand }, function* (writes) {
    let count = 0;
    const renew = ({ encrypted, context }: StoredSecret): string => {
      try {
        if (!cipher.isOutdated(encrypted)) return encrypted;
        const anew = cipher.encrypt(cipher.decrypt(encrypted, context), context);
        count += 1;
        return anew;
      } catch {
        // Already counted as unreadable by the check.
        return encrypted;
      }
    };
    const found = yield* ask(...keys.map((key) => getAny(kind, key)));
    for (const stored of found) {
      if (stored === undefined) continue;
      const record = renewSecrets(kind, brand, stored.record, renew);
      if (record !== stored.record) writes.push(putAny(kind, record));
    }
    // Invalidates cached secrets of channels and hooks.
    if (writes.length > 0) writes.push(put(settings, { name: 'settings' }));
    return count;
  });
}
