import { useState } from 'preact/hooks';
import { fieldProblems } from '../api/problems.ts';
import { useAction } from '../api/use-load.ts';
import { FormDialog } from './dialog.tsx';
import { TextField } from './field.tsx';

/** A dialog with one field: the name of a record. It closes after saving. */
export function NameDialog(props: {
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
  const { title, submit, label = 'Name', hint, most, code, save, onClose } = props;
  const [name, setName] = useState(props.name);
  const { run, error, isBusy } = useAction(async () => {
    await save(name);
    onClose();
  });
  const problems = fieldProblems(error, ['name'], { [code]: 'name' });
  return (
    <FormDialog {...{ title, submit, isBusy, onClose }} error={problems['']} onSubmit={() => void run()}>
      <TextField
        label={label}
        {...(hint !== undefined && { hint })}
        value={name}
        onInput={setName}
        error={problems['name']}
        most={most}
        isFirst
      />
    </FormDialog>
  );
}
