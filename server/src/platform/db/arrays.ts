/**
 * The values as an array of PostgreSQL in text form. The driver takes several times as long for an array of a thousand values. Texts must
 * hold no control characters, since JSON and PostgreSQL write those differently.
 */
export const plainArray = (values: readonly (number | string | boolean | null)[]): string => `{${JSON.stringify(values).slice(1, -1)}}`
