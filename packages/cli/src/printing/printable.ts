import { commandMark, commandMarkOfLine } from './log-commands.ts';

/**
 * What moves the cursor of a terminal, turns the direction of its text, or ends a line where a person sees none: C0, C1
 * and DEL, controls of direction, separators of lines and paragraphs, halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text in one line, of which a terminal acts on nothing. @spec TC16 */
export function withoutControls(text: string): string {
  return text.replaceAll('\t', ' ').replace(unprintable, '\ufffd');
}

/**
 * A part of a line for a terminal, a log or an annotation: what comes from a file, a flag, a server or a bot goes
 * through here.
 *
 * @spec TC16, TC17
 */
export function printable(text: string): string {
  return withoutControls(text).replace(commandMark, '\ufffd');
}

/** A whole line, which may begin with a text from elsewhere. @spec TC16, TC17 */
export function printableLine(text: string): string {
  return printable(text).replace(commandMarkOfLine, '\ufffd');
}

/** Each line of a text. @spec TC16, TC17 */
export function printableLines(text: string): readonly string[] {
  return text.split('\n').map(printableLine);
}

/** The lines of a text for a person to read: control characters are left out, but for tabs. @spec TM5, TC16, TC17 */
export function readableLines(text: string): readonly string[] {
  return text.split(/\r\n?|\n/).map((line) => {
    const parts = line.split('\t').map((part) => printable(part.replace(/\p{Cc}/gu, '')));
    return parts.join('\t').replace(commandMarkOfLine, '\ufffd');
  });
}

/** What JSON may have as it is, and a person, a terminal or a CI server does not take as it is. */
const unseen = /[\x7f-\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const escaped = new RegExp(`${unseen.source}|${commandMark.source}`, 'gu');

/** Writes JSON that a log can show: the value is the same. @spec TC16, TC17 */
export function printableJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

/** Escapes in a JSON text what is not visible in it, or a command. Such characters are in its strings alone. @spec TC16, TC17 */
export function escapeJson(json: string): string {
  return json.replace(escaped, escapeUnits);
}

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
