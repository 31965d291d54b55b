/** @module The operations behind a page on which anonymous visitors talk to a bot. */

export { defaultVisitorLimits, type VisitorLimits } from './visitor-limits.ts';
export { createWebChatApi, type WebChatApiOptions } from './web-chat-api.ts';
export type { WireVisitorMessage } from './wire.ts';
