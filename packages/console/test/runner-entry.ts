/** What the page runs of the runner, to be built with the libraries of the page. */
export { simulate } from '@botwright/testing';
