import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Operation } from '../../ports/operations.ts';
import type { BrandReader } from '../../ports/storage.ts';
import type { AccountProviders } from '../accounts/account-providers.ts';
import { tokensContext } from '../accounts/account-tokens.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { decided, load, type Part, type UseCase } from '../use-case/use-case.ts';
import { secretContext } from './encryption.ts';

/** The result of a rotation, in numbers of secrets. */
export interface KeyRotation {
  /** Encrypted again with the first key. */
  readonly rotated: number;
  /** None of the given keys decrypts them; they were not changed. */
  readonly unreadable: number;
  /** The error of the cipher for the first undecryptable secret, or for the store. */
  readonly firstFault?: unknown;
  /** None of the given keys is one that the store was opened with before. */
  readonly isOtherStore?: true;
}

/** Rows that one transaction writes. */
const rowsPerTransaction = 100;
/** How many secrets with the first key's id are decrypted, to verify that this key encrypted them. */
const maxVerified = 1_000;

interface StoredSecret {
  readonly encrypted: string;
  readonly context: string;
}

const checkContext = 'key-check';

/**
 * Finds out whether the keys belong to the store, also while it has no secrets: the first keys that open it leave a
 * text, which later keys have to decrypt. Race rule: one of several concurrent first calls with different keys leaves
 * the text.
 *
 * @throws The error of the cipher when none of the keys decrypts the text.
 * @spec SX13
 */
function checkKeys(storage: EngineStorage, cipher: Cipher): Promise<void> {
  return storage.tenants.change(async (tx) => {
    const kept = await tx.findKeyCheck();
    const text = kept === undefined ? 'opened' : cipher.decrypt(kept, checkContext);
    if (kept === undefined || cipher.isOutdated(kept)) await tx.putKeyCheck(cipher.encrypt(text, checkContext));
  });
}

/** One row that holds secrets. */
interface SecretRow {
  readonly secrets: readonly StoredSecret[];
  /** Loads the row again, and replaces each of its secrets by the result of `renew`. */
  rotate(renew: (secret: StoredSecret) => string): Part<readonly Operation[]>;
}

/**
 * Encrypts the secrets of other keys again with the first key, a hundred rows per transaction. When nothing is left to
 * do it only reads: the key id of each secret, and up to a thousand secrets of the first key, which are decrypted.
 *
 * Without brands it also finds out whether the keys belong to the store.
 *
 * @param brands - Default: every brand that keeps a secret, also removed brands.
 * @spec SX10, SX11, SX12, SX13
 */
export async function rotateKeys(
  {
    storage,
    cipher,
    providers,
  }: { readonly storage: EngineStorage; readonly cipher: Cipher; readonly providers: Pick<AccountProviders, 'kinds'> },
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

  function* rotation(rows: readonly SecretRow[]): UseCase<number> {
    let count = 0;
    const renew = ({ encrypted, context }: StoredSecret): string => {
      try {
        if (!cipher.isOutdated(encrypted)) return encrypted;
        const anew = cipher.encrypt(cipher.decrypt(encrypted, context), context);
        count += 1;
        return anew;
      } catch {
        // Counted as unreadable already when it was checked.
        return encrypted;
      }
    };
    const operations: Operation[] = [];
    for (const row of rows) operations.push(...(yield* row.rotate(renew)));
    return decided({ operations }, () => count);
  }

  for (const brand of brands ?? (await storage.tenants.listBrandsWithSecrets())) {
    const rows = await listRows(storage.reader(brand), brand, providers.kinds);
    // Each secret is checked: `some` would stop at the first.
    const outdated = rows.filter(({ secrets }) => secrets.filter(isOutdated).length > 0);
    for (let at = 0; at < outdated.length; at += rowsPerTransaction) {
      rotated += await storage.perform(brand, () => rotation(outdated.slice(at, at + rowsPerTransaction)));
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

async function listRows(
  reader: BrandReader,
  brand: string,
  kinds: ReadonlySet<AccountKind>,
): Promise<readonly SecretRow[]> {
  const secretOf = (kind: Parameters<typeof secretContext>[0]) => {
    const context = secretContext(kind, brand);
    return (encrypted: string): StoredSecret => ({ encrypted, context });
  };
  const hookUrl = secretOf('hook-url');
  const hookToken = secretOf('hook-token');
  const webhookUrl = secretOf('channel-webhook');
  const { items: hooks } = await reader.hooks.list();
  const { items: channels } = await reader.channels.list({ hasWebhook: true });
  const accounts = (await Promise.all([...kinds].map((kind) => reader.accounts.list(kind)))).flat();
  return [
    ...hooks.map(
      ({ number, encryptedUrl, encryptedToken }): SecretRow => ({
        secrets: [hookUrl(encryptedUrl), hookToken(encryptedToken)],
        *rotate(renew) {
          const [found] = yield* load({ kind: 'lockedHook', number });
          if (found === undefined) return [];
          const change = {
            encryptedUrl: renew(hookUrl(found.encryptedUrl)),
            encryptedToken: renew(hookToken(found.encryptedToken)),
          };
          return [{ kind: 'updateHook', number, change }];
        },
      }),
    ),
    ...channels.flatMap(({ number, webhook }): readonly SecretRow[] => {
      if (webhook === undefined) return [];
      return [
        {
          secrets: [webhookUrl(webhook.encryptedUrl)],
          *rotate(renew) {
            const [locked] = yield* load({ kind: 'lockedChannel', number });
            const found = locked?.webhook;
            if (found === undefined) return [];
            const encryptedUrl = renew(webhookUrl(found.encryptedUrl));
            return [{ kind: 'updateChannel', number, change: { webhook: { ...found, encryptedUrl } } }];
          },
        },
      ];
    }),
    ...accounts.flatMap((account): readonly SecretRow[] => {
      const { id, encryptedTokens } = account;
      if (encryptedTokens === undefined) return [];
      const context = tokensContext({ ...account, brand });
      return [
        {
          secrets: [{ encrypted: encryptedTokens, context }],
          *rotate(renew) {
            const [{ encryptedTokens: former } = {}] = yield* load({ kind: 'account', id });
            if (former === undefined) return [];
            const next = renew({ encrypted: former, context });
            return next === former ? [] : [{ kind: 'reencryptTokens', id, former, next }];
          },
        },
      ];
    }),
  ];
}
