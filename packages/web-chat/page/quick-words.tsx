interface QuickWordsProps {
  readonly words: readonly string[];
  onSay(text: string): void;
}

/** A row of words that work at this moment: pressing one sends it as if it was typed. @spec KW19 */
export function QuickWords({ words, onSay }: QuickWordsProps) {
  if (words.length === 0) return null;
  return (
    <fieldset class="quick-words" aria-label="Quick words">
      {words.map((word) => (
        <button
          key={word}
          type="button"
          class="quiet"
          dir="auto"
          onClick={({ detail }) => {
            // The second click of a double click.
            if (detail < 2) onSay(word);
          }}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}
