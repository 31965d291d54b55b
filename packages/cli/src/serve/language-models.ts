import type { LanguageModel } from '@botwright/core/ports';
import { undiciRequester } from '@botwright/sender-undici';
import { CommandFailure } from '../command-failure.ts';
import type { Config } from '../config/config-schema.ts';

/** The language models of a config. */
export interface LanguageModels {
  readonly models: Readonly<Record<string, LanguageModel>>;
  /** Ends the requests under way. */
  close(): Promise<void>;
}

/**
 * Makes the language models of the config, with their keys from the environment.
 *
 * @throws {CommandFailure} When a variable is missing, or its value cannot be a key.
 * @spec AS9
 */
export async function makeLanguageModels(
  given: Config['models'] = {},
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModels> {
  const entries = Object.entries(given);
  if (entries.length === 0) return { models: {}, close: async () => {} };
  // Loading it takes a third of a second, and most servers have no models.
  const { aiSdkModel } = await import('@botwright/model-ai-sdk');
  const requesters = { guarded: undiciRequester(), free: undiciRequester({ allowPrivateTargets: true }) };
  const models = entries.map(([name, { base_url: baseURL, model, key_variable: variable, ...target }]) => {
    const apiKey = variable === undefined ? undefined : environment[variable];
    if (variable !== undefined && !/^[\x21-\x7e]+$/.test(apiKey ?? '')) {
      throw new CommandFailure(
        'usage',
        `The environment variable ${variable}, which models.${name} names, has no key of visible ASCII characters.`,
      );
    }
    const { fetch } = target.allow_private_target === true ? requesters.free : requesters.guarded;
    return [name, aiSdkModel({ baseURL, model, fetch, ...(apiKey !== undefined && { apiKey }) })] as const;
  });
  return {
    models: Object.fromEntries(models),
    async close() {
      await Promise.all([requesters.guarded.close(), requesters.free.close()]);
    },
  };
}
