import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { passwordSymbols } from '@simdeck/contract/password-policy.ts'
import { CallError } from '@simdeck/contract/client.ts'
import { startTestServer } from '../testing/server.ts'
import { makeAccount } from './first-member.ts'
import { checkNewPassword } from './password-rules.ts'
import { clientOf, makeMember, outcomeOf } from './testing.ts'

const old = 'Kx7mQp2!vRtw'
const email = 'yamashita.kenichi@acme-denki.co.jp'

/** Refused passwords, and the English words of the reason. */
const refused: [string, string[]][] = [
  ['Simdeck2026!', ['names of the product', 'years']],
  ['S1mD3ck@2025', ['names of the product', 'years']],
  ['Kuruma#2031', ['names of the product', 'years']],
  ['Fleetview77!', ['domain']],
  ['simdeck_root_1', ['names of the product']],
  ['Passw0rd!2024', ['years']],
  ['Welcome2024!', ['years']],
  ['mika19850712!', ['years']],
  ['Acme2026!!', ['domain', 'years']],
  ['Denki@2024', ['domain', 'years']],
  ['Yamashita1987', ['your name', 'years']],
  ['Qwerty!23456', ['keyboard']],
  ['1qaz2wsx#EDC', ['keyboard']],
  ['!QAZ@WSX3edc', ['keyboard']],
  ['Zaq12wsx!', ['keyboard']],
  ['asdfghjkl1!', ['keyboard']],
  ['poiuytrewq9', ['keyboard']],
]
const accepted = ['Sim_kirin%tanuki', 'Fresh!Sakana77', 'Simdeck_kirin%tanuki', 'mQ4z!vRtw2024kPx']

test('names of product, company and person, years and keyboard runs add no strength, and the answer names those it found', async () => {
  await using server = await startTestServer({ PUBLIC_URL: 'https://fleetview.example.com' })
  const root = await makeMember(server, 'ROOT')
  await root.call(endpoints.postUserConfig, { body: [{ key: 'system_config_app_name', value: '車両 Kuruma' }] })
  await makeAccount(server.db, { email, name: 'Yamashita Kenichi', role: 'MEMBER', password: old })
  const signedIn = await server.anonymous(endpoints.login, { body: { email, password: old } })
  const token = 'accessToken' in signedIn ? signedIn.accessToken : ''
  const change = async (new_password: string, language: 'ja' | 'en' = 'en') => {
    const error: unknown = await clientOf(
      server,
      token,
      language,
    )(endpoints.changePassword, { body: { old_password: old, new_password } }).catch((thrown: unknown) => thrown)
    return error instanceof CallError ? error.body : null
  }
  for (const [password, words] of refused) {
    const body = await change(password)
    expect([password, body?.code, body?.fields?.[0]?.path]).toEqual([password, 'passwordCommon', 'new_password'])
    for (const word of words) expect(body?.fields?.[0]?.message).toContain(word)
  }
  expect((await change('Simdeck2026!', 'ja'))?.fields).toEqual([
    {
      path: 'new_password',
      message: '製品名や管理者を表す言葉、西暦や日付は推測されやすいため、強度に数えません。ほかの文字を加えてください',
    },
  ])
})

test('a password that is strong without its known words is accepted, and so is any random one', async () => {
  await using server = await startTestServer()
  const known = { owner: { email, name: 'Yamashita Kenichi' }, host: 'console.acme-denki.co.jp' }
  const outcome = (password: string) => outcomeOf(checkNewPassword(server.db, password, known, 'en'))
  for (const password of accepted) expect([password, await outcome(password)]).toEqual([password, 'ok'])
  const letters = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${passwordSymbols}`
  const position = fc.integer({ min: 0, max: letters.length - 1 })
  const positions = fc.noBias(fc.array(position, { minLength: 14, maxLength: 24 }))
  const random = positions.map((all) => all.map((at) => letters.charAt(at)).join(''))
  await fc.assert(
    fc.asyncProperty(random, async (password) => {
      await checkNewPassword(server.db, password, known, 'en')
    }),
    { numRuns: 200 },
  )
})
