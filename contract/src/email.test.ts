import { expect, test } from 'vitest'
import { email, isEmail } from './email.ts'

test('standard addresses of at most 100 characters pass, and nothing else', () => {
  const local = 'a'.repeat(64)
  for (const good of ['a@example.com', ' a@example.com ', "o'neil+tag@sub.example.co.jp", `${local}@${'b'.repeat(31)}.com`])
    expect([good, isEmail(good), email.safeParse(good).success]).toEqual([good, true, true])
  const bad = [
    '',
    'a',
    'a@',
    '@example.com',
    'a@example',
    'a b@example.com',
    'a@exa mple.com',
    'a@@example.com',
    'a@-example.com',
    'a@example..com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com,b@example.com',
    '<a@example.com>',
    '"a"@example.com',
    'あ@example.com',
    'a@例え.jp',
    'a\u0000@example.com',
    'a\u202e@example.com',
    `${local}@${'b'.repeat(32)}.com`,
    `${'a'.repeat(65)}@example.com`,
  ]
  for (const address of bad) expect([address, isEmail(address), email.safeParse(address).success]).toEqual([address, false, false])
})
