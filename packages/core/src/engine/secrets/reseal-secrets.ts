import { accountKinds } from '../../domain/account-connection/account-kind.ts';
import type { BrandReader, BrandTransaction } from '../../ports/storage.ts';
import { tokensContext } from '../accounts/sealed-tokens.ts';
import type { Parts } from '../scope.ts';
import { secretContext } from './secret-context.ts';

type Resealer = Pick<Parts, 'storage' | 'secrets'>;

/** What came of sealing anew, in secrets. */
export interface Resealing {
  readonly resealed: number;
  /** They stay as they are, and open with no key that is given. */
  readonly unopened: number;
  /** What the box said of the first of those. */
  readonly firstFault?: unknown;
}

/** Rows that one transaction seals anew. */
const rowsPerTransaction = 100;
/** Secrets of the first key that are opened, to see that it is the key that sealed them. */
const openedOfFirstKey = 1_000;

/** A secret as it is kept, and what it belongs to. */
interface Kept {
  readonly sealed: string;
  readonly context: string;
}

/** One row that keeps secrets. */
interface KeptRow {
  readonly kept: readonly Kept[];
  /** Reads the row again in a transaction, and writes what `renew` makes of each of its secrets. */
  reseal(tx: BrandTransaction, renew: (kept: Kept) => string): Promise<void>;
}

/**
 * Seals with the first key what another one sealed, a hundred rows a transaction. Where nothing is left to do it only
 * reads: each secret's key, and of the first key's own a thousand, which are opened.
 *
 * @param brands - Default: every brand that keeps a secret, whether configured or not.
 * @spec SX10, SX11, SX12
 */
export async function resealSecrets(parts: Resealer, brands?: readonly string[]): Promise<Resealing> {
  const { storage } = parts;
  const tally = createTally(parts);
  for (const brand of brands ?? (await storage.installation.listBrandsWithSecrets())) {
    const rows = await listRows(storage.reader(brand), brand);
    const outdated = rows.filter(({ kept }) => tally.check(kept));
    for (let at = 0; at < outdated.length; at += rowsPerTransaction) {
      await storage.transaction(brand, async (tx) => {
        for (const row of outdated.slice(at, at + rowsPerTransaction)) await row.reseal(tx, tally.renew);
      });
    }
  }
  return tally.sum();
}

interface Tally {
  /** Counts what does not open, and tells whether something opens that another key sealed. */
  check(kept: readonly Kept[]): boolean;
  renew(kept: Kept): string;
  sum(): Resealing;
}

function createTally({ secrets }: Resealer): Tally {
  let resealed = 0;
  let opened = 0;
  const faults: unknown[] = [];

  function isOutdated({ sealed, context }: Kept): boolean {
    try {
      if (secrets.isOutdated(sealed)) {
        secrets.open(sealed, context);
        return true;
      }
      opened += 1;
      if (opened <= openedOfFirstKey) secrets.open(sealed, context);
    } catch (error) {
      faults.push(error);
    }
    return false;
  }

  return {
    check: (kept) => kept.filter(isOutdated).length > 0,
    renew({ sealed, context }) {
      try {
        if (!secrets.isOutdated(sealed)) return sealed;
        const anew = secrets.seal(secrets.open(sealed, context), context);
        resealed += 1;
        return anew;
      } catch {
        // Counted when it was checked.
        return sealed;
      }
    },
    sum: () => ({
      resealed,
      unopened: faults.length,
      ...(faults.length > 0 && { firstFault: faults[0] }),
    }),
  };
}

async function listRows(reader: BrandReader, brand: string): Promise<readonly KeptRow[]> {
  const hookUrl = secretContext('hook-url', brand);
  const hookToken = secretContext('hook-token', brand);
  const webhookUrl = secretContext('channel-webhook', brand);
  const hooks = await reader.hooks.listAll();
  const channels = await reader.channels.listWithWebhook();
  const accounts = (await Promise.all(accountKinds.map((kind) => reader.accounts.list(kind)))).flat();
  return [
    ...hooks.map(
      ({ number, ...hook }): KeptRow => ({
        kept: [
          { sealed: hook.sealedUrl, context: hookUrl },
          { sealed: hook.sealedToken, context: hookToken },
        ],
        async reseal(tx, renew) {
          // Written first with nothing: what is read of it after that nobody else can change.
          await tx.hooks.update(number, {});
          const found = await tx.hooks.find(number);
          if (found === undefined) return;
          const sealedUrl = renew({ sealed: found.sealedUrl, context: hookUrl });
          const sealedToken = renew({ sealed: found.sealedToken, context: hookToken });
          await tx.hooks.update(number, { sealedUrl, sealedToken });
        },
      }),
    ),
    ...channels.flatMap(({ number, webhook }): readonly KeptRow[] => {
      if (webhook === undefined) return [];
      return [
        {
          kept: [{ sealed: webhook.sealedUrl, context: webhookUrl }],
          async reseal(tx, renew) {
            await tx.channels.update(number, {});
            const found = (await tx.channels.find(number))?.webhook;
            if (found === undefined) return;
            const sealedUrl = renew({ sealed: found.sealedUrl, context: webhookUrl });
            await tx.channels.update(number, { webhook: { ...found, sealedUrl } });
          },
        },
      ];
    }),
    ...accounts.flatMap((account): readonly KeptRow[] => {
      const { id, sealedTokens } = account;
      if (sealedTokens === undefined) return [];
      const kept = { sealed: sealedTokens, context: tokensContext({ ...account, brand }) };
      return [
        { kept: [kept], reseal: async (tx, renew) => void (await tx.accounts.reseal(id, sealedTokens, renew(kept))) },
      ];
    }),
  ];
}
