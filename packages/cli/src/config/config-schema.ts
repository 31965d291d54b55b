import { permissions, planTiers } from '@botwright/core';
import * as v from 'valibot';

const shortestToken = 16;

/** An object with these members and no other; a list, which JavaScript calls an object too, is none. */
function members<const TEntries extends v.ObjectEntries>(
  entries: TEntries,
): v.SchemaWithPipe<
  readonly [
    v.CustomSchema<object, v.ErrorMessage<v.CustomIssue> | undefined>,
    v.StrictObjectSchema<TEntries, undefined>,
  ]
> {
  return v.pipe(
    v.custom<object>(
      (input) => typeof input === 'object' && input !== null && !Array.isArray(input),
      'must be an object',
    ),
    v.strictObject(entries),
  );
}

const whole = v.pipe(v.number(), v.safeInteger('must be a whole number'), v.minValue(0, 'must not be negative'));
const workspace = v.pipe(v.number(), v.safeInteger('must be a whole number'), v.minValue(1, 'must be 1 or more'));
const workspaces = v.pipe(v.array(workspace), v.minLength(1, 'must name one workspace at least'));

/** A token travels in a header: anything else than visible ASCII could never be sent. */
const token = v.pipe(
  v.string(),
  v.minLength(shortestToken, `must have ${shortestToken} characters at least`),
  v.regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces'),
);

const botsUrl = v.pipe(
  v.string(),
  v.check(isBotsUrl, 'must be an http or https URL that ends with /v0-alpha, with no query'),
);

const brand = members({
  name: v.pipe(
    v.string(),
    v.regex(/^(?!\s)[^\p{Cc}\p{Cs}]+(?<!\s)$/u, 'must be plain text that neither begins nor ends with a space'),
    v.maxLength(100, 'must have 100 characters at most'),
  ),
  plan: v.picklist(planTiers),
  workspaces,
  tokens: v.array(
    members({
      token,
      person: whole,
      permissions: v.exactOptional(v.array(v.picklist(permissions))),
      workspaces: v.exactOptional(workspaces),
    }),
  ),
});

/** What the config file of `botwright serve` may hold. @spec CF3, CF4, CF5, CF6, CF7, CF8 */
export const configSchema = members({
  public_urls: v.exactOptional(members({ bots: v.exactOptional(botsUrl) })),
  rate_limits: v.exactOptional(members({ bots: v.exactOptional(whole) })),
  extensions: v.exactOptional(
    members({
      discardDraft: v.exactOptional(v.boolean()),
      draftRevisions: v.exactOptional(v.boolean()),
      duplicateBot: v.exactOptional(v.boolean()),
    }),
  ),
  brands: v.exactOptional(v.array(brand)),
});

export type Config = v.InferOutput<typeof configSchema>;

function isBotsUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  const isPlain = search === '' && hash === '' && username === '' && !text.endsWith('?') && !text.endsWith('#');
  return /^https?:$/.test(protocol) && pathname.endsWith('/v0-alpha') && isPlain;
}
