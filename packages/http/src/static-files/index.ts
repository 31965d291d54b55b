/** @module Serves a page that was built into static files, on Node. */

export { type StaticPageOptions, staticPage } from './static-files.ts';
