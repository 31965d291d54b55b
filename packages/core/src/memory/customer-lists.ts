import type { CustomerListQuery, CustomerRecord } from '../ports/customer-store.ts';
import type { ListOrder } from './listed-table.ts';

export type CustomerOrder = 'number';

/**
 * Each live customer is in four lists: two of the workspace and two of the channel, one for all agents and one for the
 * customer's agent or for no agent. Each is divided by whether the customer is archived and has opted in.
 */
export const customerListOrders: Readonly<Record<CustomerOrder, ListOrder<CustomerRecord>>> = {
  number: {
    compare: (a, b) => a.number - b.number,
    listsOf(customer) {
      if (customer.purpose !== 'live') return [];
      const { workspace, channelNumber, archived, optIn } = customer;
      return [workspacePlace(workspace), channelPlace(channelNumber)].flatMap((place) =>
        [undefined, customer.agentId ?? null].map((agentId) => listName({ place, agentId, archived, optIn })),
      );
    },
  },
};

const workspacePlace = (workspace: number): string => `workspace ${workspace}`;
const channelPlace = (channel: number): string => `channel ${channel}`;

/** @param agentId - `undefined`: customers of every agent; `null`: customers of no agent. */
function listName({
  place,
  agentId,
  archived,
  optIn,
}: {
  readonly place: string;
  readonly agentId: number | null | undefined;
  readonly archived: boolean;
  readonly optIn: boolean;
}): string {
  return `${place}, ${agentId === undefined ? 'all' : (agentId ?? 'none')}, ${archived}, ${optIn}`;
}

/** The lists that together have the customers of a query. The caller takes care that the workspaces have the channel. */
export function listsOfQuery({ workspaces, channelNumber, agentId, ...states }: CustomerListQuery): readonly string[] {
  const places =
    channelNumber === undefined ? [...new Set(workspaces)].map(workspacePlace) : [channelPlace(channelNumber)];
  const asked = (state: boolean | undefined) => (state === undefined ? [false, true] : [state]);
  return places.flatMap((place) =>
    asked(states.archived).flatMap((archived) =>
      asked(states.optIn).map((optIn) => listName({ place, agentId, archived, optIn })),
    ),
  );
}
