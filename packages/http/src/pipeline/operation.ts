import type { ErrorCode, IfRevision, Permission } from '@botwright/core';
import type * as v from 'valibot';
import type { ApiResponse, StreamedResponse } from '../response/response.ts';
import type { BodyShape } from './body-shape.ts';
import type { HttpRequest } from './http-api.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Describes an operation for the OpenAPI document and for the checks before it is called. */
export interface OperationDescription {
  /** Stable name, in the OpenAPI document, in logs and in metrics. */
  readonly id: string;
  /** `GET` also serves `HEAD`. */
  readonly method: Method;
  /** Relative to the base, such as `/bots/{bot_id}`. */
  readonly path: `/${string}`;
  /** Groups operations in the OpenAPI document. */
  readonly tag: string;
  /** A few words for the OpenAPI document, and for tools made from it. */
  readonly summary: string;
  /** Further sentences in Markdown. Absent: the summary says all. */
  readonly description?: string;
  /** Whether the OpenAPI document marks it as not shown by the specification. */
  readonly isDecidedHere?: boolean;
  /** It can be called without credentials; `work` then gets no handles. */
  readonly isOpen?: boolean;
  /**
   * The permission of its use-case, checked before query and body are read. Absent, or `anyone`: every caller may call
   * it.
   */
  readonly permission?: Permission | 'anyone';
  /** JSON Schema of path parameters that differ from the interface's default. */
  readonly pathSchemas?: Readonly<Record<string, object>>;
  /** Its query parameters: a schema made with `inputObject`, which also checks them. */
  readonly query?: v.GenericSchema;
  /** The schema of its body. Absent: the body is not read. */
  readonly body?: Pick<BodyShape<unknown>, 'schema' | 'isRequired'>;
  /** Takes `If-Match`. */
  readonly isConditional?: boolean;
  /** Takes `Prefer: return=minimal`. */
  readonly canBeMinimal?: boolean;
  /** Takes `Idempotency-Key`, if the interface does. */
  readonly canBeRepeated?: boolean;
  /** The response contains a secret: the copy that is stored for repeated requests is encrypted. */
  readonly isSecret?: boolean;
  /** Served only when the host enabled this extension of the interface. */
  readonly needs?: string;
  /** Status, schema and headers of its response. */
  readonly success: SuccessDescription;
  /**
   * Errors of this operation. Errors that every operation can have, and errors of its body, query and headers, are
   * added.
   */
  readonly errors: readonly ErrorCode[];
}

export interface SuccessDescription {
  /** 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** For the OpenAPI document. */
  readonly description: string;
  /** Describes the body. Absent: it is not described. */
  readonly schema?: v.GenericSchema;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Descriptions by header name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A second status of the same response; the description says when it is used. */
  readonly otherwise?: { readonly status: 201; readonly description: string };
}

/** Context of an operation. It is the same for all requests of one base. */
export interface RouteContext {
  /** Public URL of the interface, without a slash at the end: links begin with it. */
  readonly publicUrl: string;
  /** The OpenAPI document of the base, as YAML. */
  openApi(): Promise<string>;
}

/** The input that an operation passes to its use-case. */
export interface OperationInput<TPath extends string, TQuery extends v.GenericSchema, TBody, TContext> {
  /**
   * Values of the path parameters, decoded. An id of another form than a uuid is allowed: the engine finds nothing by
   * it.
   *
   * @spec HT8
   */
  readonly params: Readonly<Record<ParamName<TPath>, string>>;
  /** Checked by the schema of the operation. */
  readonly query: v.InferOutput<TQuery>;
  /** Read by the `BodyShape` of the operation; `undefined` without one. */
  readonly body: TBody;
  /** Length of the body; 0 without one. */
  readonly bodyBytes: number;
  /** From `If-Match`. */
  readonly condition: IfRevision;
  /** From `Prefer: return=minimal`. */
  readonly isMinimal: boolean;
  /** The request itself, for data that only the host can read, such as its session. */
  readonly request: HttpRequest;
  /** The same for all requests of one base. */
  readonly context: TContext;
}

/** The name of each parameter of a path. */
export type ParamName<TPath extends string> = TPath extends `${string}{${infer TName}}${infer TRest}`
  ? TName | ParamName<TRest>
  : never;

/**
 * One entry of an operation table, from which requests are routed and the OpenAPI document is made.
 *
 * @spec OA2, OA7, TK17
 */
export interface Operation<THandles, TContext extends RouteContext = RouteContext> extends OperationDescription {
  /** Reads the body. Absent: the body is not read. */
  readonly body?: BodyShape<unknown>;
  /** Calls the use-case of the engine; its `EngineError` becomes the response. */
  work(handles: THandles, input: OperationInput<never, v.GenericSchema, unknown, TContext>): Promise<unknown>;
  /** Makes the response from the result of `work`. */
  encode(
    value: unknown,
    input: OperationInput<never, v.GenericSchema, unknown, TContext>,
  ): ApiResponse | StreamedResponse;
}

export interface OperationDefinition<
  TPath extends `/${string}`,
  TQuery extends v.GenericSchema,
  TBody,
  TValue,
  THandles,
  TContext extends RouteContext,
> extends Omit<OperationDescription, 'path' | 'query' | 'body'> {
  /** Relative to the base; names its parameters in braces. */
  readonly path: TPath;
  /** Made with `inputObject`; checks the query parameters. */
  readonly query?: TQuery;
  /** Made with `requiredBody` and the like. Absent: the body is not read. */
  readonly body?: BodyShape<TBody>;
  /**
   * Calls one use-case.
   *
   * @throws {EngineError}
   */
  work(handles: THandles, input: OperationInput<TPath, TQuery, TBody, TContext>): Promise<TValue>;
  /** Makes the response from the result of `work`. */
  encode(value: TValue, input: OperationInput<TPath, TQuery, TBody, TContext>): ApiResponse | StreamedResponse;
}

/** Makes table entries for the handles and the context of one interface. */
export type DefineOperation<THandles, TContext extends RouteContext = RouteContext> = <
  const TPath extends `/${string}`,
  TValue,
  const TQuery extends v.GenericSchema = v.GenericSchema<unknown, object>,
  TBody = undefined,
>(
  definition: OperationDefinition<TPath, TQuery, TBody, TValue, THandles, TContext>,
) => Operation<THandles, TContext>;

/** Makes a table entry: its path, query and body determine the types of its input, call and response. */
export function operationsOf<THandles, TContext extends RouteContext = RouteContext>(): DefineOperation<
  THandles,
  TContext
> {
  // The pipeline reads the input by the definition, so at run time it has the declared types.
  return (definition) => definition as unknown as Operation<THandles, TContext>;
}
