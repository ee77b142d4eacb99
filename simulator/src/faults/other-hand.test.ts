import { expect, test } from 'vitest'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { newCardNvm } from '../card/nvm.ts'
import { preload } from '../card/preload.ts'
import { changeContent, hasOtherApplet } from './other-hand.ts'

const { pollerA, telemetry } = fixedAids
const version = { major: 2, minor: 3 }

function card() {
  const nvm = newCardNvm({ keys: { enc: '00'.repeat(16), mac: '00'.repeat(16), dek: '00'.repeat(16) } })
  preload(nvm, { ...pollerA, version, instanceAid: pollerA.moduleAid })
  preload(nvm, { ...telemetry, version, instanceAid: telemetry.moduleAid })
  return nvm
}

const content = ({ loadFiles, applications }: ReturnType<typeof card>) => ({
  files: loadFiles.map((one) => `${one.aid} ${one.version.major}.${one.version.minor}`),
  applets: applications.map(({ aid, state }) => `${aid} ${state}`),
})
const poller = { files: [`${pollerA.packageAid} 2.3`], applets: [`${pollerA.moduleAid} 7`] }

test.each([
  ['applet', { ...poller, files: [...poller.files, `${telemetry.packageAid} 2.3`] }],
  ['package', poller],
  ['version', { files: [...poller.files, `${telemetry.packageAid} 2.2`], applets: [...poller.applets, `${telemetry.moduleAid} 7`] }],
  ['lock', { files: [...poller.files, `${telemetry.packageAid} 2.3`], applets: [...poller.applets, `${telemetry.moduleAid} 135`] }],
] as const)('another hand changes the applet, and no poller: %s', (change, after) => {
  const nvm = card()
  changeContent(nvm, change)
  expect(content(nvm)).toEqual(after)
})

test('a card with pollers only has nothing to change', () => {
  const nvm = card()
  changeContent(nvm, 'package')
  expect(hasOtherApplet(nvm)).toBe(false)
  changeContent(nvm, 'package')
  expect(content(nvm)).toEqual(poller)
})
