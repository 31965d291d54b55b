/** @module The two kinds of paging of the interfaces, from the request to the response body. */
export { offsetEntries, readOffset, sliceEnvelope, sliceOf } from '../domain/paging/offset.ts';
export { type Page, pageEntries, pageEnvelope, pageOf, readPage, type Slice } from '../domain/paging/page.ts';
