import { fixedAids } from '@simdeck/protocol/aid.ts'
import { pollerParameters } from '@simdeck/protocol/applets/poller.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { cardIdentity } from './card/identity.ts'
import { freeMemory, newCardNvm } from './card/nvm.ts'
import type { CardNvm } from './card/nvm.ts'
import { preload } from './card/preload.ts'
import { readStoredNvm } from './card/stored-nvm.ts'
import { defaultFreeMemory } from './profile.ts'
import type { PollerProfile, SimProfile } from './profile.ts'

/** The IMSI of the profile of the factory. */
export const imsiOf = ({ imsi, iccid }: SimProfile): string => imsi ?? `44010${iccid.slice(-10)}`

/** The memory of the card of a SIM as its factory ships it, or that of a card that was in use before. */
export function shippedNvm(profile: SimProfile): CardNvm {
  const subscription = { iccid: profile.iccid, imsi: imsiOf(profile) }
  // A card that an earlier version has stored gets the files of the factory.
  if (profile.nvm) {
    const stored = readStoredNvm(profile.nvm)
    stored.files ??= { ...subscription, changed: {} }
    return stored
  }
  const { scp03, securityDomainAid, keyVersionNumber, i } = profile
  const keys = { enc: toHex(scp03.enc), mac: toHex(scp03.mac), dek: toHex(scp03.dek) }
  const nvm = newCardNvm({
    keys,
    identity: cardIdentity(profile.iccid),
    subscription,
    securityDomainAid,
    keyVersionNumber,
    i,
    memoryTotal: Number.MAX_SAFE_INTEGER,
  })
  if (profile.otaKeySets) nvm.otaKeySets = structuredClone([...profile.otaKeySets])
  if (profile.poller !== null) preloadPoller(nvm, profile.poller ?? {})
  for (const one of profile.preloads ?? []) preload(nvm, one)
  nvm.memoryTotal = nvm.memoryTotal - freeMemory(nvm) + (profile.freeMemory ?? defaultFreeMemory)
  return nvm
}

function preloadPoller(nvm: CardNvm, poller: PollerProfile): void {
  const { intervalMinutes = pollerParameters.defaults.intervalMinutes, encryption = true, fqdn = 'ota.example.com', port = 8090 } = poller
  const { packageAid, moduleAid } = fixedAids.pollerA
  preload(nvm, {
    packageAid,
    moduleAid,
    instanceAid: moduleAid,
    version: poller.version ?? { major: 1, minor: 0 },
    parameters: pollerParameters.encode({
      fqdn,
      port,
      polling: 'interval',
      intervalHours: Math.floor(intervalMinutes / 60),
      intervalMinutes: intervalMinutes % 60,
      encryption,
    }),
  })
}
