/** @module Serves a page that was built into static files, on Node. */

export { staticPage } from './static-files.ts';
