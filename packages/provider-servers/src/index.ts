/** @module Google and Calendly on this machine, speaking what they document: for tests and for development. */
export { type LocalCalendly, type LocalCalendlyOptions, type LocalEventType, startCalendly } from './calendly.ts';
export { type LocalGoogle, type LocalGoogleOptions, startGoogle } from './google.ts';
export type { LocalServer, ServedRequest, Trouble } from './local-server.ts';
export type { Consent, Grant, LocalPerson } from './oauth-endpoints.ts';
export type { Cell, LocalFile, LocalTab } from './workbook.ts';
