import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fieldProblems } from '../api/problems.ts';
import { useAction } from '../api/use-load.ts';
import { useUnsaved } from '../router.ts';
import { Button } from './button.tsx';
import { goToLong } from './field.tsx';
import { Notice } from './notice.tsx';

/** A form for a record whose changes are saved together. */
export function RecordForm<T>(props: {
  readonly label?: string;
  readonly record: T;
  /** The names of the members that show their own problem. */
  readonly fields: readonly string[];
  /** The loss when the user leaves, in a sentence. */
  readonly unsaved: string;
  readonly save: (edited: T) => Promise<void>;
  readonly isReadOnly?: boolean;
  readonly children: (form: {
    readonly edited: T;
    readonly set: (change: Partial<T>) => void;
    readonly problems: Readonly<Record<string, string>>;
  }) => ComponentChildren;
}) {
  const { label, record, isReadOnly = false } = props;
  const [edited, setEdited] = useState(record);
  const isChanged = JSON.stringify(edited) !== JSON.stringify(record);
  useUnsaved(isChanged ? props.unsaved : undefined);
  const save = useAction(() => props.save(edited));
  const problems = fieldProblems(save.error, props.fields);
  return (
    <form
      class="panel padded"
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!goToLong(event.currentTarget)) void save.run();
      }}
    >
      {props.children({ edited, set: (change) => setEdited({ ...edited, ...change }), problems })}
      {problems[''] !== undefined && <Notice kind="error">{problems['']}</Notice>}
      {!isReadOnly && (
        <div class="actions">
          <Button kind="primary" isBusy={save.isBusy} isDisabled={!isChanged}>
            Save
          </Button>
          {isChanged && <Button onClick={() => setEdited(record)}>Undo the changes</Button>}
        </div>
      )}
    </form>
  );
}
