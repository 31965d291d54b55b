/** @module A page on which people build, try, publish and watch their bots. */

export { type ConsoleOptions, createConsole, startLink } from './create-console.ts';
