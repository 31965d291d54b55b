import * as v from 'valibot';
import { brandSchema } from './brand-schema.ts';
import { members, whole } from './members.ts';
import { secretKeys } from './secret-keys.ts';
import { baseUrl } from './urls.ts';

/** @spec CF17 */
const userAgentBrand = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9._~+!#$%&'*^`|-]{1,64}$/, 'must be 1 to 64 characters that a product name in a header may have'),
);

/** @spec CF19 */
const retryScale = v.pipe(
  v.number(),
  v.finite('must be a finite number'),
  v.minValue(0, 'must not be negative'),
  v.maxValue(1_000, 'must be 1000 at most'),
);

/** What the config file of `botwright serve` may hold. @spec CF3, CF4, CF5, CF6, CF15, CF18, CF25 */
export const configSchema = members({
  public_urls: v.exactOptional(
    members({
      bots: v.exactOptional(baseUrl('/v0-alpha')),
      platform: v.exactOptional(baseUrl('/v1/')),
      chat: v.exactOptional(baseUrl('/v1/')),
    }),
  ),
  secret_keys: v.exactOptional(secretKeys),
  user_agent_brand: v.exactOptional(userAgentBrand),
  allow_private_targets: v.exactOptional(v.boolean()),
  rate_limits: v.exactOptional(
    members({ bots: v.exactOptional(whole), platform: v.exactOptional(whole), apichat: v.exactOptional(whole) }),
  ),
  extensions: v.exactOptional(
    members({
      discardDraft: v.exactOptional(v.boolean()),
      draftRevisions: v.exactOptional(v.boolean()),
      duplicateBot: v.exactOptional(v.boolean()),
    }),
  ),
  retry_scale: v.exactOptional(retryScale),
  development_providers: v.exactOptional(v.boolean()),
  brands: v.exactOptional(v.array(brandSchema)),
});

export type Config = v.InferOutput<typeof configSchema>;
