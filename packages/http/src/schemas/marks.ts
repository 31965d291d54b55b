import * as v from 'valibot';

type Marked<TSchema extends v.GenericSchema> = v.SchemaWithPipe<
  readonly [TSchema, v.MetadataAction<v.InferOutput<TSchema>, Record<string, unknown>>]
>;

/** Says what a member means. The specification shows its name or shape. */
export function shown<const TSchema extends v.GenericSchema>(schema: TSchema, description: string): Marked<TSchema> {
  return v.pipe(schema, v.metadata<v.InferOutput<TSchema>, Record<string, unknown>>({ description }));
}

/**
 * Says what a member means, and that its name or shape was decided here.
 *
 * @spec OA6
 */
export function decided<const TSchema extends v.GenericSchema>(schema: TSchema, description: string): Marked<TSchema> {
  return v.pipe(
    schema,
    v.metadata<v.InferOutput<TSchema>, Record<string, unknown>>({ description, 'x-decided-here': true }),
  );
}
