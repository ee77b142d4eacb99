import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('cells with separators are quoted, and no text of a stranger becomes a formula', () => {
  const columns = { id: ({ id }: { id: number; text: string }) => id, text: ({ text }: { text: string }) => text }
  const rows = [
    { id: -1, text: 'a "b", c' },
    { id: 2, text: '=HYPERLINK("http://x")' },
    { id: 3, text: '@cmd\n' },
  ]
  expect(csvOf(columns, rows)).toBe('id,text\r\n-1,"a ""b"", c"\r\n2,"\'=HYPERLINK(""http://x"")"\r\n3,"\'@cmd\n"\r\n')
})
