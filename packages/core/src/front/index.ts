/** @module Use-cases and types for an HTTP front: accounts linked in a browser, large answers, repeated requests, visitors. */
export type {
  AccountLinks,
  FinishedLink,
  LinkRefusal,
  LinkSubject,
  ProviderAnswer,
} from '../engine/accounts/account-links.ts';
export { permissionDenied } from '../engine/caller.ts';
export type { ChannelCaller, ChannelEngine } from '../engine/conversations/channel-engine.ts';
export { errorCatalog } from '../engine/engine-error.ts';
export type { OnceRequest, Outcome } from '../engine/idempotent-request.ts';
export type { LargeAnswer } from '../engine/large-answers.ts';
export type { SliceInParts } from '../engine/slice-in-parts.ts';
export { useCasePermissions } from '../engine/use-case-permissions.ts';
export type { VisitorNews } from '../engine/web-chat/follow-visitor.ts';
export type { WebVisitor } from '../engine/web-chat/web-visitor.ts';
