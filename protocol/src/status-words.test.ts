import { expect, test } from 'vitest'
import { continuesChunk, diagnoseStatusWord, explainStatusWord, isSuccess } from './status-words.ts'

test.each([
  [0x9000, true, true],
  [0x6110, true, true],
  [0x6200, true, true],
  [0x6310, true, true],
  [0x6300, true, false],
  [0x63c2, true, false],
  [0x910b, true, true],
  [0x6c10, false, false],
  [0x6a88, false, false],
  [0x6438, false, false],
])('status word %i: the command is done: %s; the card runs the next command: %s', (sw, success, goesOn) => {
  expect(isSuccess(sw)).toBe(success)
  expect(continuesChunk(sw)).toBe(goesOn)
})

test.each([
  [0x9000, '正常終了', 'Normal ending'],
  [0x6a84, 'カードの空き容量が不足', 'Not enough memory on the card'],
  [0x63c2, '照合失敗、残り 2 回', 'Verification failed, 2 tries left'],
  [0x6100, '正常終了、続きのデータ 256 バイト', 'Normal ending, 256 more bytes to fetch'],
  [0x6c0a, 'Le の誤り、正しくは 10 バイト', 'Wrong Le, 10 bytes are available'],
  [0x910b, '正常終了、プロアクティブコマンド 11 バイト待機中', 'Normal ending, a proactive command of 11 bytes is pending'],
  [0x1234, '未定義のステータスワード', 'Unknown status word'],
])('status word %i has a text in both languages', (sw, ja, en) => {
  expect(explainStatusWord(sw)).toEqual({ ja, en })
})

const failures = [
  0x6438, 0x6581, 0x6700, 0x6982, 0x6985, 0x6999, 0x6a80, 0x6a82, 0x6a84, 0x6a86, 0x6a88, 0x6d00, 0x6e00, 0x6f00, 0x9484, 0x9485,
]

test.each(failures)('failure %i comes with a cause and a next action in both languages', (sw) => {
  const diagnosis = diagnoseStatusWord(sw)
  for (const words of [diagnosis?.likelyCause, diagnosis?.nextAction, explainStatusWord(sw)]) {
    expect(words?.en).toMatch(/^[ -~]+$/)
    expect(words?.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
    expect(words?.ja).not.toMatch(/。$/)
  }
  expect(isSuccess(sw)).toBe(false)
})

test('a refused command on files has its own diagnosis, in both languages', () => {
  for (const sw of [0x6700, 0x6981, 0x6982, 0x6985, 0x6a82, 0x6a83, 0x6b00]) {
    const { likelyCause, nextAction } = diagnoseStatusWord(sw, true)!
    for (const words of [likelyCause, nextAction]) {
      expect(words.en).toMatch(/^[ -~]+$/)
      expect(words.ja).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
      expect(words.ja).not.toMatch(/。$/)
    }
    expect(likelyCause).not.toEqual(diagnoseStatusWord(sw)?.likelyCause)
  }
  expect(diagnoseStatusWord(0x6f00, true)).toEqual(diagnoseStatusWord(0x6f00))
})

test('a success has no diagnosis', () => {
  expect(diagnoseStatusWord(0x9000)).toBeNull()
})
