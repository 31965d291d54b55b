import * as v from 'valibot';
import { apiUrl } from '../oauth/endpoint.ts';
import type { ProviderCall } from '../oauth/provider-calls.ts';
import { readResponse } from '../oauth/read-response.ts';

/** The API for one account, within one call. */
export interface CalendlyApi {
  readonly call: ProviderCall;
  readonly base: URL;
  readonly accessToken: string;
}

export interface CalendlyUser {
  readonly uri: string;
  readonly name: string;
  readonly scheduling_url: string;
}

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:/));

const userSchema = v.object({
  resource: v.object({ uri: v.pipe(v.string(), v.nonEmpty()), name: v.string(), scheduling_url: webAddress }),
});

/** Reads the user who consented. @spec CY2 */
export async function readUser({ call, base, accessToken }: CalendlyApi): Promise<CalendlyUser> {
  return readResponse('Calendly', userSchema, await call.request({ url: apiUrl(base, 'users/me'), accessToken }))
    .resource;
}

const mostPages = 10;

const pageSchema = v.object({
  collection: v.array(
    v.object({
      name: v.nullable(v.string()),
      slug: v.nullish(v.string()),
      active: v.boolean(),
      secret: v.optional(v.boolean(), false),
      booking_method: v.optional(v.string(), 'instant'),
      deleted_at: v.nullish(v.string()),
      scheduling_url: webAddress,
      duration: v.number(),
    }),
  ),
  pagination: v.object({ next_page_token: v.nullish(v.string()) }),
});

export interface EventType {
  readonly name: string;
  readonly schedulingUrl: string;
  readonly durationMinutes: number;
}

/** Lists the event types that a visitor can book, by name, of ten pages at most. @spec CY5 */
export async function listEventTypes(api: CalendlyApi): Promise<readonly EventType[]> {
  const { uri } = await readUser(api);
  const query = { user: uri, active: 'true', sort: 'name:asc', count: '100' };
  const found: EventType[] = [];
  let token: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const parameters = token === undefined ? query : { ...query, page_token: token };
    const url = apiUrl(api.base, 'event_types', parameters);
    const answer = await api.call.request({ url, accessToken: api.accessToken });
    const { collection, pagination } = readResponse('Calendly', pageSchema, answer);
    found.push(...collection.filter(takesBookings).map(eventTypeOf));
    token = pagination.next_page_token ?? undefined;
    if (token === undefined) break;
  }
  return found;
}

type ListedType = v.InferOutput<typeof pageSchema>['collection'][number];

/** Secret event types are for people who get their link; polls look for a time and book nothing. @spec CY5 */
function takesBookings({ active, secret, booking_method, deleted_at }: ListedType): boolean {
  return active && !secret && booking_method === 'instant' && (deleted_at ?? undefined) === undefined;
}

function eventTypeOf({ name, slug, scheduling_url, duration }: ListedType): EventType {
  return { name: name ?? slug ?? scheduling_url, schedulingUrl: scheduling_url, durationMinutes: duration };
}
