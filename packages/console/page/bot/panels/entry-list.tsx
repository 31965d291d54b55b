import { isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';
import { Button, IconButton } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';
import { type EntryShape, newEntry } from '../model/entry-shape.ts';
import { JsonField, type ValueFieldProps } from './json-field.tsx';
import { NumberField } from './number-field.tsx';

interface EntryListProps extends Omit<ValueFieldProps, 'value' | 'onChange'> {
  readonly shape: EntryShape;
  readonly entries: readonly JsonValue[];
  readonly onChange: (entries: readonly JsonValue[], subject?: string) => void;
}

/** Adds, removes and sorts the entries of a list param, such as buttons or conditions. */
export function EntryList({ label, hint, error, shape, entries, onChange }: EntryListProps) {
  const replace = (at: number, entry: JsonObject, member: string) =>
    onChange(
      entries.map((each, index) => (index === at ? entry : each)),
      `${at} ${member}`,
    );
  const move = (at: number, to: number) => {
    const next = entries.filter((_, index) => index !== at);
    next.splice(to, 0, entries[at] as JsonValue);
    onChange(next);
  };
  // Shows texts for people first; authors rarely change the id of an output.
  const members = [
    ...shape.members.filter((member) => member !== shape.id),
    ...(shape.id === undefined ? [] : [shape.id]),
  ];
  const isOptional = (member: string): boolean => shape.optional.includes(member);
  const [required, optional] = [members.filter((member) => !isOptional(member)), members.filter(isOptional)];
  const fieldOf = (entry: JsonValue, at: number, member: string) => (
    <EntryMember
      key={member}
      name={member}
      label={`${member}, ${at + 1}`}
      isId={member === shape.id}
      isOptional={isOptional(member)}
      isNumber={shape.numbers.includes(member)}
      choices={shape.choices[member]}
      list={shape.lists[member]}
      value={isJsonObject(entry) ? entry[member] : undefined}
      onChange={(value) => {
        const { [member]: _, ...others } = isJsonObject(entry) ? entry : {};
        replace(at, value === undefined ? others : { ...(entry as JsonObject), [member]: value }, member);
      }}
    />
  );
  return (
    <fieldset class="entries">
      <legend class="label">{label}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <ol>
        {entries.map((entry, at) => (
          <li key={at}>
            <div class="entry-fields">
              {required.map((member) => fieldOf(entry, at, member))}
              {optional.length > 0 && (
                <details open={optional.some((member) => isJsonObject(entry) && entry[member] !== undefined)}>
                  <summary>More</summary>
                  {optional.map((member) => fieldOf(entry, at, member))}
                </details>
              )}
            </div>
            <div class="entry-tools">
              <IconButton
                icon="up"
                label={`Move ${at + 1} up`}
                isDisabled={at === 0}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                icon="trash"
                label={`Remove ${at + 1}`}
                onClick={() => onChange(entries.filter((_, index) => index !== at))}
              />
            </div>
          </li>
        ))}
      </ol>
      {error !== undefined && <p class="problem">{error}</p>}
      <Button isSmall icon="plus" onClick={() => onChange([...entries, newEntry(shape, entries)])}>
        Add
      </Button>
    </fieldset>
  );
}

interface EntryMemberProps extends ValueFieldProps {
  readonly name: string;
  readonly isId: boolean;
  /** Empty text removes it. */
  readonly isOptional: boolean;
  readonly isNumber: boolean;
  readonly choices: readonly string[] | undefined;
  /** The shape of its own entries. */
  readonly list: EntryShape | undefined;
}

/** Members of entries with conditions or lists. */
const jsonMembers = /^(show|words)$/;

function EntryMember(props: EntryMemberProps) {
  const { name, label, isId, isOptional, isNumber, choices, list, value, onChange } = props;
  if (list !== undefined && (value === undefined || Array.isArray(value))) {
    return <EntryList label={label} shape={list} entries={(value ?? []) as readonly JsonValue[]} onChange={onChange} />;
  }
  if (isNumber && (value === undefined || typeof value === 'number')) {
    return <NumberField label={label} isLabelHidden placeholder={name} value={value} onChange={onChange} />;
  }
  if ((value !== undefined && typeof value !== 'string') || jsonMembers.test(name)) {
    return <JsonField label={label} value={value} onChange={onChange} />;
  }
  if (choices !== undefined) {
    return (
      <SelectField
        label={label}
        isLabelHidden
        value={value ?? ''}
        choices={withPresent(choices, value).map((each) => ({ value: each, label: each.replaceAll('_', ' ') }))}
        onChange={onChange}
      />
    );
  }
  return (
    <div class={isId ? 'entry-id' : ''}>
      <TextField
        label={label}
        isLabelHidden
        placeholder={name}
        value={value ?? ''}
        onInput={(text) => onChange(isOptional && text === '' ? undefined : text)}
      />
    </div>
  );
}

function withPresent(choices: readonly string[], value: string | undefined): readonly string[] {
  return value === undefined || choices.includes(value) ? choices : [value, ...choices];
}
