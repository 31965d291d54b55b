/** Thrown by a decision when another run has taken the key of an idempotent request over. */
export class RequestLost extends Error {}

/** Thrown by a decision when a reservation was dropped, swept or revealed before. */
export class ReservationLost extends Error {}
