import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { defineText } from '../ui/text.ts'
import type { Said } from '../ui/text.ts'

/** The kinds of package in the user's language. */
export const packageTypeText = defineText({
  Poller: { ja: 'ポーラー', en: 'Poller' },
  Telemetry: { ja: 'テレメトリ', en: 'Telemetry' },
  MultiIMSI: { ja: 'マルチIMSI', en: 'Multi-IMSI' },
  IotSafe: { ja: 'IoT SAFE', en: 'IoT SAFE' },
  custom: { ja: 'カスタム', en: 'Custom' },
})

/** What the packages under an AID are called: by their kind; a custom kind, and one that several AIDs share, by the AID's label. */
export function managedAidName(managed: ManagedPackageAid, all: readonly ManagedPackageAid[], t: Said<typeof packageTypeText>): string {
  const shared = all.filter(({ type }) => type === managed.type).length > 1
  return managed.type === 'custom' || shared ? managed.label : t[managed.type]
}
