import { countCodePoints } from '@botwright/core/conversation';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Shared {
  readonly label: string;
  /** What to write there, below the label. */
  readonly hint?: ComponentChildren;
  /** What is wrong with what is written. */
  readonly error?: string | undefined;
  /** Shows the label to screen readers alone, where the place says enough. */
  readonly isLabelHidden?: boolean;
}

interface Described {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label with its control, and what is wrong with it. */
export function Field({
  label,
  hint,
  error,
  isLabelHidden = false,
  children,
}: Shared & { readonly children: (described: Described) => ComponentChildren }) {
  const id = useId();
  const hasError = error !== undefined && error !== '';
  const parts = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`].filter((part) => part !== false);
  return (
    <div class={`field${hasError ? ' wrong' : ''}`}>
      <label for={id} class={isLabelHidden ? 'hidden' : ''}>
        {label}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-invalid': hasError || undefined,
        'aria-describedby': parts.length === 0 ? undefined : parts.join(' '),
      })}
      {hasError && (
        <p class="problem" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends Shared {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'search' | 'email' | 'tel' | 'url' | 'password' | 'number' | 'date' | 'datetime-local';
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** How many characters the server takes: of a longer text it is said at once, and nothing is cut. */
  readonly most?: number;
  readonly autoComplete?: string;
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean;
}

/** @spec CO57, CO65 */
export function TextField(props: TextFieldProps) {
  const { value, onInput, type = 'text', placeholder, isRequired = false, most, autoComplete = 'off', isFirst } = props;
  const isLong = most !== undefined && countCodePoints(value.trim()) > most;
  return (
    <Field {...props} {...(isLong && { error: `At most ${most} characters.` })}>
      {(described) => (
        <input
          {...described}
          // The types of elements tell the kinds of inputs apart; what is set here, all of these have.
          type={type as 'text'}
          dir="auto"
          value={value}
          placeholder={placeholder}
          required={isRequired}
          data-long={isLong || undefined}
          autoComplete={autoComplete}
          data-first={isFirst || undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Moves the focus to a text of the form that is too long. @returns Whether there is one. */
export function goToLong(form: HTMLFormElement): boolean {
  const long = form.querySelector<HTMLElement>('[data-long]');
  long?.focus();
  return long !== null;
}

export function TextArea(
  props: Shared & {
    readonly value: string;
    readonly onInput: (value: string) => void;
    readonly rows?: number;
    readonly placeholder?: string;
    readonly isCode?: boolean;
    readonly isFirst?: boolean;
  },
) {
  const { value, onInput, rows = 4, placeholder, isCode = false, isFirst } = props;
  return (
    <Field {...props}>
      {(described) => (
        <textarea
          {...described}
          class={isCode ? 'code' : ''}
          dir={isCode ? 'ltr' : 'auto'}
          rows={rows}
          placeholder={placeholder}
          spellcheck={!isCode}
          data-first={isFirst || undefined}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SelectField(
  props: Shared & {
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly choices: readonly Choice[];
  },
) {
  const { value, onChange, choices } = props;
  return (
    <Field {...props}>
      {(described) => (
        <select {...described} dir="auto" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} selected={choice.value === value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function CheckField({
  label,
  hint,
  isChecked,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="check">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
