import { withoutControls } from './printable.ts';

/**
 * Escapes any text of a diagram: it makes no table, link or image and mentions no person or issue. GitHub finds
 * mentions in the shown text, so a zero-width character separates the sign from the name.
 */
export function escapeMarkdown(text: string): string {
  return withoutControls(text)
    .replace(/[\\`*_[\]<>|&@#~]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/&#(?:64|35);(?=[\w-])/g, '$&&#8203;');
}
