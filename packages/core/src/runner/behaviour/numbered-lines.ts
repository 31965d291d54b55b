/** A text with a line `1. label` for each label. The title may be empty. */
export function numberedLines(title: string, labels: readonly string[]): string {
  const lines = labels.map((label, at) => `${at + 1}. ${label}`);
  return [...(title === '' ? [] : [title]), ...lines].join('\n');
}
