/** @module Asks language models by the AI SDK: a `LanguageModel` for the engine. */
export { aiSdkModel } from './ai-sdk-model.ts';
