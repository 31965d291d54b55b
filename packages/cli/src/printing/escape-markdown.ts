import { withoutControls } from './printable.ts';

/**
 * Texts of a diagram may be anything: they make no table, no link, no image. They mention nobody and no issue, either:
 * GitHub looks for those in the text as it is shown, so a character without width parts the sign from the name.
 */
export function escapeMarkdown(text: string): string {
  return withoutControls(text)
    .replace(/[\\`*_[\]<>|&@#~]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/&#(?:64|35);(?=[\w-])/g, '$&&#8203;');
}
