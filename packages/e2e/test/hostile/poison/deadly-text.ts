/** A step that hears this takes the process with it. */
export const deadlyText = 'drop dead';
