/** Whether a text has marks of Markdown that texts here have too. */
export const hasMarks = (text: string): boolean =>
  /\*\*\S|(?:^|\W)[*_]\S[^*_\n]*[*_]|~~\S|`[^`\n]+`|\[[^\]\n]+\]\(|^(?:[-*]|\d+\.) /m.test(text);

/** Writes emphasis, lists and headings of Markdown as texts here have them. */
export function asMarkdown(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}_{])__(?=\S)([^_\n]+)__(?![\p{L}\p{N}_}])/gu, '**$1**')
    .replace(/(?<![\p{L}\p{N}_{/])_(?=\S)([^_\n]+)_(?![\p{L}\p{N}_}])/gu, '*$1*')
    .replace(/^[*+] /gm, '- ')
    .replace(/^#{1,6} +(.+)$/gm, '**$1**');
}
