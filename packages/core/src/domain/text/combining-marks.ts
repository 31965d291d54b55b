const mark = /^\p{M}$/u;

/** Below it there is no combining mark. */
const firstMark = 0x300;

/**
 * Tells a text with more combining marks in a row than that. Time is linear in the text: what puts marks in order, or
 * draws them, takes the square of their number.
 */
export function hasMoreMarksInRow(text: string, max: number): boolean {
  let inRow = 0;
  for (const character of text) {
    const isMark = (character.codePointAt(0) ?? 0) >= firstMark && mark.test(character);
    inRow = isMark ? inRow + 1 : 0;
    if (inRow > max) return true;
  }
  return false;
}
