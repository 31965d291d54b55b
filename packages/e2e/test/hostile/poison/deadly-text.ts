/** A step with this text ends the process. */
export const deadlyText = 'drop dead';
