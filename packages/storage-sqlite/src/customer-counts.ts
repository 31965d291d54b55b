import type { CustomerRecord } from '@botwright/core/ports';
import type { Connection } from './connection.ts';

/**
 * Changes the counter of a live customer's channel. The counters of a channel are deleted with it.
 *
 * @spec SQ20
 */
export function countCustomer(
  connection: Connection,
  brand: string,
  customer: Pick<CustomerRecord, 'purpose' | 'workspace' | 'channelNumber' | 'archived'> & { readonly by: 1 | -1 },
): void {
  if (customer.purpose !== 'live') return;
  connection.run(
    'INSERT INTO customer_counts (channel, archived, brand, workspace, total) VALUES (?, ?, ?, ?, ?) ' +
      'ON CONFLICT DO UPDATE SET total = total + excluded.total',
    customer.channelNumber,
    Number(customer.archived),
    brand,
    customer.workspace,
    customer.by,
  );
}
