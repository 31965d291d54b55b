import { isJsonObject, type JsonObject, type JsonValue } from '@botwright/core/conversation';
import { type BlockDefinition, type ParamDefinition, paramsInForce, selectVariant } from '@botwright/core/diagram';
import { CheckField, SelectField, TextArea, TextField } from '../../parts/field.tsx';
import { entryShapeOf } from '../model/entry-shape.ts';
import type { Finding } from '../model/findings.ts';
import { AccountField } from './account-field.tsx';
import { EntryList } from './entry-list.tsx';
import { JsonField, type ValueFieldProps } from './json-field.tsx';
import { NumberField } from './number-field.tsx';
import { isTextList, TextList } from './text-list.tsx';

/** A bot that a block may jump to. */
export interface KnownBot {
  readonly id: string;
  readonly number: number;
  readonly name: string;
}

export interface ParamFormProps {
  readonly definition: BlockDefinition;
  readonly params: JsonObject;
  readonly findings: readonly Finding[];
  readonly bots: readonly KnownBot[];
  /** @param subject - Subject of the edit, so that typed letters are one step of undo. */
  readonly onChange: (params: JsonObject, subject?: string) => void;
}

/** A form for the params of a block, from their description in the catalog. */
export function ParamForm({ definition, params, findings, bots, onChange }: ParamFormProps) {
  const variant = selectVariant(definition, params);
  const known = paramsInForce(definition, params).filter(isWritten);
  const names = new Set(paramsInForce(definition, params).map(({ name }) => name));
  const others = Object.keys(params).filter((name) => !names.has(name));
  const references = new Map(definition.references?.map((reference) => [reference.param, reference]));
  const set = (name: string, value: JsonValue | undefined, subject = name) => {
    const { [name]: _, ...rest } = params;
    onChange(value === undefined ? rest : { ...params, [name]: value }, subject);
  };
  return (
    <div class="form">
      {known.map((param) => {
        const { name, readWhen, default: usual } = param;
        const value = params[name] ?? usual;
        if (readWhen !== undefined) {
          const other = params[readWhen.param] ?? known.find((each) => each.name === readWhen.param)?.default;
          if (!readWhen.values.some((wanted) => wanted === other)) return null;
        }
        const field = {
          label: labelOf(param),
          hint: param.description,
          error: findings.find((found) => found.param === name && found.kind !== 'lint')?.message,
          value,
          onChange: (next: JsonValue | undefined) => set(name, next),
        };
        const reference = references.get(name);
        if (reference?.to === 'account') return <AccountField key={name} {...field} kind={reference.kind} />;
        if (reference?.to === 'bot') return <BotField key={name} {...field} bots={bots} />;
        if (param.type === 'array' && isTextList(param.description, value)) return <TextList key={name} {...field} />;
        if (param.type === 'array') {
          const shape = entryShapeOf(param, value, variant);
          if (shape !== undefined) {
            return (
              <EntryList
                key={name}
                {...field}
                shape={shape}
                entries={Array.isArray(value) ? (value as readonly JsonValue[]) : []}
                onChange={(entries, subject) => set(name, entries, subject && `${name} ${subject}`)}
              />
            );
          }
        }
        return <ParamField key={name} {...field} param={param} />;
      })}
      {others.length > 0 && (
        <JsonField
          label="Other params"
          hint="The block has no use for these."
          value={Object.fromEntries(others.map((name) => [name, params[name] as JsonValue]))}
          onChange={(next) => {
            const kept = Object.fromEntries(Object.entries(params).filter(([name]) => names.has(name)));
            onChange(next !== undefined && isJsonObject(next) ? { ...kept, ...next } : kept);
          }}
        />
      )}
    </div>
  );
}

/** Authors do not edit versions of blocks and the service's own members. */
function isWritten({ name, description }: ParamDefinition): boolean {
  return name !== 'version' && !description.startsWith('Written by the service');
}

function labelOf({ name, required }: ParamDefinition): string {
  const words = name.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2');
  return `${words[0]?.toUpperCase()}${words.slice(1).toLowerCase()}${required ? '' : ' (optional)'}`;
}

function ParamField({ param, value, onChange, ...shared }: ValueFieldProps & { readonly param: ParamDefinition }) {
  const { type, rules, required } = param;
  if (rules.enum !== undefined) {
    const choices = rules.enum.map((each) => ({ value: String(each), label: String(each) }));
    const isKnown = value === undefined || choices.some((choice) => choice.value === String(value));
    const first =
      value === undefined || !isKnown
        ? [{ value: value === undefined ? '' : String(value), label: isKnown ? '—' : String(value) }]
        : [];
    return (
      <SelectField
        {...shared}
        value={value === undefined ? '' : String(value)}
        choices={[...first, ...choices]}
        onChange={(next) => onChange(rules.enum?.find((each) => String(each) === next))}
      />
    );
  }
  if (type === 'boolean' && (value === undefined || typeof value === 'boolean')) {
    return <CheckField label={shared.label} hint={shared.hint} isChecked={value === true} onChange={onChange} />;
  }
  if ((type === 'integer' || type === 'number') && (value === undefined || typeof value === 'number')) {
    return <NumberField {...shared} value={value} onChange={onChange} />;
  }
  if ((type === 'string' || type === 'any') && (value === undefined || typeof value === 'string')) {
    const write = (next: string) => onChange(next === '' && !required ? undefined : next);
    const isShort = shortParams.test(param.name) || rules.pattern !== undefined;
    return isShort ? (
      <TextField {...shared} value={value ?? ''} onInput={write} />
    ) : (
      <TextArea {...shared} rows={2} isCode={codeParams.test(param.name)} value={value ?? ''} onInput={write} />
    );
  }
  return <JsonField {...shared} value={value} onChange={onChange} />;
}

/** Params with names and addresses instead of sentences. */
const shortParams = /^(field|destination|placeholder|sendLabel|url|node|name|.*_?id|.*Id|.*_url|sheet_?name)$/i;
const codeParams = /^(code|source|script|expression|formula|body)$/i;

function BotField({ label, value, error, bots, onChange }: ValueFieldProps & { readonly bots: readonly KnownBot[] }) {
  const present = value === undefined ? '' : String(value);
  const isKnown = bots.some(({ number }) => String(number) === present);
  return (
    <SelectField
      label={label}
      hint="The bot to go to."
      error={error}
      value={present}
      choices={[
        ...(isKnown ? [] : [{ value: present, label: present === '' ? 'Choose a bot' : `Bot ${present}` }]),
        ...bots.map(({ number, name }) => ({ value: String(number), label: `${name} (no. ${number})` })),
      ]}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  );
}
