import { useEffect, useId, useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** Long enough to finish a word. */
const pauseMs = 250;

/** Searches when typing pauses. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  // The browser's back button changes it too.
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const timer = setTimeout(() => onSearch(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <div class="search">
      <label for={id} class="hidden">
        {label}
      </label>
      <Icon name="search" />
      <input
        dir="auto"
        id={id}
        type="search"
        placeholder={label}
        autoComplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </div>
  );
}
