/** True for a text that is a percentage from 0 to 100. Calls of the API accept any number of decimals. */
export const isPercent = (text: string): boolean => /^\d{1,3}(\.\d{1,6})?$/.test(text) && Number(text) <= 100
