/** The page's part of the runner, to build with the libraries of the page. */
export { simulate } from '@botwright/testing';
