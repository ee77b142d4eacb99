import { expect, test } from 'vitest'
import { matches } from './match.ts'

const theme = ['テーマ', 'Theme', 'てーま 配色 color']

test.each(['テーマ', 'てーま', 'ﾃｰﾏ', 'theme', 'ＴＨＥＭＥ', 'The', '配色', 'color テーマ', ' theme ', ''])(
  '%j finds the theme',
  (query) => {
    expect(matches(theme, query)).toBe(true)
  },
)

test.each(['テーマ SIM', 'themes', '設定', '.*'])('%j does not find the theme', (query) => {
  expect(matches(theme, query)).toBe(false)
})
