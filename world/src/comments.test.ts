import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Sources and documents, without migrations, none of which is edited, and without the faults of this test. */
const files = globSync(['{contract,protocol,server,console,simulator,world}/src/**/*.{ts,tsx,css}', '*.md', 'docs/**/*.md'], {
  cwd: root,
  exclude: ['**/migrations/**', 'world/src/comments.test.ts'],
})

const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/g
const testName = /(?:\b(?:test|describe)(?:\.\w+)*|\))\(\s*(['"`])(.*?)\1/g
const codeOrTable = /^```[\s\S]*?^```|^\|.*/gm
const startsWithQuestionWord = /^\W*(?:what|whatever|whether|how|where|wherever|when|whenever|who|whoever|whom|whose|so many)\b/i

const sentences = (text: string): string[] => text.split(/(?<=[.:;!?][)*"]*)\s+(?=\W*[A-Z])/)
const withoutMarks = (text: string): string => text.replaceAll(/^\s*(?:\/?\*+\/?|\/\/+|#+|-|\d+\.)\s?|\*\/$/gm, '')

/** The sentences of the comments and the test names, or those of a document, tables not counted. */
function prose(file: string, text: string): string[] {
  if (file.endsWith('.md')) return text.replaceAll(codeOrTable, '').split('\n').map(withoutMarks).flatMap(sentences)
  const names = /\.(test|fixture)\.tsx?$/.test(file) ? Array.from(text.matchAll(testName), ([, , name = '']) => name) : []
  return [...names, ...(text.match(comment) ?? []).map(withoutMarks).flatMap(sentences)]
}

const faults = (file: string, text: string): string[] =>
  prose(file, text)
    .filter((sentence) => startsWithQuestionWord.test(sentence))
    .map((sentence) => `${file}: ${sentence.trim().slice(0, 80)}`)

test('no comment, test name or sentence of a document begins with who, what, whether, how, where, when or "so many"', () => {
  expect(files.flatMap((file) => faults(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test.each([
  ['a.ts', '/** What the call needs. */'],
  ['a.ts', '/**\n * A limit. Where it\n * is reached, nothing is sent.\n */'],
  ['a.ts', 'const many = 3 // so many SIMs'],
  ['a.ts', '// The limit of a call:\n// How many SIMs it writes.'],
  ['a.css', '/* When the window is narrow. */'],
  ['a.test.ts', "test('when it rains', () => {})"],
  ['a.test.ts', "test.each(['a', 'b'])('whether it rains', () => {})"],
  ['a.md', '## How it is read'],
  ['a.md', '- **A start.** Who starts, waits.'],
])('the check finds the fault in %s: %s', (file, text) => {
  expect(faults(file, text)).toHaveLength(1)
})

test.each([
  ['a.ts', '/** The SIM that shows what it holds: when, and how often. */'],
  ['a.ts', "const text = 'When'"],
  ['a.ts', 'const [what, when] = split(text)'],
  ['a.md', '```\nWhen\n```\n\nA list: what it holds.'],
])('the check accepts %s: %s', (file, text) => {
  expect(faults(file, text)).toEqual([])
})
