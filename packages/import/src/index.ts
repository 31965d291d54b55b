/** @module Reads bots of other systems, such as Typebot, as bots of Botwright. Runs in a browser. */
export { detect, type ImportResult, importBots } from './import-bots.ts';
export { ImportError } from './import-error.ts';
export {
  defineImporter,
  type ImportedBot,
  type Importer,
  type ImportFile,
  type ImportNeed,
  type ImportOptions,
  type ImportReading,
} from './importer.ts';
export { type ImportCode, type ImportEntry, type ImportReport, importCodes } from './report.ts';
