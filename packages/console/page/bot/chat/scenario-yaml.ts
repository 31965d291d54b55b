import type { JsonValue } from '@botwright/core/conversation';

/** Words that YAML does not read as text, and text with a meaning for YAML. */
const plain = /^[A-Za-z_](?:[\w ,.!?()/@'-]*[\w.!?)'-])?$/;
const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;

/**
 * Writes a value as YAML in block style, like files of scenarios.
 *
 * A YAML library would be a quarter of the page; JSON is valid in YAML, so little code is needed.
 */
export function writeYaml(value: JsonValue, indent = ''): string {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item: JsonValue) => `${indent}- ${inList(item, indent)}`).join('');
  }
  if (isFilledObject(value)) {
    return Object.entries(value)
      .map(([name, member]) => `${indent}${scalar(name)}:${after(member, indent)}`)
      .join('');
  }
  return `${indent}${scalar(value)}\n`;
}

/** A list item; its first line follows the dash. */
function inList(item: JsonValue, indent: string): string {
  return writeYaml(item, `${indent}  `).slice(indent.length + 2);
}

function after(member: JsonValue, indent: string): string {
  if ((Array.isArray(member) && member.length > 0) || isFilledObject(member)) {
    return `\n${writeYaml(member, `${indent}  `)}`;
  }
  return ` ${scalar(member)}\n`;
}

function scalar(value: JsonValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return plain.test(value) && !reserved.test(value) ? value : JSON.stringify(value);
}

function isFilledObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
}
