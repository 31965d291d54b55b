/** @module Pages of a host beside the interfaces, in the manner of the page behind a link. */

export type { Reply } from '../exchange/reply/reply.ts';
export { readCookie } from '../exchange/request/cookie.ts';
export { createPages, type PageOperation, type PageRequest } from './create-pages.ts';
export { errorPage } from './error-page.ts';
export { escapeHtml } from './escape-html.ts';
export { isOwnForm } from './form-origin.ts';
export { type FormParts, openForm } from './form-token.ts';
export { htmlPage, type PageContent } from './html-page.ts';
export { readForm } from './read-form.ts';
export { securityHeaders } from './security-headers.ts';
