import { SelectField, TextField } from '../../parts/field.tsx';
import { useSession } from '../../shell/session.ts';
import type { ValueFieldProps } from './json-field.tsx';

/** Selects a language model of the server. Without one the author types the name. @spec LM33 */
export function ModelField({ label, hint, value, error, onChange }: ValueFieldProps) {
  const { models = [] } = useSession();
  const present = value === undefined ? '' : String(value);
  const write = (next: string) => onChange(next === '' ? undefined : next);
  if (models.length === 0) return <TextField label={label} hint={hint} error={error} value={present} onInput={write} />;
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={present}
      choices={[
        ...(present === '' ? [{ value: '', label: 'Choose a model' }] : []),
        ...(present === '' || models.includes(present) ? [] : [{ value: present, label: `${present} (not here)` }]),
        ...models.map((name) => ({ value: name, label: name })),
      ]}
      onChange={write}
    />
  );
}
