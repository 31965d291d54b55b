/** Blocks of one bot to which conversations come by words. @spec KW4 */
export const mostEntryBlocks = 10;
