/** The form in which texts are searched: compatible forms of a character are one (NFKC), upper and lower case too. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')
