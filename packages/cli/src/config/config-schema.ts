import {
  configurationSchema,
  filledText,
  httpUrl,
  inputObject,
  integerFrom,
  journalRedactionSchema,
  wireNames,
} from '@botwright/core/inputs';
import * as v from 'valibot';
import { channelFamilyList } from './channel-families.ts';
import { secretKeys } from './secret-keys.ts';
import { visitorLimits } from './visitor-limits.ts';

const rate = integerFrom(0);
const mostModels = 50;
const number = 'Expected a number from 0 to 1000.';
const product = /^[A-Za-z0-9._~+!#$%&'*^`|-]{1,64}$/;

/**
 * The engine's brands with further rules of the server: callers send tokens in a header.
 *
 * @spec CF7, CF8, CF9, CF20, CF21, CF22, CF23, CF24
 */
const brands = wireNames(configurationSchema({ brandFaults }));

type GivenBrand = v.InferOutput<ReturnType<typeof configurationSchema>>[number];

function brandFaults({ name, workspaces, tokens, agents, channels, connectedAccounts = [] }: GivenBrand) {
  return [
    ...faultIf(workspaces.length === 0, 'workspaces', 'Expected one workspace at least.'),
    ...tokens.flatMap(({ token }, at) =>
      faultIf(!/^[\x21-\x7e]*$/.test(token), `tokens.${at}.token`, 'Expected visible ASCII characters.'),
    ),
    ...agents.flatMap(({ email }, at) =>
      faultIf(!v.is(emailAddress, email), `agents.${at}.email`, 'Expected an email address.'),
    ),
    ...faultIf(!isName(name), 'name', nameFault),
    ...agents.flatMap((agent, at) => faultIf(!isName(agent.name), `agents.${at}.name`, nameFault)),
    ...channels.flatMap((channel, at) => faultIf(!isName(channel.name), `channels.${at}.name`, nameFault)),
    ...connectedAccounts.flatMap((account, at) =>
      (['id', 'name'] as const).flatMap((member) =>
        faultIf(!isName(account[member]), `connectedAccounts.${at}.${member}`, nameFault),
      ),
    ),
  ];
}

const emailAddress = v.pipe(v.string(), v.email());
const nameFault = 'Expected 1 to 100 characters, none of them a control character, and no space at either end.';
const isName = (text: string): boolean => /^(?!\s)[^\p{Cc}\p{Cs}]{1,100}(?<!\s)$/u.test(text);

function faultIf(isFault: boolean, field: string, message: string) {
  return isFault ? [{ field, message }] : [];
}

/** A base URL for paths. @spec CF4, CF15 */
function baseUrl(ending: string) {
  return v.pipe(
    v.string(),
    v.check((text) => isBase(text, ending), `Expected an http or https URL that ends with ${ending}, with no query.`),
  );
}

function isBase(text: string, ending: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  const isPlain = search === '' && hash === '' && username === '' && !text.endsWith('?') && !text.endsWith('#');
  return /^https?:$/.test(protocol) && pathname.endsWith(ending) && isPlain;
}

/** The app that is registered with a service. `endpoints` of a proxy or a test replace the service's. @spec CF27 */
const app = <const TNames extends readonly string[]>(endpoints: TNames) => ({
  client_id: filledText(),
  client_secret: filledText(),
  endpoints: v.exactOptional(
    inputObject(
      Object.fromEntries(endpoints.map((name) => [name, v.exactOptional(httpUrl)])) as Record<
        TNames[number],
        v.ExactOptionalSchema<typeof httpUrl, undefined>
      >,
    ),
  ),
});

function positiveUpTo(most: number) {
  const fault = `Expected a number above 0, up to ${most}.`;
  return v.pipe(v.number(fault), v.gtValue(0, fault), v.maxValue(most, fault));
}

/** The journal of conversations. @spec JR11 */
const journal = inputObject({
  days: integerFrom(1, 3_650),
  redact: v.exactOptional(journalRedactionSchema),
});

/** The config file of `botwright serve`. @spec CF3, CF4, CF5, CF6, CF15, CF17, CF18, CF19, CF25, CF27, CF28, CF29, CF31, EM15, AS9, WT53 */
export const configSchema = inputObject({
  public_urls: v.exactOptional(
    inputObject({
      bots: v.exactOptional(baseUrl('/v0-alpha')),
      platform: v.exactOptional(baseUrl('/v1/')),
      chat: v.exactOptional(baseUrl('/v1/')),
    }),
  ),
  secret_keys: v.exactOptional(secretKeys),
  user_agent_brand: v.exactOptional(
    v.pipe(v.string(), v.regex(product, 'Expected 1 to 64 characters that a product name in a header may have.')),
  ),
  allow_private_targets: v.exactOptional(v.boolean()),
  rate_limits: v.exactOptional(
    inputObject({ bots: v.exactOptional(rate), platform: v.exactOptional(rate), apichat: v.exactOptional(rate) }),
  ),
  visitor_limits: v.exactOptional(visitorLimits),
  journal: v.exactOptional(journal),
  files_folder: v.exactOptional(filledText()),
  typing_delay: v.exactOptional(
    inputObject({
      per_character_ms: positiveUpTo(1_000),
      most_ms: positiveUpTo(25_000),
    }),
  ),
  channel_families: v.exactOptional(channelFamilyList),
  trusted_proxies: v.exactOptional(integerFrom(0)),
  extensions: v.exactOptional(
    inputObject({
      discardDraft: v.exactOptional(v.boolean()),
      draftRevisions: v.exactOptional(v.boolean()),
      duplicateBot: v.exactOptional(v.boolean()),
    }),
  ),
  retry_scale: v.exactOptional(v.pipe(v.number(number), v.minValue(0, number), v.maxValue(1_000, number))),
  development_providers: v.exactOptional(v.boolean()),
  providers: v.exactOptional(
    inputObject({
      google_sheets: v.exactOptional(
        inputObject({
          ...app(['authorization', 'token', 'revocation', 'drive', 'sheets']),
          issuer: v.exactOptional(filledText()),
        }),
      ),
      calendly: v.exactOptional(inputObject(app(['authorization', 'token', 'revocation', 'api']))),
    }),
  ),
  smtp: v.exactOptional(
    v.pipe(
      inputObject({
        host: v.pipe(v.string(), v.regex(/^\S+$/, 'Expected the name of a server.')),
        from: v.pipe(v.string(), v.email('Expected an email address.')),
        port: v.exactOptional(v.pipe(integerFrom(1), v.maxValue(65_535, 'Expected a port up to 65535.'))),
        tls: v.exactOptional(v.picklist(['implicit', 'required', 'none'], 'Expected implicit, required or none.')),
        user: v.exactOptional(filledText()),
        password: v.exactOptional(filledText()),
      }),
      v.check(
        ({ user, password }) => (user === undefined) === (password === undefined),
        'Expected user and password together.',
      ),
    ),
  ),
  models: v.exactOptional(
    v.pipe(
      v.unknown(),
      v.check((models) => !Array.isArray(models), 'Expected an object.'),
      v.record(
        v.pipe(v.string(), v.regex(/^(?=\s*\S).{1,100}$/su, 'Expected a name of 1 to 100 characters.')),
        inputObject({
          base_url: baseUrl(''),
          model: filledText(),
          key_variable: v.exactOptional(
            v.pipe(v.string(), v.regex(/^[A-Za-z_]\w*$/, 'Expected the name of an environment variable.')),
          ),
          allow_private_target: v.exactOptional(v.boolean()),
        }),
      ),
      v.check((models) => Object.keys(models).length <= mostModels, `Expected at most ${mostModels} models.`),
    ),
  ),
  brands: v.exactOptional(brands),
});

export type Config = v.InferOutput<typeof configSchema>;
