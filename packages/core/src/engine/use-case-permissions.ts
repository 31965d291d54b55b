import { accountPermissions } from './accounts/accounts.ts';
import { botPermissions } from './bots/bot-handle.ts';
import type { PermissionsOf } from './caller.ts';
import { catalogPermissions } from './catalog.ts';
import { channelPermissions } from './channels/channels.ts';
import { conversationPermissions } from './conversations/conversations.ts';
import { customerPermissions } from './customers/customers.ts';
import { deliveryPermissions } from './deliveries.ts';
import { draftPermissions } from './drafts/draft-handle.ts';
import type { BrandEngine } from './engine.ts';
import { feedbackPermissions } from './feedback.ts';
import { hookPermissions } from './hooks.ts';
import { messagePermissions } from './messages/messages.ts';
import { versionPermissions } from './versions/version-handle.ts';

type Families = Omit<BrandEngine, 'principal' | 'require' | 'queueLargeInput' | 'beginLargeAnswer'>;

/** The permission of every use-case, by the family of `BrandEngine` that it belongs to. @spec PE1 */
export const useCasePermissions: { readonly [TFamily in keyof Families]: PermissionsOf<Families[TFamily]> } = {
  bots: botPermissions,
  drafts: draftPermissions,
  versions: versionPermissions,
  feedback: feedbackPermissions,
  channels: channelPermissions,
  customers: customerPermissions,
  messages: messagePermissions,
  hooks: hookPermissions,
  deliveries: deliveryPermissions,
  accounts: accountPermissions,
  conversations: conversationPermissions,
  catalog: catalogPermissions,
};
