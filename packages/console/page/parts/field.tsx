import { countCodePoints } from '@botwright/core/conversation';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Shared {
  readonly label: string;
  /** Help for the input, below the label. */
  readonly hint?: ComponentChildren;
  /** The problem of the input. */
  readonly error?: string | undefined;
  /** Shows the label only to screen readers, if the context is clear. */
  readonly isLabelHidden?: boolean;
}

interface Described {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** A label with its control and its problem. */
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
  /** Maximum characters of the server: a longer text is reported immediately, and not cut. */
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
          // The types of elements distinguish the kinds of inputs; all of them have these props.
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
