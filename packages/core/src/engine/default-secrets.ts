import type { SecretBox } from '../ports/secret-box.ts';
import type { Storage } from '../ports/storage.ts';
import { freshSecretBox } from '../system/aes-secret-box.ts';

/**
 * Gives the box of an engine that was given none. A key made up here would be lost with the process, and with it
 * every secret of a store that lasts: there it is better to say so at the first one.
 *
 * @spec SX8
 */
export function defaultSecrets(storage: Storage): SecretBox {
  if (!storage.capabilities.durable) return freshSecretBox();
  const refuse = (): never => {
    throw new TypeError('This store keeps secrets for good: give the engine `secrets: aesSecretBox({ keys })`.');
  };
  return { seal: refuse, open: refuse, isOutdated: refuse };
}
