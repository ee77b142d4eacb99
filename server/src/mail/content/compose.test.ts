import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { queueMail } from '../testing.ts'

/** Texts that could start another header, recipient, part or command, or that are displayed misleadingly. */
const hostile = [
  'Taro\r\nBcc: victim@example.com',
  'Taro\nContent-Type: text/html\n\n<script>alert(1)</script>',
  'Taro\rX-Injected: 1',
  '=?utf-8?Q?=0D=0ABcc:_victim@example.com?=',
  '" <victim@example.com>, "x',
  'a@example.com, victim@example.com',
  '.\r\nMAIL FROM:<victim@example.com>',
  'Taro\u2028Bcc: victim@example.com\u2029\u0085x',
  '\u202Emoc.elpmaxe\u2066 👩‍🚒 ＼（＾o＾）／',
  '{password} {code} {url} $& $1 ${username}',
  '\uD800 lone surrogate',
  'x'.repeat(2000),
]

const ours = new Set([
  'Auto-Submitted',
  'Content-Transfer-Encoding',
  'Content-Type',
  'Date',
  'From',
  'MIME-Version',
  'Message-ID',
  'Subject',
  'To',
])

/** The names of a mail's headers; each may occur once. */
function headersOf(raw: string): Set<string | undefined> {
  const lines = (raw.split('\r\n\r\n')[0] ?? '').split('\r\n').filter((line) => !/^\s/.test(line))
  const names = lines.map((line) => line.split(':')[0])
  expect(names).toHaveLength(new Set(names).size)
  return new Set(names)
}

test('no member name, application name or sender name changes the headers, recipients or lines of a mail', async () => {
  await using smtp = await startSmtp()
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const settings = {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    username: '',
    from_address: 'a@example.com',
    from_name: '',
  } as const
  await root(endpoints.putMailSettings, { body: settings })

  for (const [index, text] of hostile.entries()) {
    // The API refuses this value, but an older row may contain it.
    await server.db.deleteFrom('settings').execute()
    const value = text.replaceAll('\uD800', '')
    await server.db.insertInto('settings').values({ key: 'system_config_app_name', value, type: 1, updated_at: new Date() }).execute()
    await server.db.updateTable('mail_settings').set({ from_name: value }).execute()
    const to = `member-${index}@example.com`
    const url = 'https://c.example/t'
    await queueMail(server, {}, to, { kind: 'invitation', values: { username: text, password: 'Temp-1', url } })
    const mail = await smtp.mailTo(to)
    expect(mail).toMatchObject({ envelope: { from: 'a@example.com', to: [to] }, to: [to], from: { address: 'a@example.com' } })
    expect(headersOf(mail.raw)).toEqual(ours)
    expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
    expect(mail.subject.length).toBeLessThanOrEqual(300)
    expect(mail.subject).not.toContain('Temp-1')
    const lines = mail.text.split('\n')
    expect(lines[0]).toMatch(/^Dear .*,$/)
    for (const line of lines.filter((one) => one.includes('victim@'))) expect(line).toMatch(/^(Dear|You have|User name:) /)
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'content-type', value: expect.stringMatching(/^text\/plain/) }))
  }
  expect(smtp.received.filter(({ to }) => to[0]?.startsWith('member-'))).toHaveLength(hostile.length)
})
