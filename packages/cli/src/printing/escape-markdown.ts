import { printable } from './printable.ts';

/** Texts of a diagram may be anything: they make no table, no link, no image. */
export function escapeMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_[\]<>|&@#~]/g, (character) => `&#${character.charCodeAt(0)};`);
}
