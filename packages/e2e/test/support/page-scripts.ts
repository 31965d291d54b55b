/** Scripts to run in a page, as text because the tests are compiled without the types of browsers. */

export interface PageFacts {
  readonly language: string;
  readonly headings: number;
  readonly mains: number;
  readonly isTitled: boolean;
  /** By how many pixels the page is wider than the window. */
  readonly overflow: number;
  readonly ground: string;
}

export const readFacts = `({
  language: document.documentElement.lang,
  headings: document.querySelectorAll('h1, h2, h3').length,
  mains: document.querySelectorAll('main').length,
  isTitled: document.title !== '',
  overflow: document.documentElement.scrollWidth - window.innerWidth,
  ground: getComputedStyle(document.body).backgroundColor,
})`;

export interface Contrast {
  readonly text: string;
  readonly ratio: number;
}

/** The contrast of each text with its background, as WCAG 2 defines it. */
export const readContrasts = `(() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    if (element === null) return [255, 255, 255];
    const colour = parse(getComputedStyle(element).backgroundColor);
    return colour.length === 4 && colour[3] === 0 ? ground(element.parentElement) : colour;
  };
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  return [...document.querySelectorAll('body *')].filter(hasText).map((element) => {
    const one = luminance(parse(getComputedStyle(element).color));
    const other = luminance(ground(element));
    return { text: element.textContent, ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) };
  });
})()`;

export const readFocus = '[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle]';

/** Adds a script to the page, and returns the title, which the script would have changed. */
export const addScript = `(() => {
  const script = document.createElement('script');
  script.textContent = 'document.title = "taken"';
  document.body.append(script);
  return document.title;
})()`;
