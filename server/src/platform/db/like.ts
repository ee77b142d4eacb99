/** `ILIKE` pattern for texts that contain this text; its wildcards are taken literally. */
export function likePart(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`
}
