import type { JsonValue } from '@botwright/core/diagram';
import { useEffect, useState } from 'preact/hooks';
import { TextArea } from '../../parts/field.tsx';
import { jsonPlaces } from '../model/json-places.ts';

/** Props of a field for one value of JSON. */
export interface ValueFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

/**
 * A value edited as JSON, for values without a form. Valid text changes the value immediately; empty text removes it.
 */
export function JsonField({ label, hint, error, value, onChange }: ValueFieldProps) {
  const written = value === undefined ? '' : JSON.stringify(value, null, 2);
  const [text, setText] = useState(written);
  const [shown, setShown] = useState(written);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // Another edit of the block, or undo, is newer than the typed text.
    if (written !== shown) {
      setShown(written);
      setText(written);
      setProblem(undefined);
    }
  }, [written]);
  return (
    <TextArea
      label={label}
      {...(hint !== undefined && { hint })}
      error={problem ?? error}
      isCode
      rows={Math.min(12, Math.max(2, text.split('\n').length))}
      value={text}
      onInput={(next) => {
        setText(next);
        if (next.trim() === '') {
          setProblem(undefined);
          setShown('');
          onChange(undefined);
          return;
        }
        const fault = jsonPlaces(next).error;
        setProblem(fault?.message);
        if (fault !== undefined) return;
        const read = JSON.parse(next) as JsonValue;
        setShown(JSON.stringify(read, null, 2));
        onChange(read);
      }}
    />
  );
}
