/** @module The two kinds of paging of the interfaces, from the request to the response body. */
export type { InputFault, InputRead } from '../domain/inputs/read-input.ts';
export {
  type OffsetRange,
  type OffsetRequest,
  offsetEntries,
  readOffset,
  type SliceEnvelope,
  sliceEnvelope,
  sliceOf,
} from '../domain/paging/offset.ts';
export {
  type Page,
  type PageEnvelope,
  type PageRange,
  type PageRequest,
  pageEntries,
  pageEnvelope,
  pageOf,
  readPage,
  type Slice,
} from '../domain/paging/page.ts';
