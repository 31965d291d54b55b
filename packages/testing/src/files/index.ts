/** @module Bots in files: reads and checks them, and finds places in their text. Needs Node. */

export { codePointsOf, looksLike } from '../texts/code-points.ts';
export { type FoundFile, findBotFiles, LintInputError, type SearchOptions } from './find-bot-files.ts';
export { type FileFinding, type FileReport, type LintReport, lintFiles } from './lint-files.ts';
export { locate, locateAll, type Place } from './locate.ts';
export { placeInText } from './place-in-text.ts';
export { projectFolderOf } from './project-folder.ts';
export { type BotFile, readBotFile } from './read-bot-file.ts';
export { readJson } from './read-json.ts';
export {
  decodeText,
  type FileBounds,
  isWithin,
  largestFile,
  type ReadText,
  readTextFile,
  tooLarge,
} from './text-file.ts';
