import { onTestFinished } from 'vitest'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { installParameters } from '@simdeck/protocol/install-tree/install-parameters.ts'
import { loadFileStructure } from '@simdeck/protocol/gp/load-file.ts'
import type { Job } from '@simdeck/protocol/ota/kinds/kinds.ts'
import { startFleet } from './fleet.ts'
import type { Fleet, FleetOptions } from './fleet.ts'
import type { SimProfile } from './profile.ts'
import { MemoryServer } from './simulation/memory-server.ts'
import { sampleComponents, sampleInstanceAid, sampleModuleAid, samplePackageAid } from './testing/host.ts'
import { VirtualClock } from './virtual-clock.ts'

export const minute = 60_000
/** An address where no server listens. */
export const nowhere = { host: '127.0.0.1', port: 1 }

interface World {
  clock: VirtualClock
  server: MemoryServer
  fleet: Fleet
}

/** A fleet under a virtual clock, with a server that has these jobs for every SIM. It ends with the test. */
export function begin(
  profiles: readonly SimProfile[],
  jobs: readonly Job[] = [],
  options: Partial<FleetOptions> & { drop?: (from: 'card' | 'server', frame: Uint8Array) => boolean } = {},
): World {
  const clock = new VirtualClock()
  const server = new MemoryServer(() => clock.nowMs)
  for (const profile of profiles) server.add(profile, jobs)
  const openLink = server.openLink(clock, options.drop)
  const fleet = startFleet({ sims: profiles, connect: nowhere, clock, openLink, seed: 'test', ...options })
  onTestFinished(() => fleet.stop())
  return { clock, server, fleet }
}

export function installJob(components = sampleComponents()): Job {
  return {
    kind: 'install',
    loadFile: loadFileStructure.encode({ dapBlocks: [], components }),
    packageAid: samplePackageAid,
    moduleAid: sampleModuleAid,
    instanceAid: sampleInstanceAid,
    privileges: fromHex('00'),
    parameters: fromHex('c900'),
  }
}

/** Installs a package with a fixed AID and one applet. */
export function appletJob(fixed: { packageAid: string; moduleAid: string }, applet: Uint8Array, minor = 0): Job {
  const [packageAid, moduleAid] = [fromHex(fixed.packageAid), fromHex(fixed.moduleAid)]
  const components = sampleComponents({ packageAid, applets: [moduleAid], packageVersion: { major: 1, minor } })
  return {
    kind: 'install',
    loadFile: loadFileStructure.encode({ dapBlocks: [], components }),
    packageAid,
    moduleAid,
    instanceAid: moduleAid,
    privileges: fromHex('00'),
    parameters: installParameters.encode({ applet, system: null, uicc: null }),
  }
}

/** Install parameters of a poller. */
export const reports = (more: object = {}): Uint8Array =>
  pollerParameters.encode({ fqdn: 'ota.example.jp', ...pollerParameters.defaults, ...more })
