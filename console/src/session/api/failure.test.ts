import { CallError } from '@simdeck/contract/client.ts'
import { expect, test } from 'vitest'
import { useLanguageStore } from '../../ui/words/language.ts'
import { failureText } from './failure.ts'

const answered = new CallError(400, { message: 'Invalid input', code: 'invalidInput' })

test.each([
  ['en', answered, undefined, 'Invalid input'],
  ['en', answered, 'otaList', 'Invalid input'],
  ['en', new CallError(502, null), undefined, 'Failed to fetch data'],
  ['en', new CallError(502, null), 'otaList', 'OTA list error'],
  ['en', new Error('words of its own'), 'otaList', 'words of its own'],
  ['en', null, undefined, 'Failed to fetch data'],
  ['ja', new CallError(502, null), undefined, 'データを取得できませんでした'],
  ['ja', new CallError(502, null), 'otaList', 'OTA一覧の取得でエラーが発生しました'],
] as const)('in %s, the text for %s at process %s is "%s"', (language, error, process, expected) => {
  useLanguageStore.setState({ language })
  expect(failureText(error, process)).toBe(expected)
})
