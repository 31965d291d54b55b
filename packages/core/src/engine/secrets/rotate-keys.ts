import { accountKinds } from '../../domain/account-connection/connected-account.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { BrandReader, BrandTransaction, Storage } from '../../ports/storage.ts';
import { tokensContext } from '../accounts/account-tokens.ts';
import { secretContext } from './encryption.ts';

/** What a rotation did, in secrets. */
export interface KeyRotation {
  /** Encrypted anew with the first key. */
  readonly rotated: number;
  /** No key that is given decrypts them; they stay as they are. */
  readonly unreadable: number;
  /** What the cipher threw for the first of those. */
  readonly firstFault?: unknown;
}

/** Rows that one transaction writes. */
const rowsPerTransaction = 100;
/** Secrets of the first key that are decrypted, to see that it is the key that encrypted them. */
const maxVerified = 1_000;

interface StoredSecret {
  readonly encrypted: string;
  readonly context: string;
}

/** One row that holds secrets. */
interface SecretRow {
  readonly secrets: readonly StoredSecret[];
  /** Reads the row again in a transaction, and writes what `renew` makes of each of its secrets. */
  rotate(tx: BrandTransaction, renew: (secret: StoredSecret) => string): Promise<void>;
}

/**
 * Encrypts with the first key what another one encrypted, a hundred rows a transaction. Where nothing is left to do it
 * only reads: which key each secret has, and of the first key's own a thousand, which are decrypted.
 *
 * @param brands - Default: every brand that keeps a secret, also those that were removed.
 * @spec SX10, SX11, SX12
 */
export async function rotateKeys(
  { storage, cipher }: { readonly storage: Storage; readonly cipher: Cipher },
  brands?: readonly string[],
): Promise<KeyRotation> {
  let rotated = 0;
  let verified = 0;
  const faults: unknown[] = [];

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

  function renew({ encrypted, context }: StoredSecret): string {
    try {
      if (!cipher.isOutdated(encrypted)) return encrypted;
      const anew = cipher.encrypt(cipher.decrypt(encrypted, context), context);
      rotated += 1;
      return anew;
    } catch {
      // Counted when it was checked.
      return encrypted;
    }
  }

  for (const brand of brands ?? (await storage.tenants.listBrandsWithSecrets())) {
    const rows = await listRows(storage.reader(brand), brand);
    // Each secret is checked: `some` would stop at the first.
    const outdated = rows.filter(({ secrets }) => secrets.filter(isOutdated).length > 0);
    for (let at = 0; at < outdated.length; at += rowsPerTransaction) {
      await storage.transaction(brand, async (tx) => {
        for (const row of outdated.slice(at, at + rowsPerTransaction)) await row.rotate(tx, renew);
      });
    }
  }
  return { rotated, unreadable: faults.length, ...(faults.length > 0 && { firstFault: faults[0] }) };
}

async function listRows(reader: BrandReader, brand: string): Promise<readonly SecretRow[]> {
  const hookUrl = secretContext('hook-url', brand);
  const hookToken = secretContext('hook-token', brand);
  const webhookUrl = secretContext('channel-webhook', brand);
  const { items: hooks } = await reader.hooks.list();
  const { items: channels } = await reader.channels.list({ hasWebhook: true });
  const accounts = (await Promise.all(accountKinds.map((kind) => reader.accounts.list(kind)))).flat();
  return [
    ...hooks.map(
      ({ number, encryptedUrl, encryptedToken }): SecretRow => ({
        secrets: [
          { encrypted: encryptedUrl, context: hookUrl },
          { encrypted: encryptedToken, context: hookToken },
        ],
        async rotate(tx, renew) {
          // An empty update locks the row: what is read of it after that nobody else can change.
          await tx.hooks.update(number, {});
          const found = await tx.hooks.find(number);
          if (found === undefined) return;
          await tx.hooks.update(number, {
            encryptedUrl: renew({ encrypted: found.encryptedUrl, context: hookUrl }),
            encryptedToken: renew({ encrypted: found.encryptedToken, context: hookToken }),
          });
        },
      }),
    ),
    ...channels.flatMap(({ number, webhook }): readonly SecretRow[] => {
      if (webhook === undefined) return [];
      return [
        {
          secrets: [{ encrypted: webhook.encryptedUrl, context: webhookUrl }],
          async rotate(tx, renew) {
            await tx.channels.update(number, {});
            const found = (await tx.channels.find(number))?.webhook;
            if (found === undefined) return;
            const encryptedUrl = renew({ encrypted: found.encryptedUrl, context: webhookUrl });
            await tx.channels.update(number, { webhook: { ...found, encryptedUrl } });
          },
        },
      ];
    }),
    ...accounts.flatMap((account): readonly SecretRow[] => {
      const { id, encryptedTokens } = account;
      if (encryptedTokens === undefined) return [];
      const secret = { encrypted: encryptedTokens, context: tokensContext({ ...account, brand }) };
      return [
        {
          secrets: [secret],
          rotate: async (tx, renew) => void (await tx.accounts.reencryptTokens(id, encryptedTokens, renew(secret))),
        },
      ];
    }),
  ];
}
