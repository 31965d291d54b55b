import type { AnyKind } from '../../ports/record-kind.ts';
import type { Stored } from '../../ports/record-store.ts';
import type { AccountRecord } from '../../records/accounts.ts';
import { recordKinds } from '../../records/record-kinds.ts';
import { tokensContext } from '../accounts/account-tokens.ts';
import { secretContext } from './encryption.ts';

type AnyStored = Stored['record'];

/** The kinds of records that have secrets. Each has a list `secrets` of the store, by its key. */
export const kindsWithSecrets: readonly AnyKind[] = recordKinds.filter(({ encrypted }) => encrypted.length > 0);

export interface StoredSecret {
  readonly encrypted: string;
  readonly context: string;
}

const contexts: Readonly<Record<string, (brand: string, record: AnyStored) => string>> = {
  'channel.webhook.encryptedUrl': (brand) => secretContext('channel-webhook', brand),
  'hook.encryptedUrl': (brand) => secretContext('hook-url', brand),
  'hook.encryptedToken': (brand) => secretContext('hook-token', brand),
  'account.encryptedTokens': (brand, record) => tokensContext({ ...(record as unknown as AccountRecord), brand }),
};

/** The secrets of a record, without absent ones. */
export function secretsOf(kind: AnyKind, brand: string, record: AnyStored): readonly StoredSecret[] {
  return kind.encrypted.flatMap((path) => {
    const encrypted = textAt(record, path);
    return encrypted === undefined ? [] : [{ encrypted, context: contextOf(kind, path, brand, record) }];
  });
}

/** Replaces each secret of a record by the result of `renew`. @returns The same record if none differs. */
export function renewSecrets(
  kind: AnyKind,
  brand: string,
  record: AnyStored,
  renew: (secret: StoredSecret) => string,
): AnyStored {
  return kind.encrypted.reduce((renewed, path) => {
    const encrypted = textAt(renewed, path);
    if (encrypted === undefined) return renewed;
    const next = renew({ encrypted, context: contextOf(kind, path, brand, record) });
    return next === encrypted ? renewed : withText(renewed, path.split('.'), next);
  }, record);
}

function contextOf({ name }: AnyKind, path: string, brand: string, record: AnyStored): string {
  const context = contexts[`${name}.${path}`];
  if (context === undefined) throw new Error(`The encrypted field ${path} of the kind ${name} has no context.`);
  return context(brand, record);
}

function textAt(record: AnyStored, path: string): string | undefined {
  const text = path.split('.').reduce<unknown>((value, name) => (value as AnyStored | undefined)?.[name], record);
  return typeof text === 'string' ? text : undefined;
}

function withText(record: AnyStored, [name = '', ...rest]: readonly string[], text: string): AnyStored {
  return { ...record, [name]: rest.length === 0 ? text : withText(record[name] as AnyStored, rest, text) };
}
