/**
 * Matches the character that makes a text a command for a CI server that reads its log, at any position in a line:
 * `##[group]` of GitHub and Azure Pipelines, `##vso[task.setvariable]`, `##teamcity[testStarted]`,
 * `section_start:1700000000:name` of GitLab.
 *
 * @spec TC17
 */
export const commandMark = /#(?=#[\w.-]*\[)|:(?<=section_(?:start|end):)(?=\d)/g;

/** Matches the character that makes the beginning of a line a command: `::error::` of GitHub. @spec TC17 */
export const commandMarkOfLine = /:(?<=^\s*:)(?=:)/;

/**
 * Characters that move the cursor of a terminal, change the direction of its text, or end a line invisibly: C0, C1 and
 * DEL, controls of direction, separators of lines and paragraphs, halves of surrogate pairs.
 */
const unprintable = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text in one line that a terminal only shows. @spec TC16 */
export function withoutControls(text: string): string {
  return text.replaceAll('\t', ' ').replace(unprintable, '\ufffd');
}

/**
 * A part of a line for a terminal, a log or an annotation: apply it to texts of files, flags, servers and bots.
 *
 * @spec TC16, TC17
 */
export function printable(text: string): string {
  return withoutControls(text).replace(commandMark, '\ufffd');
}

/** A whole line, which may begin with untrusted text. @spec TC16, TC17 */
export function printableLine(text: string): string {
  return printable(text).replace(commandMarkOfLine, '\ufffd');
}

/** Each line of a text. @spec TC16, TC17 */
export function printableLines(text: string): readonly string[] {
  return text.split('\n').map(printableLine);
}

/** The lines of a text for a reader: removes control characters except tabs. @spec TM5, TC16, TC17 */
export function readableLines(text: string): readonly string[] {
  return text.split(/\r\n?|\n/).map((line) => {
    const parts = line.split('\t').map((part) => printable(part.replace(/\p{Cc}/gu, '')));
    return parts.join('\t').replace(commandMarkOfLine, '\ufffd');
  });
}

/** Characters that JSON allows unescaped and that a person, a terminal or a CI server misreads. */
const invisible = /[\x7f-\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const escaped = new RegExp(`${invisible.source}|${commandMark.source}`, 'gu');

/** Writes JSON that a log can show; it parses to the same value. @spec TC16, TC17 */
export function printableJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent));
}

/**
 * Escapes invisible characters and commands in a JSON text. Such characters occur only in its strings. @spec TC16, TC17
 */
export function escapeJson(json: string): string {
  return json.replace(escaped, escapeUnits);
}

function escapeUnits(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
