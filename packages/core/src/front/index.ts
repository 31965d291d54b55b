/**
 * @module For an HTTP front: accounts linked in a browser, large answers, repeated requests, visitors, and the tokens of
 *   agents.
 */
export type {
  AccountLinks,
  FinishedLink,
  LinkRefusal,
  LinkSubject,
  ProviderAnswer,
} from '../engine/accounts/account-links.ts';
export { permissionDenied } from '../engine/caller.ts';
export type { ChannelCaller, ChannelEngine } from '../engine/conversations/channel-engine.ts';
export type { ConversationNews } from '../engine/conversations/follow-conversation.ts';
export { errorCatalog } from '../engine/engine-error.ts';
export type { OnceRequest, Outcome } from '../engine/idempotent-request.ts';
export type { LargeAnswer } from '../engine/large-answers.ts';
export type { SliceInParts } from '../engine/slice-in-parts.ts';
export { type TenantChanges, tenantChanges } from '../engine/tenants/tenant-changes.ts';
export { type TenantRecords, tenantRecords } from '../engine/tenants/tenant-records.ts';
export { useCasePermissions } from '../engine/use-case-permissions.ts';
export type { WebVisitor } from '../engine/web-chat/web-visitor.ts';
