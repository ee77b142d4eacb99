import type { PackageType } from '@simdeck/contract/packages.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newCustomDraft } from './custom-draft.ts'
import type { CustomDraft } from './custom-draft.ts'
import { newMultiImsiDraft } from './multi-imsi-draft.ts'
import type { MultiImsiDraft } from './multi-imsi-draft.ts'
import { checkParameters, newForms, parametersDraft, withDefaults, withFields, withInstalled, withOctets } from './parameters-draft.ts'
import type { Forms } from './parameters-draft.ts'
import { removablePart } from './removable-part.ts'
import { newReportDraft } from './report-draft.ts'

const octets = (text: string, type: PackageType = 'custom') => withOctets(type, parametersDraft(type), text)
const customProblems = (change: Partial<CustomDraft>) =>
  checkParameters('custom', withFields('custom', parametersDraft('custom'), { custom: { ...newCustomDraft, ...change } })).problems
const imsiProblems = (change: Partial<MultiImsiDraft>) => {
  const multiImsi = { ...newMultiImsiDraft, imsis: [{ imsi: '44010', networks: '' }], ...change }
  return checkParameters('MultiIMSI', withFields('MultiIMSI', parametersDraft('MultiIMSI'), { multiImsi })).problems
}

const number = (most: number) => fc.integer({ min: 0, max: most }).map(String)
const hex = (most: number) => fc.uint8Array({ maxLength: most }).map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase())
const customs: fc.Arbitrary<CustomDraft> = fc.record({
  applet: hex(20),
  codeSize: fc.oneof(fc.constant(''), number(0xffffffff)),
  nonVolatileSize: fc.oneof(fc.constant(''), number(0xffffffff)),
  volatileSize: fc.oneof(fc.constant(''), number(0xffff)),
  simToolkit: fc.constantFrom('', '01FF010000000000' + '03B00001'),
  toolkit: fc.constant(true),
  priority: fc.constantFrom('00', '01', 'FF'),
  maxTimers: number(8),
  maxMenuTextLength: number(255),
  menuCount: fc.constant('2'),
  menuEntries: fc.constant([
    { position: 0, id: 7 },
    { position: 1, id: 9 },
  ]),
  maxChannels: number(7),
  minimumSecurityLevel: fc.constantFrom('', '0116'),
  tars: fc.constantFrom('', 'B00010', 'B00010 B00011'),
  maxServices: number(8),
  access: fc.constantFrom('', '0001FF00'),
  administrativeAccess: fc.constantFrom('', '000100' + '00'),
})
const reports = fc.record({
  fqdn: fc.stringMatching(/^[a-z0-9.-]{5,45}$/),
  port: fc.integer({ min: 1, max: 65535 }).map(String),
  polling: fc.constantFrom('onLaunch' as const, 'interval' as const, 'disabled' as const),
  hours: number(99),
  minutes: fc.integer({ min: 5, max: 59 }).map(String),
  encryption: fc.boolean(),
})

test('fields become octets, and the octets the same fields', () => {
  const forms: fc.Arbitrary<readonly [PackageType, Partial<Forms>]> = fc.oneof(
    customs.map((custom) => ['custom', { custom }] as const),
    reports.map((report) => ['Poller', { report }] as const),
  )
  fc.assert(
    fc.property(forms, ([type, form]) => {
      const draft = withFields(type, parametersDraft(type), form)
      expect(checkParameters(type, draft)).toMatchObject({ problems: {}, mistakes: 0, octetsProblem: null })
      expect(withOctets(type, parametersDraft(type), draft.octets)).toMatchObject(form)
    }),
  )
})

test('the defaults are port 80, 0 hours 5 minutes and encryption', () => {
  expect(newReportDraft).toEqual({ fqdn: '', port: '80', polling: 'interval', hours: '0', minutes: '5', encryption: true })
  expect(parametersDraft('Telemetry').report).toEqual(newReportDraft)
})

