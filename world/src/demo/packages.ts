import { fixedAids } from '@simdeck/protocol/aid.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { CapRecipe } from '@simdeck/protocol/cap/write-cap.ts'

/** A package of the demo: the content of its CAP file, and the label of its upload. */
export type DemoPackage = { key: string; label: string; fileName: string; recipe: CapRecipe }

/** Imports of our applets, in the form that a converter of Java Card 3.0.5 for UICCs writes. */
const imports = [
  { aid: fromHex('A0000000620001'), major: 1, minor: 0 },
  { aid: fromHex('A0000000620101'), major: 1, minor: 3 },
  { aid: fromHex('A0000000090005FFFFFFFF8912000000'), major: 1, minor: 0 },
]

const coldchain = { packageAid: 'F0434F4C44434841494E000000000001', moduleAid: 'F0434F4C44434841494E000000000002' }

function demoPackage(
  name: string,
  aids: { packageAid: string; moduleAid: string },
  version: [number, number],
  label: string,
  codeSize: number,
  builtAt: string,
): DemoPackage {
  const [major, minor] = version
  return {
    key: `${name} ${major}.${minor}`,
    label,
    fileName: `${name}-${major}.${minor}.cap`,
    recipe: {
      packageAid: fromHex(aids.packageAid),
      packageVersion: { major, minor },
      packageName: aids === coldchain ? name : `com.simdeck.${name.replaceAll('-', '')}`,
      applets: [fromHex(aids.moduleAid)],
      imports,
      codeSize,
      seed: codeSize,
      format: '2.1',
      createdAt: new Date(builtAt),
    },
  }
}

/** Every known type in several versions, and one package of a customer. */
export const demoPackages: readonly DemoPackage[] = [
  demoPackage('poller', fixedAids.pollerA, [1, 4], 'stable', 5_240, '2026-07-14T08:20:00Z'),
  demoPackage('poller-b', fixedAids.pollerB, [1, 5], 'stable', 5_410, '2026-11-09T02:41:00Z'),
  demoPackage('telemetry', fixedAids.telemetry, [2, 3], 'stable', 2_980, '2026-09-02T02:20:00Z'),
  demoPackage('telemetry', fixedAids.telemetry, [2, 4], 'stable', 3_140, '2026-11-18T08:42:00Z'),
  demoPackage('telemetry', fixedAids.telemetry, [2, 4], 'debug', 4_060, '2026-11-18T08:42:00Z'),
  demoPackage('multi-imsi', fixedAids.multiImsi, [1, 0], 'stable', 4_420, '2026-03-30T05:12:00Z'),
  demoPackage('multi-imsi', fixedAids.multiImsi, [1, 1], 'stable', 4_560, '2026-08-21T07:05:00Z'),
  demoPackage('iot-safe', fixedAids.iotSafe, [1, 2], 'stable', 9_870, '2026-06-11T01:30:00Z'),
  demoPackage('coldchain', coldchain, [0, 9], 'pilot', 6_310, '2026-10-05T09:18:00Z'),
]
