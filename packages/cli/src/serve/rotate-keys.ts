import type { Engine } from '@botwright/core';
import { CommandFailure } from '../command-failure.ts';
import type { SecretKeys } from '../config/secret-keys.ts';
import type { Logger } from './logger.ts';

/** Milliseconds for which responses are stored for repeated requests; they are encrypted too. */
const responseLifeMs = 24 * 60 * 60 * 1_000;

/**
 * Encrypts everything with the first key, and logs when the others can be removed.
 *
 * @param store - Its name in messages.
 * @param isShared - Whether other servers may have keys that this one lacks.
 * @throws {CommandFailure} When no key decrypts a value.
 * @spec SV43, SV44
 */
export async function rotateKeys(
  engine: Pick<Engine, 'rotateKeys'>,
  keys: SecretKeys,
  { store, isShared }: { readonly store: string; readonly isShared: boolean },
  logger: Pick<Logger, 'info'>,
): Promise<void> {
  const advice = isShared ? ' Give this server the keys of the others, with --secret-keys or in the config file.' : '';
  const { rotated, unreadable, firstFault, isOtherStore } = await engine.rotateKeys();
  if (unreadable > 0) {
    const secrets = unreadable === 1 ? '1 secret' : `${unreadable} secrets`;
    const reason = firstFault instanceof Error ? firstFault.message : 'The reason is not known.';
    const message = `The ${store} holds ${secrets} that no key opens. ${reason}${advice}`;
    throw new CommandFailure('failure', message, { cause: firstFault });
  }
  if (isOtherStore) {
    const message = `The ${store} was opened with other secret keys before.${advice}`;
    throw new CommandFailure('failure', message, { cause: firstFault });
  }
  const [first, ...others] = keys.map(({ id }) => id);
  if (others.length === 0) return;
  const after = new Date(Date.now() + responseLifeMs).toISOString();
  logger.info(
    { first, others, after, rotated },
    'everything is encrypted with the first key: the others can be removed after the time given',
  );
}