test('octets may be separated, and those of our applets may lack C9', () => {
  const bare = '80 05:61,62 2e 6a70 0x81 0x02 0x00 0x50 820101 83020005 840101'
  const draft = octets(bare, 'Telemetry')
  expect(draft.octets).toBe('C915800561622E6A7081020050820101' + '83020005' + '840101')
  expect(draft.report).toMatchObject({ fqdn: 'ab.jp', port: '80' })
  expect(checkParameters('Telemetry', octets('', 'Telemetry')).encoded).toEqual({ installParameters: '', cardParameters: '' })
  expect(checkParameters('Poller', octets('', 'Poller')).encoded).toBeNull()
})

test.each([
  ['C9 00 ZZ', 'hexCharacters'],
  ['C9 0', 'hexOdd'],
  ['EF 00', 'noApplet'],
  ['C9 00 84 00', 'otherPart'],
  [`C981C9${'00'.repeat(201)}`, 'tooLong'],
])('the octets %s have the problem %s and are not sent', (text, problem) => {
  expect(checkParameters('custom', octets(text))).toMatchObject({ octetsProblem: problem, encoded: null })
})

test('octets that cannot be read leave the fields, and a changed field ends them', () => {
  const good = octets('C902AABB')
  const bad = withOctets('custom', good, 'C9 05 AA')
  expect(bad.custom).toEqual(good.custom)
  expect(checkParameters('custom', bad)).toMatchObject({ mistakes: 1, encoded: null })
  const changed = withFields('custom', bad, { custom: { ...bad.custom, applet: 'CC' } })
  expect(checkParameters('custom', changed).encoded).toEqual({ installParameters: 'CC', cardParameters: '' })
})

test('parameters of an earlier installation are sent as they were, also with a host name of 127 characters', () => {
  const fqdn = '807F' + '61'.repeat(127)
  const installParameters = `${fqdn}81020050820101` + '83020005' + '840101'
  const draft = withInstalled('Poller', parametersDraft('Poller', newForms), { installParameters })
  expect(draft.report.fqdn).toHaveLength(127)
  expect(checkParameters('Poller', draft).encoded).toEqual({ installParameters, cardParameters: '' })
  expect(checkParameters('Poller', withFields('Poller', draft, {})).problems).toEqual({ fqdn: 'fqdnLength' })
})

test('EF and EA beside the data of an applet of ours stay when a field changes, and until they are taken out', () => {
  const card = 'EF04C8020400'
  const data = '800561622E6A7081020050820101' + '83020005' + '840101'
  const pasted = octets(`C915${data}${card}`, 'Telemetry')
  const changed = withFields('Telemetry', pasted, { report: { ...pasted.report, port: '443' } })
  const secured = data.replace('81020050', '810201BB')
  expect(checkParameters('Telemetry', changed).encoded).toEqual({ installParameters: secured, cardParameters: card })
  expect(checkParameters('Telemetry', withFields('Telemetry', changed, {})).encoded?.cardParameters).toBe(card)
  const without = withFields('Telemetry', { ...changed, beside: '' }, {})
  expect(checkParameters('Telemetry', without).encoded).toEqual({ installParameters: secured, cardParameters: '' })
})

test('the code memory of pasted octets stays when a field changes', () => {
  const pasted = octets('C900EF04C6021000')
  expect(pasted.custom.codeSize).toBe('4096')
  const changed = withFields('custom', pasted, { custom: { ...pasted.custom, volatileSize: '512' } })
  expect(checkParameters('custom', changed).encoded?.cardParameters).toBe('EF08C6021000C7020200')
})

test('the defaults of a package fill the fields and the parts beside C9, alone or together', () => {
  const filled = (type: PackageType, installParameters: string | null, cardParameters: string | null) =>
    withDefaults(type, parametersDraft(type), { installParameters, cardParameters })
  expect(filled('custom', 'C0FFEE', 'EF04C8020400').custom).toMatchObject({ applet: 'C0FFEE', nonVolatileSize: '1024' })
  expect(filled('custom', null, 'EF04C8020400').custom).toMatchObject({ applet: '', nonVolatileSize: '1024' })
  const poller = filled('Poller', null, 'EF04C8020400')
  expect(poller.report).toEqual(newReportDraft)
  const named = withFields('Poller', poller, { report: { ...poller.report, fqdn: 'ab.jp' } })
  expect(checkParameters('Poller', named).encoded?.cardParameters).toBe('EF04C8020400')
  expect(filled('Telemetry', null, null)).toEqual(parametersDraft('Telemetry'))
})

