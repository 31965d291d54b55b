import type { SecretBox } from '../../ports/secret-box.ts';

/** Opening one costs more than all else that an attempt asks of the engine. */
export type OpenedSecrets = Pick<SecretBox, 'open'>;

/**
 * Opens each secret once while it is among those used last, for a target that is sent to again and again.
 *
 * What is remembered goes by the sealed text: a secret that was changed is sealed anew, and so never missed. A
 * secret that does not open is not remembered.
 *
 * @param limit - Of secrets remembered, in the memory of this process alone.
 * @spec DI7, DI14, DI22
 */
export function openedSecrets(secrets: OpenedSecrets, limit: number): OpenedSecrets {
  const opened = new Map<string, string>();
  return {
    open(sealed, context) {
      const key = `${context} ${sealed}`;
      const secret = opened.get(key) ?? secrets.open(sealed, context);
      opened.delete(key);
      opened.set(key, secret);
      if (opened.size > limit) opened.delete(opened.keys().next().value ?? key);
      return secret;
    },
  };
}
