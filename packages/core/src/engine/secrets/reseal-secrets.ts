import { accountKinds } from '../../domain/account-connection/account-kind.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import { tokensContext } from '../accounts/sealed-tokens.ts';
import type { Parts } from '../scope.ts';
import { type SecretKind, secretContext } from './secret-context.ts';

type Resealer = Pick<Parts, 'storage' | 'secrets'>;

/** What came of sealing anew, in secrets. */
export interface Resealing {
  readonly resealed: number;
  /** They stay as they are, and open with no key that is given. */
  readonly unopened: number;
}

/**
 * Seals with the first key what another one sealed, brand by brand.
 *
 * @param brands - Default: those of the configuration.
 * @spec SX10, SX11
 */
export async function resealSecrets(parts: Resealer, brands?: readonly string[]): Promise<Resealing> {
  const { storage } = parts;
  const names = brands ?? (await storage.installation.listBrands()).map(({ name }) => name);
  let sum: Resealing = { resealed: 0, unopened: 0 };
  for (const brand of names) {
    const tally = await storage.transaction(brand, (tx) => resealBrand(parts, tx, brand));
    sum = { resealed: sum.resealed + tally.resealed, unopened: sum.unopened + tally.unopened };
  }
  return sum;
}

/** Each row is written first with nothing: what is read of it after that nobody else can change. */
async function resealBrand({ secrets }: Resealer, tx: BrandTransaction, brand: string): Promise<Resealing> {
  const tally = { resealed: 0, unopened: 0 };
  const renew = (kind: SecretKind, sealed: string): string => renewAs(secretContext(kind, brand), sealed);
  const renewAs = (context: string, sealed: string): string => {
    try {
      if (!secrets.isOutdated(sealed)) return sealed;
      const anew = secrets.seal(secrets.open(sealed, context), context);
      tally.resealed += 1;
      return anew;
    } catch {
      tally.unopened += 1;
      return sealed;
    }
  };

  for (const { number } of await tx.hooks.listAll()) {
    await tx.hooks.update(number, {});
    const hook = await tx.hooks.find(number);
    if (hook === undefined) continue;
    const sealedUrl = renew('hook-url', hook.sealedUrl);
    const sealedToken = renew('hook-token', hook.sealedToken);
    if (sealedUrl !== hook.sealedUrl || sealedToken !== hook.sealedToken) {
      await tx.hooks.update(number, { sealedUrl, sealedToken });
    }
  }
  for (const { number } of await tx.channels.listWithWebhook()) {
    await tx.channels.update(number, {});
    const webhook = (await tx.channels.find(number))?.webhook;
    if (webhook === undefined) continue;
    const sealedUrl = renew('channel-webhook', webhook.sealedUrl);
    if (sealedUrl !== webhook.sealedUrl) await tx.channels.update(number, { webhook: { ...webhook, sealedUrl } });
  }
  await resealAccounts(tx, brand, renewAs);
  return tally;
}

async function resealAccounts(
  tx: BrandTransaction,
  brand: string,
  renewAs: (context: string, sealed: string) => string,
): Promise<void> {
  const accounts = await Promise.all(accountKinds.map((kind) => tx.accounts.list(kind)));
  for (const account of accounts.flat()) {
    const { id, sealedTokens } = account;
    if (sealedTokens === undefined) continue;
    const anew = renewAs(tokensContext({ ...account, brand }), sealedTokens);
    if (anew !== sealedTokens) await tx.accounts.reseal(id, sealedTokens, anew);
  }
}
