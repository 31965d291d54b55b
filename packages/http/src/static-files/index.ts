/** @module Serves a page that was built into static files, on Node. */

export { type StaticPage, type StaticPageOptions, staticPage } from './static-files.ts';
