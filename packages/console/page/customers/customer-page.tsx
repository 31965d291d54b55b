import type { Customer } from '@botwright/client';
import { maxContactLength, maxFieldNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { platformApi } from '../api/clients.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { hrefOf } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button, IconButton, LinkButton } from '../parts/button.tsx';
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { Menu } from '../parts/menu.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { RecordForm } from '../parts/record-form.tsx';
import { Time } from '../parts/time.tsx';
import { notify } from '../parts/toasts.tsx';
import { go } from '../router.ts';
import { customerName } from './customer-name.ts';
import {
  type FieldType,
  fieldsOf,
  fieldTypes,
  type NamedValue,
  readValue,
  textOfValue,
  typeOfValue,
} from './field-values.ts';

/** The data of a customer. */
export function CustomerPage({ customerId }: { readonly customerId: number }) {
  const loaded = useLoad(`customer ${customerId}`, (signal) => platformApi.customers.get(customerId, { signal }));
  const [isDeleting, setDeleting] = useState(false);
  const customer = loaded.data;
  const act = useAction(
    async (change: (id: number) => Promise<void>, done: string) => {
      await change(customerId);
      notify(done);
      loaded.reload();
    },
    { toast: true },
  );
  const { archive, unarchive, block, unblock } = platformApi.customers;
  return (
    <div class="page">
      <PageHead
        title={customer === undefined ? 'Customer' : customerName(customer)}
        back={{ href: hrefOf(['customers']), label: 'Customers' }}
        below={customer !== undefined && <CustomerStatus customer={customer} />}
      >
        {customer !== undefined && (
          <>
            <LinkButton icon="chat" href={hrefOf(['conversations', customerId])}>
              Conversation
            </LinkButton>
            <Menu
              label={`Actions of ${customerName(customer)}`}
              items={[
                customer.archived
                  ? {
                      label: 'Take out of the archive',
                      onSelect: () => void act.run(unarchive, 'The customer is out of the archive.'),
                    }
                  : { label: 'Archive', onSelect: () => void act.run(archive, 'The customer is archived.') },
                {
                  label: 'Block',
                  onSelect: () => void act.run(block, 'The customer is blocked, and can write no more.'),
                },
                { label: 'Unblock', onSelect: () => void act.run(unblock, 'The customer can write.') },
                { label: 'Delete', icon: 'trash', isDanger: true, onSelect: () => setDeleting(true) },
              ]}
            />
          </>
        )}
      </PageHead>
      <Loading loaded={loaded}>
        {(known) => (
          <>
            <Details
              key={JSON.stringify([known.name, known.email, known.phone, known.opt_in])}
              customer={known}
              onSaved={loaded.set}
            />
            <Fields customer={known} onChanged={loaded.reload} />
          </>
        )}
      </Loading>
      {isDeleting && customer !== undefined && (
        <ConfirmDialog
          title={`Delete ${customerName(customer)}?`}
          confirm="Delete for good"
          act={async () => {
            await platformApi.customers.delete(customerId);
            notify(`${customerName(customer)} is deleted.`);
            go(hrefOf(['customers']), { isReplaced: true });
          }}
          onClose={() => setDeleting(false)}
        >
          <p>The messages, the conversation and the data of the customer are erased. This cannot be undone.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function CustomerStatus({ customer }: { readonly customer: Customer }) {
  return (
    <p class="meta">
      {customer.archived && <Badge>Archived</Badge>}
      {customer.agent_id !== null && <Badge tone="accent">With agent {customer.agent_id}</Badge>}
      <span>No. {customer.id}</span>
      <span>
        First wrote <Time at={customer.register_date} />
      </span>
    </p>
  );
}

const details = [
  ['name', 'Name', 'text'],
  ['email', 'E-mail', 'email'],
  ['phone', 'Phone', 'tel'],
] as const;

function Details({
  customer,
  onSaved,
}: {
  readonly customer: Customer;
  readonly onSaved: (customer: Customer) => void;
}) {
  const { name, email, phone, opt_in } = customer;
  return (
    <RecordForm
      label="Details"
      record={{ name, email, phone, opt_in }}
      fields={[...details.map(([member]) => member), 'opt_in']}
      unsaved="Your changes of the customer are not saved yet."
      save={async (edited) => {
        onSaved(await platformApi.customers.update(customer.id, edited));
        notify('The customer is saved.');
      }}
    >
      {({ edited, set, problems }) => (
        <>
          <div class="two">
            {details.map(([member, label, type]) => (
              <TextField
                key={member}
                label={label}
                type={type}
                value={edited[member]}
                error={problems[member]}
                most={maxContactLength}
                onInput={(value) => set({ [member]: value })}
              />
            ))}
          </div>
          <CheckField
            label="Has opted in"
            hint="Agrees to be written to."
            isChecked={edited.opt_in}
            onChange={(value) => set({ opt_in: value })}
          />
          {problems['opt_in'] !== undefined && <Notice kind="error">{problems['opt_in']}</Notice>}
        </>
      )}
    </RecordForm>
  );
}

function Fields({ customer, onChanged }: { readonly customer: Customer; readonly onChanged: () => void }) {
  const [editing, setEditing] = useState<Partial<NamedValue> | undefined>(undefined);
  const [removing, setRemoving] = useState<string | undefined>(undefined);
  const fields = fieldsOf(customer);
  return (
    <section class="stack" aria-labelledby="fields">
      <div class="panel-head">
        <h2 id="fields">Fields</h2>
        <Button icon="plus" onClick={() => setEditing({})}>
          New Field
        </Button>
      </div>
      {fields.length === 0 ? (
        <p class="muted">None yet. Bots save here what customers answer.</p>
      ) : (
        <ul class="panel rows">
          {fields.map((field) => (
            <li key={field.name} class="keeps-side">
              <div class="row-main">
                <strong>{field.name}</strong>
                <span class="value">{textOfValue(field.value)}</span>
              </div>
              <div class="row-side">
                <IconButton icon="edit" label={`Edit ${field.name}`} onClick={() => setEditing(field)} />
                <IconButton icon="trash" label={`Delete ${field.name}`} onClick={() => setRemoving(field.name)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {editing !== undefined && (
        <FieldDialog
          customerId={customer.id}
          field={editing}
          onClose={() => setEditing(undefined)}
          onDone={onChanged}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={`Delete the Field ${removing}?`}
          confirm="Delete"
          act={async () => {
            await platformApi.fields.delete(customer.id, removing);
            onChanged();
          }}
          onClose={() => setRemoving(undefined)}
        >
          <p>A bot that reads it finds it empty.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface FieldDialogProps {
  readonly customerId: number;
  readonly field: Partial<NamedValue>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function FieldDialog({ customerId, field, onClose, onDone }: FieldDialogProps) {
  const isNew = field.name === undefined;
  const [name, setName] = useState(field.name ?? '');
  const [type, setType] = useState<FieldType>(isNew ? 'string' : typeOfValue(field.value));
  const [text, setText] = useState(isNew ? '' : textOfValue(field.value));
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = useAction(async (value: unknown) => {
    await platformApi.fields.save(customerId, name, { type, value });
    onDone();
    onClose();
  });
  const problems = fieldProblems(save.error, ['name', 'value', 'type']);
  const submit = () => {
    if (name.trim() === '') return setProblem('name');
    const read = readValue(type, text);
    if ('problem' in read) return setProblem(read.problem);
    setProblem(undefined);
    void save.run(read.value);
  };
  const valueProblem = problem === 'name' ? problems['value'] : (problem ?? problems['value']);
  const isJson = type === 'array' || type === 'object';
  return (
    <FormDialog
      title={isNew ? 'New Field' : `Field ${name}`}
      submit="Save"
      isBusy={save.isBusy}
      error={problems[''] ?? problems['type']}
      onSubmit={submit}
      onClose={onClose}
    >
      {isNew && (
        <TextField
          label="Name"
          value={name}
          onInput={setName}
          error={problem === 'name' ? 'A Field needs a name.' : problems['name']}
          most={maxFieldNameLength}
          isFirst
        />
      )}
      <SelectField
        label="Type"
        value={type}
        onChange={(value) => setType(fieldTypes.find((one) => one.value === value)?.value ?? 'string')}
        choices={fieldTypes}
      />
      {type === 'boolean' ? (
        <CheckField label="Yes" isChecked={text === 'true'} onChange={(value) => setText(String(value))} />
      ) : isJson || type === 'string' ? (
        <TextArea
          label="Value"
          value={text}
          onInput={setText}
          error={valueProblem}
          rows={isJson ? 6 : 2}
          isCode={isJson}
          isFirst={!isNew}
        />
      ) : (
        <TextField
          label="Value"
          hint={type === 'datetime' ? 'As ISO 8601 writes it, such as 2026-01-31T18:30:00Z.' : undefined}
          type={type === 'date' ? 'date' : 'text'}
          value={text}
          onInput={setText}
          error={valueProblem}
          isFirst={!isNew}
        />
      )}
    </FormDialog>
  );
}
