import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { expect, test } from 'vitest'
import { withFields, withOctets } from '../parameters/draft/parameters-draft.ts'
import { handedOver, newDraft, problemsOf, targetsOf, withInstall, withPackage } from './wizard-draft.ts'

function packageOf(change: Partial<OtaPackage>): OtaPackage {
  return {
    id: 1,
    packageAID: fixedAids.telemetry.packageAid,
    otaVersion: '2.4',
    version: '2.4',
    label: 'stable',
    type: 'Telemetry',
    name: 'telemetry',
    applets: [fixedAids.telemetry.moduleAid],
    imports: [],
    loadLength: 4000,
    loadSha256: '',
    builtAt: null,
    contents: null,
    memoryNeeded: 4512,
    notes: '',
    installParameters: null,
    cardParameters: null,
    createdBy: null,
    createdAt: '2026-11-21T00:00:00Z',
    updatedAt: '2026-11-21T00:00:00Z',
    simsUsing: 0,
    simsPending: 0,
    ...change,
  }
}
const custom = packageOf({ packageAID: 'A00000000101', type: 'custom', applets: ['A0000000010101', 'A0000000010102'] })

test('a library needs no input and has neither instance nor parameters', () => {
  const library = packageOf({ packageAID: 'A00000000102', type: 'custom', applets: [] })
  const draft = withPackage(newDraft({}), library)
  expect(problemsOf(draft)).toEqual({})
  expect(targetsOf(draft)).toEqual([
    { appletType: 1, package: { packageAID: 'A00000000102', otaVersion: '2.4', label: 'stable' }, active: true },
  ])
})

test('a chosen package fills the parameters with its defaults, and another version of it keeps what was entered', () => {
  const chosen = withPackage(newDraft({}), { ...custom, installParameters: 'C0FFEE', cardParameters: 'EF04C8020400' })
  expect(chosen.parameters.custom).toMatchObject({ applet: 'C0FFEE', nonVolatileSize: '1024' })
  const changed = { ...chosen, parameters: withOctets('custom', chosen.parameters, 'C9020102') }
  expect(withPackage(changed, { ...custom, id: 2, otaVersion: '2.5', installParameters: 'AA' }).parameters.custom.applet).toBe('0102')
})

test('a telemetry installation contains its encoded parameters', () => {
  const chosen = withPackage(newDraft({}), packageOf({}))
  expect(problemsOf(chosen)).toEqual({ parameters: true })
  const report = { ...chosen.parameters.report, fqdn: 'ab.jp' }
  const draft = { ...chosen, parameters: withFields('Telemetry', chosen.parameters, { report }) }
  expect(problemsOf(draft)).toEqual({})
  expect(targetsOf(draft)).toEqual([
    {
      appletType: 1,
      package: { packageAID: fixedAids.telemetry.packageAid, otaVersion: '2.4', label: 'stable' },
      moduleAID: fixedAids.telemetry.moduleAid,
      instanceAID: fixedAids.telemetry.moduleAid,
      installParameters: '800561622E6A7081020050820101830200058401' + '01',
      active: true,
    },
  ])
})

test('a poller has applet type 0, any other applet type 1', () => {
  const poller = packageOf({ packageAID: fixedAids.pollerA.packageAid, type: 'Poller', applets: [fixedAids.pollerA.moduleAid] })
  expect(targetsOf(withPackage(newDraft({}), poller))[0]?.appletType).toBe(0)
  expect(targetsOf(withPackage(newDraft({}), custom))[0]?.appletType).toBe(1)
})

test('a removal is one inactive target', () => {
  expect(targetsOf(newDraft({ action: 'remove' }))).toEqual([{ appletType: 1, active: false }])
  expect(targetsOf({ ...newDraft({ action: 'remove' }), removes: 'poller' })).toEqual([{ appletType: 0, active: false }])
})

test('the removal of a library names the library chosen for it, not a package chosen for installation', () => {
  const library = packageOf({ packageAID: 'A00000000102', type: 'custom', applets: [] })
  const draft = { ...withPackage(newDraft({}), custom), action: 'remove' as const, removes: 'library' as const }
  expect(problemsOf(draft)).toEqual({ package: true })
  expect(problemsOf({ ...draft, library })).toEqual({})
  const named = { packageAID: 'A00000000102', otaVersion: '2.4', label: 'stable' }
  expect(targetsOf({ ...draft, library })).toEqual([{ appletType: 1, package: named, active: false }])
  expect(targetsOf({ ...draft, library, removes: 'other' })).toEqual([{ appletType: 1, active: false }])
})

