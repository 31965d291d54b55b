import type { LanguageModelRequest, ModelFill } from '@botwright/core/ports';
import { type JSONSchema7, jsonSchema, Output, type Tool, type ToolSet, tool } from 'ai';

/** The tools as servers take them, and their names in the request. */
export interface NamedTools {
  readonly tools: ToolSet;
  /** By the name for the server. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Servers take names of letters, digits, `_` and `-`, up to 64. Others are in the description.
 *
 * @spec AS4
 */
export function toolsOf(tools: LanguageModelRequest['tools']): NamedTools {
  const made = tools.map(({ name, description, fills }, index) => {
    const isTaken = tools.findIndex((each) => each.name === name) < index;
    const isPlain = /^[a-zA-Z][\w-]{0,63}$/.test(name) && !/^tool_\d+$/.test(name) && !isTaken;
    const described = isPlain ? description : `${name}: ${description}`;
    const inputSchema = jsonSchema(schemaOf(fills));
    return { name, sent: isPlain ? name : `tool_${index + 1}`, tool: tool({ description: described, inputSchema }) as Tool };
  });
  return {
    tools: Object.fromEntries(made.map(({ sent, tool: each }) => [sent, each])),
    names: new Map(made.map(({ sent, name }) => [sent, name])),
  };
}

/**
 * The text comes first, so that it can be shown while the values are made.
 *
 * @spec AS3
 */
export function outputOf(fills: readonly ModelFill[]): Output.Output<unknown, string, never> {
  const text: JSONSchema7 = { type: ['string', 'null'], description: 'The words of the answer, if it needs any.' };
  return {
    ...Output.object({ schema: jsonSchema(strictObject({ text, fields: schemaOf(fills) })) }),
    // That of objects parses the whole text again for each part of it.
    parsePartialOutput: Output.text().parsePartialOutput,
    createElementStreamTransform: () => undefined,
  };
}

function schemaOf(fills: readonly ModelFill[]): JSONSchema7 {
  return strictObject(Object.fromEntries(fills.map((fill) => [fill.name, fillSchema(fill)])));
}

/** Strict modes of servers want each member as required: a value that may be missing is `null`. */
function strictObject(properties: Record<string, JSONSchema7>): JSONSchema7 {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function fillSchema({ type, description, required, oneOf }: ModelFill): JSONSchema7 {
  const name = type === 'date' ? 'string' : type === 'list' ? 'array' : type;
  return {
    type: required ? name : [name, 'null'],
    description: type === 'date' ? `${description} (YYYY-MM-DD)` : description,
    ...(type === 'list' && { items: { type: 'string' } }),
    ...(oneOf !== undefined && { enum: required ? [...oneOf] : [...oneOf, null] }),
  };
}
