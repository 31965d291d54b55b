/** @module The engine: bots, drafts, versions and the rules that keep a broken diagram from going live. */
export { EngineError, type ErrorCode, type ErrorKind, errorCatalog, isEngineError } from './engine/engine-error.ts';
