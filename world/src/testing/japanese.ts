import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A Japanese text in the product's sources: a literal, with `{}` for each inserted value, or text between tags. */
export type JapaneseText = { file: string; line: number; key: string; text: string }

const root = join(import.meta.dirname, '../../..')
const japanese = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uff01-\uff5e\u3001-\u3003\u3008-\u3011]/

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/(^|\/)(testing|kit)\//.test(name))
    .map((name) => `${folder}/${name}`)
    .toSorted()
}

/** Every Japanese text for users, in the order of the files. */
export function japaneseTexts(): JapaneseText[] {
  return ['contract/src', 'server/src', 'console/src']
    .flatMap(sourcesIn)
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')))
}

/** Parses TypeScript only for comments, literals and text between tags. */
export function textsOf(file: string, source: string): JapaneseText[] {
  const found: JapaneseText[] = []
  const add = (at: number, text: string): void => {
    if (!japanese.test(text)) return
    const before = source.slice(0, at)
    const key = [...before.matchAll(/(\w+):\s*\{\s*(?:ja|en):/g)].at(-1)?.[1] ?? [...before.matchAll(/(\w+):/g)].at(-1)?.[1] ?? ''
    found.push({ file, line: before.split('\n').length, key, text })
  }
  let at = 0
  let outside = ''
  let outsideAt = 0
  const flush = (): void => {
    add(outsideAt, outside.trim())
    outside = ''
  }
  while (at < source.length) {
    const rest = source.slice(at, at + 2)
    if (rest === '//' || rest === '/*') {
      const end = rest === '//' ? source.indexOf('\n', at) : source.indexOf('*/', at) + 2
      at = end < at ? source.length : end
    } else if (`'"\``.includes(source.charAt(at))) {
      const { text, end } = literalAt(source, at)
      add(at, text)
      at = end
    } else {
      const char = source.charAt(at)
      if ('<>{}\n'.includes(char)) flush()
      else if (outside === '') [outside, outsideAt] = [char, at]
      else outside += char
      at++
    }
  }
  flush()
  return found
}

/** A quoted literal, or a single quote if its line has no other one. */
function literalAt(source: string, start: number): { text: string; end: number } {
  const quote = source.charAt(start)
  let text = ''
  let at = start + 1
  while (at < source.length) {
    const char = source.charAt(at)
    if (char === quote) return { text, end: at + 1 }
    if (char === '\n' && quote !== '`') break
    if (char === '\\') {
      text += source.charAt(at + 1)
      at += 2
    } else if (quote === '`' && source.startsWith('${', at)) {
      text += '{}'
      at = holeEnd(source, at + 2)
    } else {
      text += char
      at++
    }
  }
  return { text: '', end: start + 1 }
}

/** End of an inserted value in a template, skipping literals inside it. */
function holeEnd(source: string, start: number): number {
  let depth = 1
  let at = start
  while (at < source.length && depth > 0) {
    const char = source.charAt(at)
    if (`'"\``.includes(char)) {
      at = literalAt(source, at).end
      continue
    }
    if (char === '{') depth++
    if (char === '}') depth--
    at++
  }
  return at
}
