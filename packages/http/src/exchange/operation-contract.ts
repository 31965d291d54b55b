import type * as v from 'valibot';
import type { QueryShape } from './request/read-query.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a contract tells of an operation, whichever interface it belongs to. */
export interface OperationContract {
  /** Stable name, in the contract, in logs and in metrics. */
  readonly id: string;
  readonly method: Method;
  /** Below the base, such as `/bots/{bot_id}`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The specification does not show it. */
  readonly isDecidedHere?: boolean;
  readonly query?: QueryShape;
  /** What a body has to look like; absent: the operation takes none. */
  readonly body?: { readonly schema: v.GenericSchema; readonly isRequired: boolean };
  readonly success: SuccessContract;
}

export interface SuccessContract {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  readonly schema?: v.GenericSchema;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** Header names, each with what it holds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The same answer with another status, and when it has it. */
  readonly otherwise?: { readonly status: 201; readonly description: string };
}

/** The name of each parameter of a path. */
export type ParamName<TPath extends string> = TPath extends `${string}{${infer TName}}${infer TRest}`
  ? TName | ParamName<TRest>
  : never;
