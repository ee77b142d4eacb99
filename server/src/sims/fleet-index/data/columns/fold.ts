/** The form in which texts are searched. Compatible characters become equal (NFKC), and so do upper and lower case. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')
