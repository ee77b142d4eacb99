const longest = 62
const shortest = 3

/** A file's name as a label (specification §5): without `.cap`, with a hyphen for what a label may not hold; empty when too little is left. */
export function labelOfFile(fileName: string): string {
  const usable = fileName
    .replace(/\.cap$/i, '')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')
    .replaceAll(/^[-\s]+|[-\s]+$/g, '')
    .slice(0, longest)
  return usable.length >= shortest ? usable : ''
}
