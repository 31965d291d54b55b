type Camel<TName extends string> = TName extends `${infer THead}_${infer TRest}`
  ? `${THead}${Capitalize<Camel<TRest>>}`
  : TName;

export type CamelCased<TRecord> = {
  readonly [TName in keyof TRecord as TName extends string ? Camel<TName> : TName]: TRecord[TName];
};

/** A record of the server with the page's names of its members, such as `canBeWelcome` for `can_be_welcome`. */
export function camelCased<TRecord extends object>(record: TRecord): CamelCased<TRecord> {
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [camel(name), value])) as CamelCased<TRecord>;
}
