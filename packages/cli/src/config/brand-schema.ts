import { permissions } from '@botwright/core';
import { channelFamilies, planTiers } from '@botwright/core/diagram';
import * as v from 'valibot';
import { members, plainText, token, whole } from './members.ts';
import { webUrl } from './urls.ts';

const workspace = v.pipe(v.number(), v.safeInteger('must be a whole number'), v.minValue(1, 'must be 1 or more'));
const workspaces = v.pipe(v.array(workspace), v.minLength(1, 'must name one workspace at least'));

const brandToken = members({
  token,
  person: whole,
  permissions: v.exactOptional(v.array(v.picklist(permissions))),
  workspaces: v.exactOptional(workspaces),
});

/** @spec CF20 */
const agent = members({ id: whole, name: plainText, email: v.pipe(v.string(), v.email('must be an email address')) });

/** @spec CF21 */
const channel = members({
  type: v.picklist(channelFamilies),
  name: plainText,
  workspace: v.exactOptional(workspace),
  token: v.exactOptional(token),
  webhook_url: v.exactOptional(webUrl),
});

/** @spec CF23 */
const connectedAccount = members({
  kind: v.picklist(['spreadsheets', 'scheduler']),
  id: plainText,
  name: plainText,
  scheduling_url: v.exactOptional(webUrl),
  person: v.exactOptional(whole),
});

/** One brand of the config file. @spec CF7 */
export const brandSchema = members({
  name: plainText,
  plan: v.picklist(planTiers),
  workspaces,
  tokens: v.array(brandToken),
  agents: v.exactOptional(v.array(agent)),
  channels: v.exactOptional(v.array(channel)),
  connected_accounts: v.exactOptional(v.array(connectedAccount)),
});

export type ConfigBrand = v.InferOutput<typeof brandSchema>;
