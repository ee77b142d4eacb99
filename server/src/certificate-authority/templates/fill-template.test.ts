import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { subjectLimits, type TemplateContent } from '@simdeck/contract/identity-templates.ts'
import { addSims } from '../../campaigns/testing.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { fillTemplate, neededPlaceholders, type TemplateValues } from './fill-template.ts'

const template: TemplateContent = {
  name: 'meters',
  authorityId: null,
  commonName: 'meter',
  appendIccid: false,
  country: 'JP',
  state: null,
  locality: null,
  organization: null,
  unit: null,
  altNames: [],
  serverAuth: false,
  validDays: 365,
  renewBeforeDays: 30,
  slotId: 1,
  label: 'device certificate',
  delivery: 'Auto',
}
const values: TemplateValues = {
  iccid: '89811000000000000017',
  imsi: '440100123456789',
  imei: null,
  msisdn: null,
  eid: null,
  simId: '7',
  'group.name': 'north',
}

const fill = (change: Partial<TemplateContent>, given: Partial<TemplateValues> = {}) =>
  fillTemplate({ ...template, ...change }, { ...values, ...given })

/** Fields of a subject with their limits; `type` is the attribute of the name. */
const fields = [
  ['commonName', 'CN', 64],
  ['state', 'ST', 64],
  ['locality', 'L', 64],
  ['organization', 'O', 64],
  ['unit', 'OU', 128],
] as const
/** Characters of one code unit, of one code unit beyond ASCII, and of two. */
const letters = ['a', '港', '𠮷']

test.each(fields.flatMap((field) => letters.map((letter) => [...field, letter] as const)))(
  'the %s (%s) may be filled to %d characters like %s',
  (field, type, limit, letter) => {
    const text = 'n-{{ group.name }}'
    const filledTo = (length: number) => fill({ [field]: text }, { 'group.name': letter.repeat(length - 2) })
    expect(filledTo(limit).problems).toEqual([])
    expect(filledTo(limit).filled.subject[type]).toBe(`n-${letter.repeat(limit - 2)}`)
    expect(filledTo(limit + 1).problems).toEqual([{ field, missing: null, limit }])
  },
)

test('a common name before the ICCID has at most 44 characters, so that both have at most 64', () => {
  const filledTo = (length: number) => fill({ commonName: '{{group.name}}-', appendIccid: true }, { 'group.name': '港'.repeat(length - 1) })
  const longest = filledTo(44)
  expect(longest.problems).toEqual([])
  expect(longest.filled.subject.CN).toBe(`${'港'.repeat(43)}-${values.iccid}`)
  expect(Array.from(longest.filled.subject.CN ?? '')).toHaveLength(subjectLimits.commonName)
  expect(filledTo(45).problems).toEqual([{ field: 'commonName', missing: null, limit: 44 }])
})

test('the values count, not the placeholders: a long placeholder may stand for a short value', () => {
  const text = `${'x'.repeat(63)}{{                 simId                  }}`
  expect(fill({ commonName: text }).problems).toEqual([])
  expect(fill({ commonName: text }, { simId: '10' }).problems).toEqual([{ field: 'commonName', missing: null, limit: 64 }])
})

test('a placeholder without a value is a problem of its field, each time that it stands there', () => {
  const { problems } = fill({
    commonName: '{{imei}}',
    unit: '{{simId}} {{msisdn}} {{imei}}',
    altNames: [
      { type: 'uri', value: 'urn:imei:{{imei}}' },
      { type: 'dns', value: 'sim-{{simId}}.example' },
    ],
  })
  expect(problems).toEqual([
    { field: 'commonName', missing: 'imei', limit: null },
    { field: 'unit', missing: 'msisdn', limit: null },
    { field: 'unit', missing: 'imei', limit: null },
    { field: 'altNames.0.value', missing: 'imei', limit: null },
  ])
})

test('an appended ICCID that is missing is a problem', () => {
  expect(fill({ appendIccid: true }, { iccid: null }).problems).toEqual([{ field: 'commonName', missing: 'iccid', limit: null }])
})

