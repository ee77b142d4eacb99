import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A text of the product's sources that holds Japanese: a literal (what is filled in as `{}`), or words between tags. */
export type JapaneseText = { file: string; line: number; key: string; text: string }

const root = join(import.meta.dirname, '../../..')
const japanese = /[\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uff01-\uff5e\u3001-\u3003\u3008-\u3011]/

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !/(^|\/)(testing|kit)\//.test(name))
    .map((name) => `${folder}/${name}`)
    .toSorted()
}

/** Every Japanese text that people are shown, in the order of the files. */
export function japaneseTexts(): JapaneseText[] {
  return ['contract/src', 'server/src', 'console/src']
    .flatMap(sourcesIn)
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')))
}

/** Reads TypeScript as far as comments, literals and words between tags go. */
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

/** A quoted literal, or one quote alone where no other follows on its line. */
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

/** Where what is filled into a template ends; literals in it are passed over. */
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
