/** @module Scenarios in files: runs them with the bots that they name, and writes them for bots. Needs Node. */
export { type FileFault, type NamedText, type ReadTestedBotOptions, readTestedBot } from './read-tested-bot.ts';
export { runScenarioFilesOnServer } from './run-on-server.ts';
export {
  type RunScenarioFilesOptions,
  readScenarioText,
  runScenarioFiles,
  type ScenarioFileReport,
  type ScenarioFilesReport,
  scenarioFileEnding,
} from './run-scenario-files.ts';
export { type SkeletonFile, type SkeletonFilesOptions, skeletonFiles } from './skeleton-files.ts';
