import type { ErrorCode, IfRevision, Permission } from '@botwright/core';
import type * as v from 'valibot';
import type { QueryOf } from '../request/query.ts';
import type { ApiResponse } from '../response/response.ts';
import type { BodyShape } from './body-shape.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the OpenAPI document says of an operation, and what is checked before it is called. */
export interface OperationDescription {
  /** Stable name, in the OpenAPI document, in logs and in metrics. */
  readonly id: string;
  readonly method: Method;
  /** Below the base, such as `/bots/{bot_id}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The specification does not show it. */
  readonly isDecidedHere?: boolean;
  /** Anybody may call it, without credentials: `work` gets no handles then. */
  readonly isOpen?: boolean;
  /** That of the use-case, checked before anything of the request is read. Absent, or `anyone`: every caller may. */
  readonly permission?: Permission | 'anyone';
  /** JSON Schema of parameters of the path, where it is not that of the interface. */
  readonly pathSchemas?: Readonly<Record<string, object>>;
  /** The parameters that it takes: an object of `inputObject`. */
  readonly query?: v.GenericSchema;
  /** What a body has to look like; absent: the operation takes none. */
  readonly body?: Pick<BodyShape<unknown>, 'schema' | 'isRequired'>;
  /** Takes `If-Match`. */
  readonly isConditional?: boolean;
  /** Takes `Prefer: return=minimal`. */
  readonly canBeMinimal?: boolean;
  /** Takes `Idempotency-Key`, where the interface does. */
  readonly canBeRepeated?: boolean;
  /** The response holds a secret: what is kept of it for a repetition is encrypted. */
  readonly isSecret?: boolean;
  /** Served only when the host switched this extension of the interface on. */
  readonly needs?: string;
  readonly success: SuccessDescription;
  /** Errors beside those that every operation can have, and those of its body, query and headers. */
  readonly errors: readonly ErrorCode[];
}

export interface SuccessDescription {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly schema?: v.GenericSchema;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Header names, each with what it holds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same response with another status, and when it has it. */
  readonly otherwise?: { readonly status: 201; readonly description: string };
}

/** What an operation knows beside the request: the same for all requests of one base. */
export interface RouteContext {
  /** Where the interface is reached from outside, without a slash at the end: links are made of it. */
  readonly publicUrl: string;
  /** The OpenAPI document of the base, as YAML. */
  openApi(): string;
}

/** What a use-case is called with. */
export interface OperationInput<TPath extends string, TQuery extends v.GenericSchema, TBody, TContext> {
  /**
   * What the path holds in the places of its parameters, decoded, also where that is no uuid: the engine finds nothing
   * there.
   *
   * @spec HT8
   */
  readonly params: Readonly<Record<ParamName<TPath>, string>>;
  /** Where the engine checks it: what does not spell a value of its kind is text, what was given twice a list. */
  readonly query: QueryOf<TQuery>;
  readonly body: TBody;
  /** 0 when there was none. */
  readonly bodyBytes: number;
  /** Of `If-Match`. */
  readonly condition: IfRevision;
  /** Of `Prefer`. */
  readonly isMinimal: boolean;
  readonly context: TContext;
}

/** The name of each parameter of a path. */
export type ParamName<TPath extends string> = TPath extends `${string}{${infer TName}}${infer TRest}`
  ? TName | ParamName<TRest>
  : never;

/**
 * One entry of the table that routes requests and makes the OpenAPI document.
 *
 * @spec OA2, OA7, TK17
 */
export interface Operation<THandles, TContext extends RouteContext = RouteContext> extends OperationDescription {
  readonly body?: BodyShape<unknown>;
  work(handles: THandles, input: OperationInput<never, v.GenericSchema, unknown, TContext>): Promise<unknown>;
  encode(value: unknown, input: OperationInput<never, v.GenericSchema, unknown, TContext>): ApiResponse;
}

export interface OperationDefinition<
  TPath extends `/${string}`,
  TQuery extends v.GenericSchema,
  TBody,
  TValue,
  THandles,
  TContext extends RouteContext,
> extends Omit<OperationDescription, 'path' | 'query' | 'body'> {
  readonly path: TPath;
  readonly query?: TQuery;
  readonly body?: BodyShape<TBody>;
  /**
   * Calls one use-case.
   *
   * @throws {EngineError}
   */
  work(handles: THandles, input: OperationInput<TPath, TQuery, TBody, TContext>): Promise<TValue>;
  encode(value: TValue, input: OperationInput<TPath, TQuery, TBody, TContext>): ApiResponse;
}

/** `defineOperation` for the handles and the context of one interface. */
export type DefineOperation<THandles, TContext extends RouteContext = RouteContext> = <
  const TPath extends `/${string}`,
  TValue,
  const TQuery extends v.GenericSchema = v.GenericSchema<unknown, object>,
  TBody = undefined,
>(
  definition: OperationDefinition<TPath, TQuery, TBody, TValue, THandles, TContext>,
) => Operation<THandles, TContext>;

/** Makes a table entry: the types of what it reads, calls and encodes follow from its path, query and body. */
export function defineOperation<
  THandles,
  TContext extends RouteContext,
  const TPath extends `/${string}`,
  TValue,
  const TQuery extends v.GenericSchema = v.GenericSchema<unknown, object>,
  TBody = undefined,
>(definition: OperationDefinition<TPath, TQuery, TBody, TValue, THandles, TContext>): Operation<THandles, TContext> {
  // The pipeline reads the input by this very definition: it fills what the types say.
  return definition as unknown as Operation<THandles, TContext>;
}
