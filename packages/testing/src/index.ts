/** @module Tests of bots: scripted visitors, scenarios, coverage, paths and assertions. Runs in a browser. @spec TE65 */

export {
  assertNoDeadEnds,
  assertReaches,
  assertSaid,
  assertValidDiagram,
  BotAssertionError,
} from './assertions/assertions.ts';
export {
  type BlockCoverage,
  type BotCoverage,
  type Coverage,
  type CoverageReport,
  createCoverage,
  type OutputCoverage,
  type Tally,
} from './block-coverage/coverage.ts';
export { type EncodedBotCoverage, type EncodedCoverage, encodeCoverage } from './block-coverage/encode-coverage.ts';
export { percentOf, type RenderCoverageOptions, renderCoverage } from './block-coverage/render-coverage.ts';
export { type EffectAnswer, type EffectAnswers, type FailedAnswer, failed, unanswered } from './chat/effect-answers.ts';
export { renderBotMessage, renderVisitorInput, textOfMessage } from './chat/message-text.ts';
export type { SentMessage } from './chat/sent-message.ts';
export { type SimulateOptions, simulate } from './chat/simulate.ts';
export type { Duration, SimulatedChat, TranscriptEntry } from './chat/simulated-chat.ts';
export { type BotSource, DiagramRefused, type TestedBot } from './chat/tested-bot.ts';
export type { TextPattern } from './chat/text-pattern.ts';
export { coveringPaths } from './paths/covering-paths.ts';
export type { DiagramOptions, Way } from './paths/diagram-graph.ts';
export { type ScenarioSkeleton, type SkeletonOptions, scenarioSkeletons } from './paths/scenario-skeletons.ts';
export { type BotPath, shortestPaths } from './paths/shortest-paths.ts';
export {
  type Path,
  type Place,
  type ReadScenarios,
  readScenarios,
  renderPlace,
  type ScenarioFault,
  ScenariosUnreadable,
} from './scenario/read-scenarios.ts';
export { recordScenario } from './scenario/record-scenario.ts';
export {
  renderScenarioResult,
  runScenario,
  type ScenarioFailure,
  type ScenarioOptions,
  type ScenarioResult,
} from './scenario/run-scenario.ts';
export type {
  EffectReply,
  Expectation,
  Scenario,
  ScenarioFile,
  ScenarioPattern,
  ScenarioStep,
} from './scenario/scenario.ts';
export { scenarioFileSchema } from './scenario/scenario-schema.ts';
export { appendScenario, writeScenarios } from './scenario/write-scenarios.ts';
