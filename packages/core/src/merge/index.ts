/** @module Merges the changes of two authors to one diagram. Runs in a browser. */
export { createCatalog } from '../domain/blocks/catalog.ts';
export { type MergeConflict, type MergeSide, mergeDiagrams } from '../domain/diff/merge-diagrams.ts';
