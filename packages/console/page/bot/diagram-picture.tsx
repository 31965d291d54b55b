import type { Diagram } from '@botwright/core/diagram';
import { toSvg } from '@botwright/graph';
import { useEffect, useRef } from 'preact/hooks';
import { useTheme } from '../shell/theme.ts';

/** The rules of pictures by their text: a page's policy refuses style elements, and takes sheets that a script makes. */
const sheets = new Map<string, CSSStyleSheet>();

function adopt(css: string): void {
  if (sheets.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [
    ...document.adoptedStyleSheets.filter((one) => ![...sheets.values()].includes(one)),
    sheet,
  ];
  sheets.clear();
  sheets.set(css, sheet);
}

/**
 * A diagram as a picture to look at, which scrolls within its frame.
 *
 * @param before - Marks what was added, removed and changed since.
 */
export function DiagramPicture({
  diagram,
  before,
  title,
}: {
  readonly diagram: Diagram;
  readonly before?: Diagram;
  readonly title: string;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const chosen = useTheme();
  useEffect(() => {
    const theme = chosen === 'auto' ? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light') : chosen;
    const svg = toSvg(diagram, { theme, ...(before !== undefined && { before }) }).replace(
      /<style>([^<]*)<\/style>/,
      (_, css: string) => {
        adopt(css);
        return '';
      },
    );
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    documentElement.setAttribute('aria-hidden', 'true');
    frame.current?.replaceChildren(document.importNode(documentElement, true));
  }, [diagram, before, chosen]);
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  return <div ref={frame} class="picture" role="img" aria-label={title} tabIndex={0} />;
}
