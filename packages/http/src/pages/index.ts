/** @module Pages of a host beside the interfaces, in the manner of the page behind a link. */

export { readCookie } from '../request/headers.ts';
export type { ApiResponse } from '../response/response.ts';
export { createPages, errorPage, type PageOperation, type PageRequest } from './create-pages.ts';
export { type FormParts, isOwnForm, openForm, readForm } from './forms.ts';
export { escapeHtml, htmlPage, type PageContent, securityHeaders } from './html-page.ts';
