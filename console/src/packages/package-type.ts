import type { ManagedPackageAid } from '@simdeck/contract/packages.ts'
import { packageTypes } from '@simdeck/contract/packages.ts'
import type { PackageKind } from './package-kinds.ts'
import { defineText } from '../ui/words/text.ts'
import type { Translations } from '../ui/words/text.ts'

/** Names of the package types in the user's language. */
export const packageTypeText = defineText({
  Poller: { ja: 'ポーラー', en: 'Poller' },
  Telemetry: { ja: 'Telemetry', en: 'Telemetry' },
  MultiIMSI: { ja: 'マルチIMSI', en: 'Multi-IMSI' },
  IotSafe: { ja: 'IoT SAFE', en: 'IoT SAFE' },
  custom: { ja: 'カスタム', en: 'Custom' },
})

/** Initial labels of the built-in AIDs. A renamed AID has its new label in both languages. */
const initialLabels: Readonly<Record<string, keyof typeof packageTypeText>> = {
  Poller: 'Poller',
  Telemetry: 'Telemetry',
  MultiIMSI: 'MultiIMSI',
  'IoT SAFE': 'IotSafe',
}

/**
 * Name of an AID: for a built-in one the name of its type in the language of the user, with the letter of its slot (`Poller B`),
 * otherwise its label.
 */
export function managedAidName({ label }: Pick<ManagedPackageAid, 'label'>, t: Translations<typeof packageTypeText>): string {
  const [, name = label, slot = ''] = /^(.*?)( [A-Z])?$/.exec(label) ?? []
  const type = initialLabels[name]
  return type ? t[type] + slot : label
}

/**
 * Name of a tab: the name of its AID if it has only one, otherwise the name of its type. The tab of all custom packages always has
 * the name of its type.
 */
export function kindName({ address, aids }: Pick<PackageKind, 'address' | 'aids'>, t: Translations<typeof packageTypeText>): string {
  const type = packageTypes.find((known) => known === address)
  const [first] = aids
  return first && (type === undefined || (type !== 'custom' && aids.length === 1)) ? managedAidName(first, t) : t[type ?? 'custom']
}
