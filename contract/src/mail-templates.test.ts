import { expect, test } from 'vitest'
import { fillTemplate, mailTemplateTexts, missingVariables, templateText } from './mail-templates.ts'

const both = (body: string, subject = '件名') => ({ ja: { subject, body }, en: { subject, body } })

test('variables are filled in once: a value is plain text, and an unknown name stays', () => {
  expect(fillTemplate('{username} {password} {nothing} {', { username: '{password}', password: '$&$1' })).toBe(
    '{password} $&$1 {nothing} {',
  )
  expect(fillTemplate('{constructor}{toString}{__proto__}', {})).toBe('{constructor}{toString}{__proto__}')
})

test('a body without a required variable is no template', () => {
  expect(missingVariables('invitation', 'Dear {username}')).toEqual(['password'])
  expect(missingVariables('authentication', '')).toEqual(['code'])
  expect(missingVariables('system', '{time}{method}{url}')).toEqual([])
  const text = templateText('authentication')
  expect(text.safeParse(JSON.stringify(both('{code}'))).success).toBe(true)
  expect(text.safeParse('').success).toBe(true)
  for (const wrong of [
    both('code'),
    both('{code}\u0000'),
    both('{code}\u001b[0m'),
    { ja: both('{code}').ja },
    [],
    'x',
    null,
    { ...both('{code}'), fr: both('{code}').en },
  ])
    expect([wrong, text.safeParse(JSON.stringify(wrong)).success]).toEqual([wrong, false])
  expect(text.safeParse('{"ja":').success).toBe(false)
})

test('a subject is one line', () => {
  for (const subject of ['a\r\nBcc: x@example.com', 'a\nb', 'a\u0000', 'a\u2028b', '', ' ', 'x'.repeat(201)])
    expect([subject, mailTemplateTexts.safeParse(both('text', subject)).success]).toEqual([subject, false])
  expect(mailTemplateTexts.safeParse(both('1\r\n2\n\n\t3\n')).success).toBe(true)
  expect(mailTemplateTexts.safeParse(both('text', '<script>{username}</script> 😀')).success).toBe(true)
})
