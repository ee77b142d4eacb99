import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { fromHex, toHex } from '@simdeck/protocol/bytes.ts'
import type { CapRecipe } from './start-world.ts'

const framework = { aid: fromHex('A0000000620101'), major: 1, minor: 3 }

/** A telemetry package with the given minor version and code size. */
export function telemetryCap(minor: number, codeSize = 3000): CapRecipe {
  return {
    packageAid: fromHex(fixedAids.telemetry.packageAid),
    packageVersion: { major: 2, minor },
    packageName: 'com.simdeck.telemetry',
    applets: [fromHex(fixedAids.telemetry.moduleAid)],
    imports: [framework],
    codeSize,
  }
}

/** A package of the IoT SAFE applet. */
export const iotSafeCap: CapRecipe = {
  packageAid: fromHex(fixedAids.iotSafe.packageAid),
  packageVersion: { major: 1, minor: 2 },
  packageName: 'com.simdeck.iotsafe',
  applets: [fromHex(fixedAids.iotSafe.moduleAid)],
  imports: [framework],
  codeSize: 2000,
}

export const customAid = { package: 'F0112233445566778899', module: 'F0112233445566778899AA' }

/** A package of a customer, with the given imports. */
export function customCap(options: { imports?: CapRecipe['imports']; codeSize?: number; minor?: number } = {}): CapRecipe {
  return {
    packageAid: fromHex(customAid.package),
    packageVersion: { major: 1, minor: options.minor ?? 0 },
    packageName: 'com.example.agent',
    applets: [fromHex(customAid.module)],
    imports: options.imports ?? [framework],
    codeSize: options.codeSize ?? 2000,
  }
}

/** A poller for slot B; the factory installs version 1.0 in slot A. */
export const pollerCap: CapRecipe = {
  packageAid: fromHex(fixedAids.pollerB.packageAid),
  packageVersion: { major: 2, minor: 0 },
  packageName: 'com.simdeck.poller',
  applets: [fromHex(fixedAids.pollerB.moduleAid)],
  imports: [framework],
  codeSize: 2000,
}

/** Install parameters of a poller that reports to the virtual device port every five minutes, in hex. */
export const pollerInstallParameters = toHex(pollerParameters.encode({ fqdn: 'ota.example.com', ...pollerParameters.defaults }))

/** A library: it has no applet, and other packages import it. */
export const libraryCap: CapRecipe = {
  packageAid: fromHex('F0112233445566778801'),
  packageVersion: { major: 1, minor: 2 },
  packageName: 'com.example.codec',
  applets: [],
  imports: [framework],
  codeSize: 2000,
}
