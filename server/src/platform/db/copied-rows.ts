import type { Readable } from 'node:stream'

/** The cells of a row; null is the NULL of SQL. */
export type CopiedRow = (string | null)[]

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function cellOf(text: string): string | null {
  if (!text.includes('\\')) return text
  return text === '\\N' ? null : text.replaceAll(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter)
}

/** Rows parsed from the text format of COPY, in batches. */
export async function* copiedRows(stream: Readable): AsyncGenerator<CopiedRow[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (lines.length > 0) yield lines.map((line) => line.split('\t').map(cellOf))
  }
}
