import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from '@botwright/core/ports';
import { APICallError, type LanguageModel as SdkModel, streamText } from 'ai';
import { boundedFetch } from './bounded-fetch.ts';
import { outputOf, toolsOf } from './fill-schema.ts';
import { ModelFailure } from './model-failure.ts';
import { readAnswer } from './read-answer.ts';

/** Any model of the AI SDK. Its own types are not named here: they need a newer TypeScript than those of this package. */
interface ModelOfSdk {
  /** The version of the SDK's interface of models. */
  readonly specificationVersion: string;
  /** Names the provider in errors. */
  readonly provider: string;
  /** The name by which the provider knows the model. */
  readonly modelId: string;
}

/**
 * Adapts a model of the AI SDK to the engine, or a model that a server of the OpenAI chat completions has. Asks once for
 * each answer: the engine decides about another attempt. Calls of tools are
 * answers, and nothing is executed.
 *
 * @param options.baseURL - The address of the server, up to `/chat/completions`.
 * @param options.apiKey - Sent as a bearer token, and in no error. Default: none is sent.
 * @param options.fetch - Default: the global one, which reaches private addresses too. `undiciRequester().fetch` of
 *   `@botwright/sender-undici` guards addresses.
 * @throws {TypeError} when an option is invalid.
 * @spec AS1, AS2, AS5, AS6, AS7
 * @example const small = aiSdkModel({ baseURL: 'https://models.example.com/v1', apiKey, model: 'small-3' });
 * const engine = createEngine({ storage, runner, models: { small } });
 */
export function aiSdkModel(
  options:
    | { readonly model: ModelOfSdk }
    | {
        readonly baseURL: string;
        readonly apiKey?: string;
        readonly model: string;
        readonly fetch?: typeof globalThis.fetch;
      },
): LanguageModel {
  const model = 'baseURL' in options ? compatibleModel(options) : (options.model as Exclude<SdkModel, string>);
  // The AI SDK would ask its gateway for a model with this name.
  if (typeof model === 'string') throw new TypeError('baseURL is needed where model is a name.');
  return {
    async complete(request, { signal, idempotencyKey, onText }) {
      signal.throwIfAborted();
      const stop = new AbortController();
      const { tools, names } = toolsOf(request.tools);
      try {
        const { stream } = streamText({
          model,
          messages: request.messages.map(({ role, text }) => ({ role, content: text })),
          allowSystemInMessages: true,
          maxOutputTokens: request.maxTokens,
          ...(request.temperature !== undefined && { temperature: request.temperature }),
          ...(request.tools.length > 0 && { tools }),
          ...(request.fills.length > 0 && { output: outputOf(request.fills) }),
          headers: { 'idempotency-key': idempotencyKey },
          abortSignal: AbortSignal.any([signal, stop.signal]),
          maxRetries: 0,
          telemetry: { isEnabled: false },
          // By default the AI SDK prints it, with the text of the server.
          onError() {},
        });
        return await readAnswer(stream, { fills: request.fills, names }, onText);
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error);
      } finally {
        stop.abort();
      }
    },
  };
}

function compatibleModel({
  baseURL,
  apiKey,
  model,
  fetch = globalThis.fetch,
}: {
  readonly baseURL: string;
  readonly apiKey?: string;
  readonly model: string;
  readonly fetch?: typeof globalThis.fetch;
}): Exclude<SdkModel, string> {
  const url = URL.parse(baseURL);
  const isBase = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search === '';
  if (!isBase || /[?#]/.test(baseURL))
    throw new TypeError('baseURL is an http or https URL, with no query and no user.');
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('apiKey has visible ASCII characters alone.');
  if (model === '') throw new TypeError('model is the name of a model.');
  return createOpenAICompatible({
    name: 'model',
    baseURL,
    ...(apiKey !== undefined && { apiKey }),
    fetch: boundedFetch(fetch),
    includeUsage: true,
    supportsStructuredOutputs: true,
  })(model);
}

/**
 * Only a status is passed on: texts of servers may repeat a key or the words of a visitor.
 *
 * @spec AS6
 */
function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (APICallError.isInstance(error) && error.statusCode !== undefined && error.statusCode >= 300)
    return new ModelFailure(`The model answered with the status ${error.statusCode}.`);
  return new ModelFailure('The model cannot be reached, or its answer is not valid.');
}