test('an installation needs a package, an AID of 5 to 16 octets and at most 200 octets of parameters', () => {
  expect(problemsOf(newDraft({}))).toEqual({ package: true })
  const chosen = withPackage(newDraft({}), custom)
  expect(problemsOf(chosen)).toEqual({})
  expect(problemsOf({ ...chosen, instanceAid: 'A0000000' })).toEqual({ instanceAid: true })
  expect(problemsOf({ ...chosen, instanceAid: 'A00000000G' })).toEqual({ instanceAid: true })
  const typed = (octets: string) => problemsOf({ ...chosen, parameters: withOctets('custom', chosen.parameters, octets) })
  expect(typed('C9 02 01 2')).toEqual({ parameters: true })
  expect(typed(`C981C9${'00'.repeat(201)}`)).toEqual({ parameters: true })
  expect(typed(`C981C8${'00'.repeat(200)}`)).toEqual({})
})

test('another version of the same package keeps the chosen applet and instance', () => {
  const draft = { ...withPackage(newDraft({}), custom), moduleAid: 'A0000000010102', instanceAid: 'A0000000019999' }
  const other = withPackage(draft, { ...custom, id: 2, otaVersion: '2.5' })
  expect(other).toMatchObject({ moduleAid: 'A0000000010102', instanceAid: 'A0000000019999' })
  expect(withPackage(other, packageOf({})).instanceAid).toBe(fixedAids.telemetry.moduleAid)
})

test('ids handed over are positive integers without duplicates', () => {
  expect(handedOver({ simIds: '3,1,3,x,-2,1.5' })).toEqual({ simIds: [3, 1] })
  expect(handedOver({ selectionId: '7', simIds: '3' })).toEqual({ selectionId: 7 })
  expect(handedOver({ selectionId: 'x' })).toBeNull()
  expect(handedOver({ simIds: '' })).toBeNull()
  expect(handedOver({})).toBeNull()
})

test('a repeated OTA installs the same applet with the same parameters', () => {
  const telemetry = withPackage(newDraft({}), packageOf({}))
  const installParameters = '800561622E6A7081020050820102830202' + '1E840100'
  const [module = ''] = telemetry.package?.applets ?? []
  const again = { moduleAID: module, instanceAID: 'A000000001010203', installParameters }
  expect(targetsOf(withInstall(telemetry, again))).toMatchObject([{ instanceAID: 'A000000001010203', installParameters }])
  const own = { moduleAID: 'A0000000010102', instanceAID: 'A000000001010203', installParameters: 'C0FFEE' }
  expect(targetsOf(withInstall(withPackage(newDraft({}), custom), own))).toMatchObject([own])
  const card = { ...own, cardParameters: 'EF04C7020200' }
  expect(targetsOf(withInstall(withPackage(newDraft({}), custom), card))).toMatchObject([card])
  const onLaunch = '800561622E6A70' + '81020050820100' + '83020005840101'
  expect(targetsOf(withInstall(telemetry, { ...again, installParameters: onLaunch }))).toMatchObject([{ installParameters: onLaunch }])
  const unreadable = withInstall(telemetry, { ...again, installParameters: 'C0FFEE' })
  expect(unreadable.parameters.report).toEqual(telemetry.parameters.report)
  expect(problemsOf(unreadable)).toEqual({ parameters: true })
  expect(withInstall(telemetry, { ...again, moduleAID: 'A0000000010102' })).toEqual(telemetry)
})

test('an address hands over the SIMs whose cards differ: all, those of a kind, or those of a remedy', () => {
  const remedy = '0123456789abcdef0123456789abcdef'
  expect(handedOver({ drift: 'all' })).toEqual({ drift: {} })
  expect(handedOver({ drift: 'missing' })).toEqual({ drift: { kind: 'missing' } })
  expect(handedOver({ drift: 'missing', remedy })).toEqual({ drift: { kind: 'missing', remedy } })
  expect(handedOver({ drift: 'all', remedy: 'x' })).toEqual({ drift: {} })
  expect(handedOver({ remedy, simIds: '4,5' })).toEqual({ simIds: [4, 5] })
})
