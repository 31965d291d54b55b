/** The deliveries that are sent one after the other: the deliveries of each customer to the target, or none. */
export type DeliveryOrder = (typeof deliveryOrders)[number];

export const deliveryOrders = ['customer', 'none'] as const;

/** The order of the webhook of a channel that names none. @spec WH26 */
export const channelOrder: DeliveryOrder = 'customer';

/** The order of a message hook that names none. @spec WH27 */
export const hookOrder: DeliveryOrder = 'none';
