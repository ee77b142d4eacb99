import { Select } from '@mantine/core'
import type { ScriptKey } from '@simdeck/contract/package-scripts.ts'
import { packageKeySchema } from '@simdeck/contract/packages.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { keyOf as packageKeyOf } from '../packages/edit/package-keys.ts'
import { PackageByKey } from '../packages/detail/PackageByKey.tsx'
import { UnknownPackage } from '../packages/UnknownPackage.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Page } from '../ui/frame/Page.tsx'
import type { Crumb } from '../ui/frame/Page.tsx'
import { useText } from '../ui/words/text.ts'
import { scriptText } from './script-text.ts'

/** The part of the page that a screen of scripts shares: its place, and the choice of the applet. */
export interface ScriptFrame {
  of: ScriptKey
  crumbs: Crumb[]
  /** The choice of the applet. While the script of the present one is `changed`, no other one can be chosen. */
  instances: (changed: boolean) => ReactNode
}

/** Loads the package of the address for a screen of one of its scripts, which `children` draws. */
export function ScriptPage({ title, children }: { title: string; children: (frame: ScriptFrame) => ReactNode }) {
  const { packageAID, otaVersion, label } = useParams({ strict: false })
  const key = packageKeySchema.safeParse({ packageAID, otaVersion, label })
  if (!key.success) return <UnknownPackage />
  return <PackageByKey of={key.data}>{(found) => <OfPackage key={found.id} of={found} title={title} draw={children} />}</PackageByKey>
}

function OfPackage({ of, title, draw }: { of: OtaPackage; title: string; draw: (frame: ScriptFrame) => ReactNode }) {
  const t = useText(scriptText)
  const [chosen, setChosen] = useState(of.applets[0] ?? null)
  const crumbs: Crumb[] = [
    { words: t.packages, link: { to: '/otas' } },
    { words: `${of.name} ${of.otaVersion}`, link: { to: '/otas/package/detail/$packageAID/$otaVersion/$label', params: packageKeyOf(of) } },
  ]
  if (chosen === null)
    return (
      <Page title={title} crumbs={crumbs}>
        <EmptyState title={t.noApplet} />
      </Page>
    )
  const instances = (changed: boolean) =>
    of.applets.length > 1 && (
      <Select
        label={t.instance}
        description={changed ? t.saveFirst : undefined}
        data={of.applets}
        value={chosen}
        onChange={(aid) => aid !== null && setChosen(aid)}
        allowDeselect={false}
        disabled={changed}
      />
    )
  const key = { packageAID: of.packageAID, packageName: of.name, otaVersion: of.otaVersion, appletInstanceAID: chosen }
  return draw({ of: key, crumbs, instances })
}
