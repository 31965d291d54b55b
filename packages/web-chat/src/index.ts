/** @module A page on which visitors talk to a published bot. */

export { createWebChat, type WebChatOptions } from './create-web-chat.ts';
