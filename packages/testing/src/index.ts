/** @module Tests of bots: scripted visitors, scenarios, coverage, paths and assertions. Runs in a browser. @spec TE65 */

export {
  assertNoDeadEnds,
  assertReaches,
  assertSaid,
  assertValidDiagram,
  BotAssertionError,
} from './assertions/assertions.ts';
export { type BotCoverage, createCoverage } from './block-coverage/coverage.ts';
export { encodeCoverage } from './block-coverage/encode-coverage.ts';
export { percentOf, renderCoverage } from './block-coverage/render-coverage.ts';
export type { Duration } from './chat/duration.ts';
export { type EffectAnswer, failed, unanswered } from './chat/effect-answers.ts';
export { renderBotMessage, textOfMessage } from './chat/message-text.ts';
export type { SentMessage } from './chat/sent-message.ts';
export { type SimulateOptions, simulate } from './chat/simulate.ts';
export type { SimulatedChat } from './chat/simulated-chat.ts';
export { DiagramRefused, type TestedBot } from './chat/tested-bot.ts';
export { mutateBot } from './mutation/mutate-bot.ts';
export { coveringPaths } from './paths/covering-paths.ts';
export type { Way } from './paths/diagram-graph.ts';
export { scenarioSkeletons } from './paths/scenario-skeletons.ts';
export { type BotPath, shortestPaths } from './paths/shortest-paths.ts';
export { replayConversation, scenarioOfConversation } from './replay/replay-conversation.ts';
export { type ReadScenarios, readScenarios } from './scenario/read-scenarios.ts';
export { recordScenario } from './scenario/record-scenario.ts';
export {
  renderScenarioResult,
  runScenario,
  type ScenarioFailure,
  type ScenarioOptions,
  type ScenarioResult,
} from './scenario/run-scenario.ts';
export type { Expectation, Scenario, ScenarioFile, ScenarioStep } from './scenario/scenario.ts';
export { type Path, renderPlace, ScenariosUnreadable } from './scenario/scenario-text.ts';
export { appendScenario, writeScenarios } from './scenario/write-scenarios.ts';
export { visitBot } from './visitors/visit-bot.ts';
