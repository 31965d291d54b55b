import type { Engine } from '@botwright/core';
import { CommandFailure } from '../command-failure.ts';
import type { SecretKeys } from '../config/secret-keys.ts';
import type { Logger } from './logger.ts';

/** Answers that are kept for a repeated request are sealed too, and last as long. */
const answersLastMs = 24 * 60 * 60 * 1_000;

/**
 * Seals everything with the first key, and says when the others can go.
 *
 * @throws {CommandFailure} When something opens with none of the keys.
 * @spec SV43, SV44
 */
export async function rotateKeys(
  engine: Pick<Engine, 'resealSecrets'>,
  { keys, data, logger }: { readonly keys: SecretKeys; readonly data: string; readonly logger: Pick<Logger, 'info'> },
): Promise<void> {
  const { resealed, unopened, firstFault } = await engine.resealSecrets();
  if (unopened > 0) {
    const secrets = unopened === 1 ? '1 secret' : `${unopened} secrets`;
    const reason = firstFault instanceof Error ? firstFault.message : 'The reason is not known.';
    const message = `The data folder ${data} holds ${secrets} that no key opens. ${reason}`;
    throw new CommandFailure('failure', message, { cause: firstFault });
  }
  const [first, ...others] = keys.map(({ id }) => id);
  if (others.length === 0) return;
  const after = new Date(Date.now() + answersLastMs).toISOString();
  logger.info({ first, others, after, resealed }, 'everything is sealed with the first key: the others can go then');
}
