/** @module Tests of bots: scripted visitors, scenarios, coverage, paths and assertions. Runs in a browser. */
export { type EffectAnswer, type EffectAnswers, type FailedAnswer, failed } from './chat/effect-answers.ts';
export { renderBotMessage, renderVisitorInput, textOfMessage } from './chat/message-text.ts';
export type { SentMessage } from './chat/sent-message.ts';
export { type SimulateOptions, simulate } from './chat/simulate.ts';
export type { Duration, SimulatedChat, TranscriptEntry } from './chat/simulated-chat.ts';
export { type BotSource, DiagramRefused, type TestedBot } from './chat/tested-bot.ts';
