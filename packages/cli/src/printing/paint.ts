import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];

/** Colours only terminals; obeys `NO_COLOR` and `FORCE_COLOR`. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
