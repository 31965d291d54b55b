import { isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';
import { Button, IconButton } from '../../parts/button.tsx';
import { CheckField, SelectField, TextField } from '../../parts/field.tsx';
import { type EntryShape, newEntry } from '../model/entry-shape.ts';
import { JsonField, type ValueFieldProps } from './json-field.tsx';
import { NumberField } from './number-field.tsx';
import { isListOfTexts, TextList } from './text-list.tsx';

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
      object={shape.objects[member]}
      isTextList={shape.textLists.includes(member)}
      isFlag={shape.flags.includes(member)}
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
  /** The shape of an object. */
  readonly object: EntryShape | undefined;
  readonly isTextList: boolean;
  readonly isFlag: boolean;
}

function EntryMember(member: EntryMemberProps) {
  const { name, label, isId, isOptional, isNumber, choices, list, object, isTextList, isFlag, value, onChange } =
    member;
  if (list !== undefined && (value === undefined || Array.isArray(value))) {
    return <EntryList label={label} shape={list} entries={(value ?? []) as readonly JsonValue[]} onChange={onChange} />;
  }
  if (object !== undefined && (value === undefined || isJsonObject(value))) {
    return <EntryObject label={label} name={name} shape={object} value={value} onChange={onChange} />;
  }
  if (isNumber && (value === undefined || typeof value === 'number')) {
    return <NumberField label={label} isLabelHidden placeholder={name} value={value} onChange={onChange} />;
  }
  if (isTextList && isListOfTexts(value)) return <TextList label={label} value={value} onChange={onChange} />;
  if (isFlag && (value === undefined || typeof value === 'boolean')) {
    const change = (isChecked: boolean) => onChange(isOptional && !isChecked ? undefined : isChecked);
    return <CheckField label={label} isChecked={value === true} onChange={change} />;
  }
  if (value !== undefined && typeof value !== 'string') {
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

interface EntryObjectProps extends Pick<ValueFieldProps, 'label' | 'onChange'> {
  readonly name: string;
  readonly shape: EntryShape;
  readonly value: JsonObject | undefined;
}

/** The members of an object, such as of a condition; a button adds an object that is absent. */
function EntryObject({ label, name, shape, value, onChange }: EntryObjectProps) {
  if (value === undefined) {
    return (
      <Button isSmall icon="plus" onClick={() => onChange(newEntry(shape, []))}>
        Add {name}
      </Button>
    );
  }
  return (
    <fieldset class="entries">
      <legend class="label">{label}</legend>
      <div class="entry-fields">
        {shape.members.map((member) => (
          <EntryMember
            key={member}
            name={member}
            label={`${member} of ${label}`}
            isId={false}
            isOptional={shape.optional.includes(member)}
            isNumber={shape.numbers.includes(member)}
            choices={shape.choices[member]}
            list={shape.lists[member]}
            object={shape.objects[member]}
            isTextList={shape.textLists.includes(member)}
            isFlag={shape.flags.includes(member)}
            value={value[member]}
            onChange={(next) => {
              const { [member]: _, ...others } = value;
              onChange(next === undefined ? others : { ...value, [member]: next });
            }}
          />
        ))}
      </div>
      <Button isSmall icon="trash" onClick={() => onChange(undefined)}>
        Remove {name}
      </Button>
    </fieldset>
  );
}

function withPresent(choices: readonly string[], value: string | undefined): readonly string[] {
  return value === undefined || choices.includes(value) ? choices : [value, ...choices];
}
