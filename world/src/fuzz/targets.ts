import type { FuzzTarget } from './target.ts'

export const targetNames = ['cap', 'tlv', 'apdu', 'frame', 'csv', 'csr', 'ocsp', 'iot-safe', 'scp80', 'scp81'] as const
export type TargetName = (typeof targetNames)[number]

/** Loaders of the targets, so that a worker loads only the dependencies of its target. */
const targets: Readonly<Record<TargetName, () => Promise<FuzzTarget>>> = {
  cap: async () => (await import('./cap.ts')).capTarget,
  tlv: async () => (await import('./tlv.ts')).tlvTarget,
  apdu: async () => (await import('./apdu.ts')).apduTarget,
  frame: async () => (await import('./frame.ts')).frameTarget,
  csv: async () => (await import('./csv.ts')).csvTarget,
  csr: async () => (await import('./csr.ts')).csrTarget,
  ocsp: async () => (await import('./ocsp.ts')).ocspTarget,
  'iot-safe': async () => (await import('./iot-safe.ts')).iotSafeTarget,
  scp80: async () => (await import('./scp80.ts')).scp80Target,
  scp81: async () => (await import('./scp81.ts')).scp81Target,
}

export function isTargetName(name: string | undefined): name is TargetName {
  return targetNames.some((one) => one === name)
}

export function loadTarget(name: TargetName): Promise<FuzzTarget> {
  return targets[name]()
}
