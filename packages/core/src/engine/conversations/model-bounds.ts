import type { LanguageModelRequest } from '../../domain/conversation/language-model-request.ts';
import { sha256 } from '../../node/hash.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { ModelRefusal } from '../metrics/engine-metrics.ts';

interface ModelCall {
  readonly brand: string;
  readonly customerNumber: number;
  /** Id of the conversation. */
  readonly conversation: string;
  /** Number of the visitor's last message. */
  readonly lastWord: number;
  readonly request: LanguageModelRequest;
}

type BegunCall =
  | { readonly isAllowed: false; readonly reason: ModelRefusal }
  /** `end` is called once, with the answer if there is one. */
  | { readonly isAllowed: true; end(answer: unknown): Promise<void> };

interface ModelBounds {
  begin(call: ModelCall): Promise<BegunCall>;
}

const dayMs = 24 * 60 * 60 * 1_000;
const monthMs = 30 * dayMs;

/** Units in which tokens of a brand are counted: a window of the rate limiter remembers each one. */
const mostUnits = 1_000;

/**
 * Bounds the calls of language models.
 *
 * @spec LM14, LM15
 */
export function createModelBounds({
  storage,
  clock,
  limits,
  metrics,
}: Pick<EngineParts, 'storage' | 'clock' | 'limits' | 'metrics'>): ModelBounds {
  const { maxBrandModelTokens, maxModelCallsAtOnce, maxModelCallsInRow, maxConversationModelCalls } = limits;
  const unit = Math.ceil(maxBrandModelTokens / mostUnits);
  /** Calls under way, by brand. */
  const running = new Map<string, number>();
  /** Tokens that are counted in the store and not used yet, by brand. Less than 0: used and not counted. */
  const credit = new Map<string, number>();

  const admit = async (key: readonly (string | number)[], limit: number, windowMs: number): Promise<boolean> => {
    if (limit === 0) return false;
    const request = { limit, windowMs, now: clock.now() };
    return (await storage.rateLimiter.admit(sha256(JSON.stringify(key)), request)).kind === 'admitted';
  };

  /** Counts tokens until there is credit. @returns `false`: the brand has used all of them. */
  async function hasCredit(brand: string): Promise<boolean> {
    while ((credit.get(brand) ?? 0) <= 0) {
      const limit = unit === 0 ? 0 : Math.floor(maxBrandModelTokens / unit);
      if (!(await admit(['tokens of models of a brand', brand], limit, dayMs))) return false;
      credit.set(brand, (credit.get(brand) ?? 0) + unit);
    }
    return true;
  }

  async function refusalOf({ brand, customerNumber, conversation, lastWord }: ModelCall) {
    const inRow = ['calls of models without a word', brand, customerNumber, lastWord];
    if (!(await admit(inRow, maxModelCallsInRow, dayMs))) return 'calls_in_row';
    const inAll = ['calls of models in a conversation', brand, conversation];
    if (!(await admit(inAll, maxConversationModelCalls, monthMs))) return 'calls_in_conversation';
    return (await hasCredit(brand)) ? undefined : 'brand_tokens';
  }

  function leave(brand: string): void {
    const count = (running.get(brand) ?? 1) - 1;
    if (count === 0) running.delete(brand);
    else running.set(brand, count);
  }

  function refuse(reason: ModelRefusal): BegunCall {
    metrics.count('botwright.model.refused', reason);
    return { isAllowed: false, reason };
  }

  return {
    async begin(call) {
      const { brand, request } = call;
      const count = running.get(brand) ?? 0;
      if (count >= maxModelCallsAtOnce) return refuse('calls_at_once');
      running.set(brand, count + 1);
      let refusal: ModelRefusal | undefined;
      try {
        refusal = await refusalOf(call);
      } catch (error) {
        leave(brand);
        throw error;
      }
      if (refusal !== undefined) {
        leave(brand);
        return refuse(refusal);
      }
      return {
        isAllowed: true,
        async end(answer) {
          leave(brand);
          const used = Math.min(tokensOf(answer, request), maxBrandModelTokens);
          credit.set(brand, (credit.get(brand) ?? 0) - used);
          // The next call counts what cannot be counted now.
          await hasCredit(brand).catch(() => false);
        },
      };
    },
  };
}

/** As the model counts them. Without an answer or a sound count: about a token for four characters. */
function tokensOf(answer: unknown, { messages }: LanguageModelRequest): number {
  const usage = (answer as { readonly usage?: { readonly in?: unknown; readonly out?: unknown } } | undefined)?.usage;
  const counted = Number(usage?.in) + Number(usage?.out);
  if (Number.isFinite(counted) && counted >= 0) return counted;
  return Math.ceil(messages.reduce((sum, { text }) => sum + text.length, 0) / 4);
}
