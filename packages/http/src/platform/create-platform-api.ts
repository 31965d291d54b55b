import type { MountedApi } from '../exchange/http-api.ts';
import { readBaseUrl } from '../exchange/routing/read-base-url.ts';
import { createTokenApi, tokenBasePath } from '../exchange/token-api/create-token-api.ts';
import { platformContract } from './openapi/platform-contract.ts';
import { platformOperations } from './operations/operation-table.ts';
import type { PlatformApiOptions } from './platform-api-options.ts';
import { refuse } from './refuse.ts';
import { defaultTemplates } from './schemas/template-schema.ts';

/**
 * Makes the Platform API of an engine, for any server: channels, customers, messages and message hooks. It answers
 * below `/v1`, and agent tokens have full access to their workspaces.
 *
 * @throws {TypeError} when `publicUrl` is not the URL of its base.
 * @spec PL26
 * @example
 * const api = createPlatformApi({ engine, publicUrl: 'https://api.example.com/v1/' });
 * createServer(nodeListener(api)).listen(3000);
 */
export function createPlatformApi(options: PlatformApiOptions): MountedApi {
  const { engine, templates = defaultTemplates } = options;
  const operations = platformOperations(templates);
  return createTokenApi(options, {
    name: 'platform',
    operations,
    rateLog: engine.rateLog,
    refuse,
    findCaller: (token) => engine.authenticate(token),
    bind: (principal) => engine.as(principal),
    contract: platformContract(readBaseUrl('publicUrl', options.publicUrl, tokenBasePath), operations),
  });
}
