const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (found) => `\\${found}`)

/** `ILIKE` pattern for texts that contain this text; its wildcards are taken literally. */
export const likePart = (text: string): string => `%${escaped(text)}%`

/** `LIKE` pattern, in lower case, for texts that begin with this text; its wildcards are taken literally. */
export const likeStart = (text: string): string => `${escaped(text.toLowerCase())}%`