test('a hex field is required if it is declared so, and has hex digits in pairs and the required number of octets', () => {
  const toolkit = { toolkit: true }
  expect(customProblems({ ...toolkit, priority: '' })).toEqual({ priority: 'hexRequired' })
  expect(customProblems({ ...toolkit, priority: 'G1' })).toEqual({ priority: 'hexCharacters' })
  expect(customProblems({ ...toolkit, priority: '1' })).toEqual({ priority: 'hexOdd' })
  expect(customProblems({ ...toolkit, priority: '0102' })).toEqual({ priority: 'hexLength1' })
  expect(customProblems({ ...toolkit, tars: 'B00010 B000' })).toEqual({ tars: 'hexLength3' })
  expect(customProblems({ priority: 'G1', tars: 'B0' })).toEqual({})
})

test('numbers, memory and access of a custom package have their limits', () => {
  const toolkit = { toolkit: true, maxTimers: '9', maxChannels: '8', maxServices: '9', maxMenuTextLength: '256', menuCount: '51' }
  expect(customProblems({ ...toolkit, minimumSecurityLevel: '16' })).toEqual({
    maxTimers: 'number8',
    maxChannels: 'number7',
    maxServices: 'number8',
    maxMenuTextLength: 'number255',
    menuCount: 'menuCount',
    minimumSecurityLevel: 'securityLevel',
  })
  expect(customProblems({ nonVolatileSize: '4294967296', volatileSize: '-1', administrativeAccess: '00', access: '0001' })).toEqual({
    nonVolatileSize: 'memory',
    volatileSize: 'memory',
    administrativeAccess: 'access',
    access: 'access',
  })
  expect(customProblems({ nonVolatileSize: '4,096' })).toEqual({})
})

test('the fields of the multi-IMSI applet have their limits', () => {
  expect(imsiProblems({})).toEqual({})
  expect(imsiProblems({ imsis: [{ imsi: '4401', networks: '4401' }] })).toEqual({ 'imsis.0.imsi': 'imsi', 'imsis.0.networks': 'networks' })
  expect(imsiProblems({ imsis: Array.from({ length: 2 }, () => ({ imsi: '44010', networks: '' })) })).toEqual({
    'imsis.1.imsi': 'imsiTwice',
  })
  expect(imsiProblems({ lossMinutes: '0', returnHours: '100', returnMinutes: '60' })).toEqual({
    lossMinutes: 'lossMinutes',
    returnHours: 'hours',
    returnMinutes: 'minutes',
  })
})

test.each([
  ['C900 EA08 81040001FF00 8200', 'custom', 0x82, 'C900EA0681040001FF00'],
  ['C900 EA02 8200', 'custom', 0x82, 'C900'],
  ['C900 EF07 C8021000 C80210', 'custom', null, 'C900EF04C8021000'],
  ['C900 BF0102 0000', 'custom', 0xbf01, 'C900'],
  ['C900 EA0A 8008 FF09000000000000', 'custom', 0x80, 'C900'],
] as const)('of the octets %s the part with the mistake can be removed', (text, type, tag, left) => {
  const draft = octets(text, type)
  const found = removablePart(type, draft, checkParameters(type, draft))
  expect([found?.node.tag, found?.without.octets]).toEqual([tag, left])
  expect(checkParameters(type, found!.without)).toMatchObject({ mistakes: 0, octetsProblem: null })
})

test('a mandatory part with a mistake is not offered for removal, nor anything of right octets', () => {
  const right = withFields('Telemetry', parametersDraft('Telemetry'), { report: { ...newReportDraft, fqdn: 'report.example.jp' } })
  expect(removablePart('Telemetry', right, checkParameters('Telemetry', right))).toBeNull()
  const wrong = octets(right.octets.replace('81020050', '81020000'), 'Telemetry')
  expect(checkParameters('Telemetry', wrong).mistakes).toBe(1)
  expect(removablePart('Telemetry', wrong, checkParameters('Telemetry', wrong))).toBeNull()
})
