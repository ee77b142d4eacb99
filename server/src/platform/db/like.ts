/** `ILIKE` pattern of a part of a text, wildcards taken literally. */
export function likePart(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`
}
