import type { OtaPackage, PackageKey } from '@simdeck/contract/packages.ts'
import type { Search } from '../../session/address/list-search.ts'

export const keyOf = ({ packageAID, otaVersion, label }: PackageKey): PackageKey => ({ packageAID, otaVersion, label })

/** Name of a package for its actions: version and label. */
export const nameOf = ({ otaVersion, label }: Pick<OtaPackage, 'otaVersion' | 'label'>): string => `${otaVersion} ${label}`

/** Filter of the SIM list for the SIMs with this package; null for a library, which the SIM list does not show. */
export function simsOf({ type, name, otaVersion, applets }: Pick<OtaPackage, 'type' | 'name' | 'otaVersion' | 'applets'>): Search | null {
  if (type === 'Poller') return { poller_version: otaVersion }
  return applets.length === 0 ? null : { applet: name, applet_version: otaVersion }
}
