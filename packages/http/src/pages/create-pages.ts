import { EngineError, type ErrorKind, type Principal } from '@botwright/core';
import { segmentsBelow } from '../pipeline/base-path.ts';
import { type ApiOptions, createHttpApi } from '../pipeline/create-http-api.ts';
import { type HttpRequest, isBelow, type MountedApi } from '../pipeline/http-api.ts';
import type { RequestProgress } from '../pipeline/request-progress.ts';
import { createRouter } from '../pipeline/router.ts';
import { headersOf, methodNotAllowed, statusByKind } from '../response/errors.ts';
import type { ApiResponse, StreamedResponse } from '../response/response.ts';
import { htmlPage } from './html-page.ts';

/** One path and method that respond with a page. */
export interface PageOperation {
  /** Stable name in logs and metrics. */
  readonly id: string;
  /** `GET` also serves `HEAD`. */
  readonly method: 'GET' | 'POST';
  /** The full pattern, such as `/connect/{link}`; logged instead of the path. */
  readonly path: `/${string}`;
  /**
   * Makes the page.
   *
   * @throws {EngineError} The pages show it as an error page.
   */
  serve(request: PageRequest): Promise<ApiResponse | StreamedResponse>;
}

/** A request to a page behind a sign-in. */
export interface PageRequest {
  /** For data that only the host can read, such as its session. */
  readonly request: HttpRequest;
  /** Values of the path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Records who the member is, for the host's log. */
  recognise(member: Principal): void;
}

/**
 * Serves HTML pages, and logs their requests like requests to the interfaces.
 *
 * @param basePaths - Every path of an operation is one of these or lies below one.
 * @spec CN2, CN3, CN4
 */
export function createPages(
  options: ApiOptions,
  { basePaths, operations }: { readonly basePaths: readonly string[]; readonly operations: readonly PageOperation[] },
): MountedApi {
  const router = createRouter(operations);

  async function respond(request: HttpRequest, progress: RequestProgress): Promise<ApiResponse | StreamedResponse> {
    const base = basePaths.find((path) => isBelow(request.path, path)) ?? '';
    progress.loggedPath = `${base}/*`;
    const segments = segmentsBelow(request.path, { path: '' });
    if (segments === undefined) throw new EngineError('invalid_parameters');
    const match = router.find(segments);
    if (match === undefined) throw new EngineError('path_not_found');
    const operation = match.resource.operations.get(request.method);
    if (operation === undefined) throw methodNotAllowed(match.resource.allow);

    progress.operation = operation;
    progress.loggedPath = operation.path;
    const recognise = (member: Principal): void => {
      progress.caller = member;
    };
    return operation.serve({ request, params: match.params, recognise });
  }

  return { ...createHttpApi(options, { respond, encodeError: errorPage }), basePaths };
}

interface Explanation {
  readonly title: string;
  readonly text: string;
}

const explanations: Partial<Record<ErrorKind, Explanation>> = {
  not_found: { title: 'There is nothing here', text: 'Make sure that the whole link is in the address.' },
  malformed: { title: 'This does not work', text: 'The address is not complete. Open the link again.' },
  dependency: {
    title: 'Something does not answer',
    text: 'A service that this page needs does not answer. Nothing was changed. Try again in a few minutes.',
  },
  limited: { title: 'Too many attempts', text: 'Wait a minute, and try again.' },
  internal: { title: 'Something went wrong', text: 'The fault is ours. Try again in a few minutes.' },
};

const otherwise: Explanation = { title: 'This does not work', text: 'Nothing was changed. Open the link again.' };

/** The page for an error without a special page. Shows nothing from the request. @spec CN4 */
export function errorPage(error: EngineError): ApiResponse {
  const { kind } = error;
  const { title, text } = explanations[kind] ?? otherwise;
  const headers = headersOf(error);
  return htmlPage(statusByKind[kind], { title, body: `<p>${text}</p>`, ...(headers !== undefined && { headers }) });
}
