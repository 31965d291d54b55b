import { useState } from 'preact/hooks';
import { TextField } from '../../parts/field.tsx';
import { readTypedNumber } from '../../parts/typed-number.ts';
import type { ValueFieldProps } from './json-field.tsx';

type NumberFieldProps = ValueFieldProps &
  Partial<Pick<Parameters<typeof TextField>[0], 'isLabelHidden' | 'placeholder'>>;

/** A text field for a number; an empty one removes it. */
export function NumberField({ value, onChange, ...shared }: NumberFieldProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const read = text.trim() === '' ? { value: undefined } : readTypedNumber(text);
  const shown = 'value' in read && read.value !== value ? String(value ?? '') : text;
  return (
    <TextField
      {...shared}
      error={'value' in read ? shared.error : read.problem}
      value={shown}
      onInput={(next) => {
        setText(next);
        const typed = next.trim() === '' ? { value: undefined } : readTypedNumber(next);
        if ('value' in typed) onChange(typed.value);
      }}
    />
  );
}
