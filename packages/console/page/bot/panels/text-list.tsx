import type { JsonValue } from '@botwright/core/diagram';
import { Button, IconButton } from '../../parts/button.tsx';
import { TextArea } from '../../parts/field.tsx';
import type { ValueFieldProps } from './json-field.tsx';

/** Whether the form shows a list as texts: its description says so, and it has no other entries. */
export function isTextList(description: string, value: JsonValue | undefined): boolean {
  return isListOfTexts(value) && description.startsWith('List of texts');
}

/** Whether the value is absent or a list of texts. */
export function isListOfTexts(value: JsonValue | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.every((entry) => typeof entry === 'string'));
}

/** Adds, removes and edits the texts of a list param, such as other wordings. */
export function TextList({ label, hint, error, value, onChange }: ValueFieldProps) {
  const texts = Array.isArray(value) ? (value as readonly string[]) : [];
  const change = (next: readonly string[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset class="entries">
      <legend class="label">{label}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      <ol>
        {texts.map((text, at) => (
          <li key={at}>
            <div class="entry-fields">
              <TextArea
                label={`${label}, ${at + 1}`}
                isLabelHidden
                rows={2}
                value={text}
                onInput={(next) => change(texts.map((each, index) => (index === at ? next : each)))}
              />
            </div>
            <div class="entry-tools">
              <IconButton
                icon="trash"
                label={`Remove ${at + 1}`}
                onClick={() => change(texts.filter((_, index) => index !== at))}
              />
            </div>
          </li>
        ))}
      </ol>
      {error !== undefined && <p class="problem">{error}</p>}
      <Button isSmall icon="plus" onClick={() => change([...texts, ''])}>
        Add
      </Button>
    </fieldset>
  );
}
