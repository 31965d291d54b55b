import { useState } from 'preact/hooks';
import { fieldProblems } from '../api/problems.ts';
import { useAction } from '../api/use-load.ts';
import { Dialog, DialogForm } from './dialog.tsx';
import { TextField } from './field.tsx';

/** A dialog with one field: the name of a record. */
export function NameDialog({
  title,
  submit,
  label = 'Name',
  hint,
  name: first,
  most,
  code,
  save,
  onClose,
}: {
  readonly title: string;
  readonly submit: string;
  readonly label?: string;
  readonly hint?: string;
  readonly name: string;
  readonly most: number;
  /** The error code of a refused name. */
  readonly code: string;
  readonly save: (name: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(first);
  const { run, error, isBusy } = useAction(() => save(name));
  const problems = fieldProblems(error, ['name'], { [code]: 'name' });
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm submit={submit} isBusy={isBusy} error={problems['']} onSubmit={() => void run()} onCancel={onClose}>
        <TextField
          label={label}
          {...(hint !== undefined && { hint })}
          value={name}
          onInput={setName}
          error={problems['name']}
          most={most}
          isFirst
        />
      </DialogForm>
    </Dialog>
  );
}
