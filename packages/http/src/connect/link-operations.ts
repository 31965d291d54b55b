import { EngineError, type Principal } from '@botwright/core';
import type { AccountLinks, ProviderAnswer } from '@botwright/core/front';
import type { Clock, IdSource } from '@botwright/core/ports';
import { type FormParts, formOrigin, isFormToken, openForm, readForm } from '../pages/forms.ts';
import { securityHeaders } from '../pages/html-page.ts';
import type { HttpRequest } from '../pipeline/http-api.ts';
import { methodNotAllowed } from '../response/errors.ts';
import type { ApiResponse } from '../response/response.ts';
import {
  connectedPage,
  declinedPage,
  departurePage,
  linkPage,
  refusalPage,
  signInPage,
  staleFormPage,
} from './link-pages.ts';

/** The host's sign-in. */
export interface MemberSignIn {
  /**
   * Finds the signed-in member; `undefined` when nobody is signed in. A session cookie for this must be `SameSite=Lax`:
   * browsers do not send a strict one when a person comes back from the provider.
   */
  member(request: HttpRequest): Promise<Principal | undefined>;
  /**
   * Returns the URL of the host's sign-in page.
   *
   * @param returnTo - Absolute URL of the requested page, below `publicUrl`. It contains the link, which is secret: do
   *   not log it.
   */
  url(returnTo: string): string;
}

/** Context of the page's operations. */
export interface LinkContext {
  readonly links: AccountLinks;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly signIn: MemberSignIn;
  readonly clock: Clock;
  readonly ids: IdSource;
}

export interface LinkRequest {
  readonly request: HttpRequest;
  /** The secret from the path; empty if the path has none. */
  readonly link: string;
  /** `undefined` when nobody is signed in. */
  readonly member: Principal | undefined;
  readonly context: LinkContext;
}

/** The form of a link is valid for one member only. @spec CN10 */
function formPartsOf({ request, link, context }: LinkRequest, { brand, person }: Principal): FormParts {
  return { request, publicUrl: context.publicUrl, purpose: [link, brand, person] };
}

/** Shows the account that a link asks the member to connect. Changes nothing. @spec CN5, CN6, CN7, CN8, CN19 */
export async function showLink(linkRequest: LinkRequest): Promise<ApiResponse> {
  const { link, member, context } = linkRequest;
  const { links, clock } = context;
  if (member === undefined) {
    return { status: 303, headers: { ...securityHeaders, location: signInUrl(context, link) } };
  }
  const opened = await links.open(link, member);
  if (opened.kind === 'refused') return refusalPage(opened);
  const { token, setCookie } = openForm({ ...formPartsOf(linkRequest, member), ids: context.ids });
  const page = linkPage(opened.subject, { token, now: clock.now() });
  return setCookie === undefined ? page : { ...page, headers: { ...page.headers, 'set-cookie': setCookie } };
}

/** Carries out the member's choice on the page: connect or cancel. @spec CN9, CN10, CN11, CN12 */
export async function answerLink(linkRequest: LinkRequest): Promise<ApiResponse> {
  const { request, link, member, context } = linkRequest;
  if (formOrigin(request, context.publicUrl) === 'foreign') return staleFormPage;
  if (member === undefined) return signInPage(signInUrl(context, link));
  const form = await readForm(request);
  if (!isFormToken(form.get('token'), formPartsOf(linkRequest, member))) return staleFormPage;
  const choice = form.get('answer');
  if (choice === 'connect') return connect(linkRequest, member);
  if (choice === 'cancel') return cancel(linkRequest, member);
  throw new EngineError('invalid_parameters');
}

/** @spec CN11 */
async function connect({ link, context }: LinkRequest, member: Principal): Promise<ApiResponse> {
  const opened = await context.links.open(link, member);
  if (opened.kind === 'refused') return refusalPage(opened);
  const gone = await context.links.connect(link, member);
  return gone.kind === 'refused' ? refusalPage(gone) : departurePage(opened.subject, gone.url);
}

/** @spec CN12 */
async function cancel({ link, context }: LinkRequest, member: Principal): Promise<ApiResponse> {
  const cancelled = await context.links.cancel(link, member);
  return cancelled.kind === 'refused' ? refusalPage(cancelled) : declinedPage(cancelled.subject);
}

/**
 * Receives the member who returns from the provider. Does nothing when nobody is signed in; then the sign-in page does
 * not get a URL with the provider's code.
 *
 * @throws {EngineError} `invalid_parameters` when the provider sent neither a code nor an error.
 * @spec CN13, CN14, CN15
 */
export async function takeProviderAnswer({ request, member, context }: LinkRequest): Promise<ApiResponse> {
  if (request.method === 'HEAD') throw methodNotAllowed('GET');
  const callback = readCallback(request.query);
  if (callback === undefined) throw new EngineError('invalid_parameters');
  if (member === undefined) return signInPage();
  const result = await context.links.callback(callback, member);
  if (result.kind === 'refused') return refusalPage(result);
  return result.kind === 'declined' ? declinedPage(result.subject) : connectedPage(result);
}

/** @returns `undefined` when the query has no state, or neither a code nor an error. */
function readCallback(query: string): ProviderAnswer | undefined {
  const parameters = new URLSearchParams(query);
  const state = parameters.get('state') ?? '';
  const code = parameters.get('code') ?? '';
  const error = parameters.get('error') ?? '';
  if (state === '') return undefined;
  if (error !== '') return { state, error };
  return code === '' ? undefined : { state, code };
}

/** The sign-in URL, with the URL of this page to return to. @spec CN6 */
function signInUrl({ publicUrl, signIn }: LinkContext, link: string): string {
  return signIn.url(`${publicUrl}/${encodeURIComponent(link)}`);
}
