/** @module Building blocks for a host's HTML pages; the page that connects accounts uses them. */

export { readCookie } from '../request/headers.ts';
export type { ApiResponse } from '../response/response.ts';
export { createPages, errorPage, type PageOperation, type PageRequest } from './create-pages.ts';
export { type FormParts, isOwnForm, openForm, readForm } from './forms.ts';
export { escapeHtml, htmlPage, securityHeaders } from './html-page.ts';
