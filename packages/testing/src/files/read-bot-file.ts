import { type Diagram, type JsonObject, parseDiagram } from '@botwright/core/diagram';
import { type ParseErrorCode, printParseErrorCode } from 'jsonc-parser';
import { locate, type Place } from './locate.ts';
import { visitJson } from './visit-json.ts';

/** A bot in a file: its diagram, and what the file says of the bot. */
export interface BotFile {
  readonly diagram: Diagram;
  /** Where in the text the diagram is: at `''`, or under the key `diagram`. */
  readonly pointer: '' | '/diagram';
  /** Of a file that `botwright pull` wrote. */
  readonly channelFamily?: string;
  /** Number of the bot, of such a file. */
  readonly number?: number;
  /** Uuid of the bot, of such a file. */
  readonly id?: string;
}

/** Why a text is no bot. */
export interface UnreadableFile {
  readonly message: string;
  readonly place: Place;
}

export type ReadBotFile =
  | { readonly ok: true; readonly bot: BotFile }
  | ({ readonly ok: false /** Nothing in it is like a bot. */; readonly isOther: boolean } & UnreadableFile);

/**
 * Reads a diagram, `{"diagram": …}`, or a file that `botwright pull` wrote, from JSON.
 *
 * @spec BF1, BF2, BF3
 */
export function readBotFile(text: string): ReadBotFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, isOther: !/^\s*$|"(nodes|diagram)"\s*:/.test(text), ...findJsonError(text) };
  }
  const isWrapped = isObject(value) && !Object.hasOwn(value, 'nodes') && Object.hasOwn(value, 'diagram');
  const pointer = isWrapped ? '/diagram' : '';
  const parsed = parseDiagram(isWrapped ? (value as JsonObject)['diagram'] : value);
  if (parsed.ok) return { ok: true, bot: { diagram: parsed.diagram, pointer, ...factsOf(value as JsonObject) } };

  const isOther = !isWrapped && !(isObject(value) && Object.hasOwn(value, 'nodes') && isObject(value['nodes']));
  const at = parsed.field === '' ? pointer : `${pointer}/${parsed.field}`;
  const what = parsed.field === '' ? 'diagram' : `member "${parsed.field}" of the diagram`;
  const message = isOther
    ? 'This is no bot: a diagram is an object with the maps "nodes" and "connections".'
    : `The ${what} cannot be read: ${parsed.message}`;
  return { ok: false, isOther, message, place: locate(text, at) };
}

function factsOf({ bot }: JsonObject): Pick<BotFile, 'channelFamily' | 'number' | 'id'> {
  if (!isObject(bot)) return {};
  const { channel_family: channelFamily, number, id } = bot;
  return {
    ...(typeof channelFamily === 'string' && { channelFamily }),
    ...(typeof number === 'number' && { number }),
    ...(typeof id === 'string' && { id }),
  };
}

/** The entry of the core that has `isJsonObject` would load much that a lint does not need. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the parser calls its errors, in words. */
const reasons: Readonly<Record<string, string>> = {
  InvalidSymbol: 'a word that is no value',
  InvalidNumberFormat: 'a number that is cut off',
  PropertyNameExpected: 'a name in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is missing before this',
  CommaExpected: 'a comma is missing before this',
  CloseBraceExpected: 'a closing brace is missing before this',
  CloseBracketExpected: 'a closing bracket is missing before this',
  EndOfFileExpected: 'there is more behind the end',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'a comment is not closed',
  UnexpectedEndOfString: 'a string is not closed',
  UnexpectedEndOfNumber: 'a number is cut off',
  InvalidUnicode: 'an escaped character is cut off',
  InvalidEscapeCharacter: 'a backslash before a character that needs none',
  InvalidCharacter: 'a control character that is not escaped',
};

/** The first error in a text that is no JSON. */
export function findJsonError(text: string): UnreadableFile {
  if (text.trim() === '') return { message: 'The file is empty.', place: locate(text, '') };
  let found: UnreadableFile | undefined;
  const onError = (code: ParseErrorCode, _offset: number, length: number, line: number, character: number): void => {
    found ??= {
      message: `This is not JSON: ${reasons[printParseErrorCode(code)] ?? 'something is wrong here'}.`,
      place: { line: line + 1, column: character + 1, endLine: line + 1, endColumn: character + 1 + length },
    };
  };
  visitJson(text, { onError }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return found ?? { message: 'This is not JSON, and is nested too deeply to say where.', place: locate(text, '') };
}
