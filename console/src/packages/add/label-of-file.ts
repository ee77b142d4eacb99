const longest = 62
const shortest = 3

/**
 * Label made from a file name (specification §5): without `.cap`, with a hyphen for characters that a label may not contain; empty
 * if too little remains.
 */
export function labelOfFile(fileName: string): string {
  const usable = fileName
    .replace(/\.cap$/i, '')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')
    .replaceAll(/^[-\s]+|[-\s]+$/g, '')
    .slice(0, longest)
  return usable.length >= shortest ? usable : ''
}
