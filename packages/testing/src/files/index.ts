/** @module Bots in files: reading them, checking them, and where in a text something is. Needs Node. */
export { type FoundFile, findBotFiles } from './find-bot-files.ts';
export type { Fix } from './fix-text.ts';
export {
  type FileFinding,
  type FileReport,
  type LintFilesOptions,
  type LintReport,
  lintFiles,
} from './lint-files.ts';
export { LintInputError } from './lint-input-error.ts';
export { locate, locateAll, type Place } from './locate.ts';
export { placeInText } from './place-in-text.ts';
export { type BotFile, findJsonError, type ReadBotFile, readBotFile, type UnreadableFile } from './read-bot-file.ts';
export { knownCodes, lintLevels } from './rule-levels.ts';