test('a template refuses characters that cannot be seen, with which one subject looks like another', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  for (const change of [
    { commonName: 'a\nb' },
    { organization: 'a\u202eb' },
    { altNames: [{ type: 'uri' as const, value: 'urn:a\u200bb' }] },
  ])
    expect(await codeOf(admin(endpoints.createIdentityTemplate, { body: { ...template, ...change } }))).toBe('invalidInput')
})

test.each(['iccId', 'toString', 'constructor', '__proto__', ''])('an unknown placeholder "%s" has no value', (name) => {
  const { filled, problems } = fill({ commonName: `a{{${name}}}b` })
  expect(problems).toEqual([{ field: 'commonName', missing: name, limit: null }])
  expect(filled.subject.CN).toBe('ab')
})

test('a value is not a template: its braces and its dollar signs stay as they are', () => {
  const { filled, problems } = fill({ commonName: '{{group.name}}/{{simId}}' }, { 'group.name': '{{imsi}} $& $1' })
  expect(problems).toEqual([])
  expect(filled.subject.CN).toBe('{{imsi}} $& $1/7')
})

test.each([
  ['dns', 'sim-{{group.name}}.example', 'a'.repeat(59), 'a'.repeat(60)],
  ['dns', '{{group.name}}', `${'a.'.repeat(126)}b`, `${'a.'.repeat(126)}bc`],
  ['dns', '{{group.name}}.example', 'north', 'north east'],
  ['uri', 'urn:group:{{group.name}}', 'a'.repeat(494), 'a'.repeat(495)],
  ['uri', 'urn:group:{{group.name}}', 'north', '北'],
  ['email', '{{group.name}}@example.com', 'a'.repeat(64), 'a'.repeat(65)],
  ['email', '{{group.name}}@example.com', 'north', 'a@b'],
] as const)('an alternative name of the kind %s is checked after it is filled: %s', (type, value, right, wrong) => {
  const altNames = [{ type, value }]
  expect(fill({ altNames }, { 'group.name': right })).toMatchObject({
    filled: { altNames: [{ type, value: value.replace('{{group.name}}', right) }] },
    problems: [],
  })
  expect(fill({ altNames }, { 'group.name': wrong }).problems).toEqual([{ field: 'altNames.0.value', missing: null, limit: null }])
})

test('the needed placeholders are those of all texts and of the appended ICCID, each once', () => {
  const content = {
    ...template,
    commonName: '{{imei}}{{ imei }}',
    unit: '{{group.name}}',
    altNames: [{ type: 'uri', value: 'urn:x:{{msisdn}}' }] as const,
  }
  expect(neededPlaceholders({ ...content, altNames: [...content.altNames] })).toEqual(['imei', 'group.name', 'msisdn'])
  expect(neededPlaceholders({ ...template, appendIccid: true })).toEqual(['iccid'])
})

test('the preview counts the values of the SIM, and a template with an unknown placeholder is refused', async () => {
  await using server = await startTestServer({ SERVICES: 'console' })
  const call = await server.signIn('ADMIN')
  const [simId = 0] = await addSims(server, [{}])
  const preview = (change: Partial<TemplateContent>) =>
    call(endpoints.previewIdentityTemplate, { body: { template: { ...template, ...change }, simId } })
  const digits = String(simId).length
  const unit = (length: number) => `${'u'.repeat(length - digits)}{{simId}}`
  expect(await preview({ unit: unit(64) })).toMatchObject({ problems: [], longUnit: false, subject: expect.stringContaining('OU=uuu') })
  expect(await preview({ unit: unit(128) })).toMatchObject({ problems: [], longUnit: true })
  expect(await preview({ unit: unit(129) })).toMatchObject({ subject: null, problems: [{ field: 'unit', missing: null, limit: 128 }] })
  expect(await preview({ commonName: '{{eid}}' })).toMatchObject({
    subject: null,
    problems: [{ field: 'commonName', missing: 'eid', limit: null }],
  })
  for (const commonName of ['{{iccId}}', '{{toString}}', '{{}}', '{{{iccid}}}', '{iccid}', '{{iccid}', 'a}'])
    expect([commonName, await codeOf(preview({ commonName }))]).toEqual([commonName, 'invalidInput'])
})
