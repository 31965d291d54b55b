/** @module Calendly as a connected account of Botwright. */
export { type CalendlyOptions, calendlyProvider } from './calendly-provider.ts';
