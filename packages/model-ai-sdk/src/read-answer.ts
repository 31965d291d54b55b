import type { LanguageModelAnswer, ModelFill } from '@botwright/core/ports';
import { parsePartialJson, type TextStreamPart, type ToolSet } from 'ai';
import type { NamedTools } from './fill-schema.ts';
import { ModelFailure } from './model-failure.ts';

/** UTF-16 units of texts, thoughts and arguments together. */
const mostUnits = 262_144;

type OnText = ((part: string) => void) | undefined;
type Members = NonNullable<LanguageModelAnswer['fields']>;

/**
 * @throws {ModelFailure} for an answer that is refused, broken off or too long.
 * @spec AS2, AS3, AS4, AS5
 */
export async function readAnswer(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  { fills, names }: { readonly fills: readonly ModelFill[] } & Pick<NamedTools, 'names'>,
  onText: OnText,
): Promise<LanguageModelAnswer> {
  const answer = fills.length === 0 ? readText(onText) : readObject(fills, onText);
  let call: LanguageModelAnswer['tool'];
  let units = 0;
  const count = (text: string): void => {
    units += text.length;
    if (units > mostUnits) throw new ModelFailure('The answer is too long.');
  };
  for await (const part of stream) {
    switch (part.type) {
      case 'text-delta':
        count(part.text);
        await answer.add(part.text);
        break;
      case 'reasoning-delta':
        count(part.text);
        break;
      case 'tool-input-delta':
        count(part.delta);
        break;
      case 'tool-call':
        if (part.invalid === true) throw new ModelFailure('The model called an unknown tool.');
        call ??= { name: names.get(part.toolName) ?? part.toolName, fields: fieldsOf(part.input) };
        break;
      case 'error':
        throw part.error;
      case 'finish': {
        if (part.finishReason === 'content-filter') throw new ModelFailure('The model refused to answer.');
        if (part.finishReason === 'error') throw new ModelFailure('The model broke off its answer.');
        const { inputTokens = 0, outputTokens = 0 } = part.totalUsage;
        return {
          ...(await answer.end(call !== undefined)),
          ...(call !== undefined && { tool: call }),
          usage: { in: inputTokens, out: outputTokens },
        };
      }
      default:
    }
  }
  throw new ModelFailure('The model broke off its answer.');
}

interface AnswerText {
  add(part: string): void | Promise<void>;
  end(hasCall: boolean): Promise<Pick<LanguageModelAnswer, 'text' | 'fields'>>;
}

function readText(onText: OnText): AnswerText {
  let text = '';
  return {
    add(part) {
      text += part;
      onText?.(part);
    },
    end: async () => (text === '' ? {} : { text }),
  };
}

/** @spec AS3 */
function readObject(fills: readonly ModelFill[], onText: OnText): AnswerText {
  let [json, parsed, shown] = ['', 0, 0];
  const show = (text: unknown): void => {
    if (typeof text !== 'string') return;
    const next = text.slice(shown).replace(/[\ud800-\udbff]$/, '');
    shown += next.length;
    if (next !== '') onText?.(next);
  };
  return {
    async add(part) {
      json += part;
      // Each time a twentieth more, so that the work is linear in the answer.
      if (onText === undefined || json.length < parsed * 1.05) return;
      parsed = json.length;
      show(membersOf((await parsePartialJson(json)).value)?.['text']);
    },
    async end(hasCall) {
      const { value, state } = await parsePartialJson(json);
      const members = state === 'successful-parse' ? membersOf(value) : undefined;
      const values = membersOf(members?.['fields']);
      if (members === undefined || values === undefined) {
        if (hasCall) return {};
        throw new ModelFailure('The answer lacks the structured values.');
      }
      const { text } = members;
      show(text);
      const names = new Set(fills.map(({ name }) => name));
      const fields = Object.fromEntries(Object.entries(fieldsOf(values)).filter(([name]) => names.has(name)));
      return { ...(typeof text === 'string' && text !== '' && { text }), fields };
    },
  };
}

function fieldsOf(input: unknown): Members {
  const members = membersOf(input);
  if (members === undefined) throw new ModelFailure('The arguments of the call are not an object.');
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

function membersOf(value: unknown): Members | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : undefined;
}
