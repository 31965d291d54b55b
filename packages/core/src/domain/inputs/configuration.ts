import * as v from 'valibot';
import { accountKinds } from '../account-connection/connected-account.ts';
import { planTiers } from '../blocks/block-definition.ts';
import { permissions } from '../principal.ts';
import { channelEntries } from './channels.ts';
import { inputList, inputObject } from './input-object.ts';
import { filledText, httpUrl, integer, integerFrom, oneOf, text } from './members.ts';

const workspaces = inputList(integer);

const shortestToken = 16;
const agentText = text({ max: 255 });

/** An account as the configuration declares it. */
export const declaredAccountSchema = inputObject({
  kind: oneOf(accountKinds),
  id: filledText(),
  name: filledText(),
  schedulingUrl: v.optional(httpUrl),
  person: v.optional(integer),
});

const settings = {
  name: filledText(),
  plan: oneOf(planTiers),
  workspaces,
  /** Accounts that are there without anybody's consent here: drafts may name them. */
  connectedAccounts: v.optional(inputList(declaredAccountSchema)),
};

const tokenText = v.pipe(text(), v.minLength(shortestToken, `Expected at least ${shortestToken} characters.`));

const grants = {
  person: integer,
  /** Default: all of them. */
  permissions: v.optional(inputList(oneOf(permissions))),
  /** Default: all of the brand, also those that it gets later. */
  workspaces: v.optional(workspaces),
};

/** A brand without its tokens, agents and channels. @spec PE7 */
export const brandSettingsSchema = inputObject(settings);

/** What a brand is, apart from its agents, tokens and channels. */
export interface BrandSettings extends v.InferInput<typeof brandSettingsSchema> {}

/** An agent token of a brand; it is made when it is left out. @spec PE7 */
export const tokenCreationSchema = inputObject({
  ...grants,
  /** Default: a random one. */
  token: v.optional(tokenText),
});

export interface AgentTokenCreation extends v.InferInput<typeof tokenCreationSchema> {}

/** Somebody to whom customers can be assigned. @spec PE10 */
export const agentSchema = inputObject({
  id: integerFrom(1),
  name: agentText,
  email: agentText,
});

/** Everything that a configuration says, brand by brand. @spec PE7, PE8, PE10, CH21, CA29 */
export const configurationSchema = inputList(
  inputObject({
    ...settings,
    tokens: inputList(inputObject({ ...grants, token: tokenText })),
    /** Whom customers can be assigned to, beside the persons of tokens. */
    agents: v.optional(inputList(agentSchema), []),
    /** Found again by type, workspace and name. One that is no longer here goes off, and its token stops. */
    channels: v.optional(inputList(inputObject(channelEntries)), []),
  }),
);

export type BrandConfiguration = v.InferInput<typeof configurationSchema>[number];

/** Which kind of connected account is asked for. */
export const accountKindSchema = oneOf(accountKinds);
