import { getWithoutApplet } from '@simdeck/contract/ota.ts'
import type { Campaign, WithoutApplet as Group } from '@simdeck/contract/ota.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { useMay } from '../../session/use-me.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { usePackageName } from '../package-name.ts'
import { withoutAppletText } from './without-applet-text.ts'
import css from '../wizard/wizard.module.css'

/**
 * Note on SIMs whose applet or library the campaign removed without writing the new one. They are grouped by the package that they
 * held, and each group has a button to restore it.
 */
export function SimsWithoutApplet({ campaign: { id, action, appletType, library, counts } }: { campaign: Campaign }) {
  const t = useText(withoutAppletText)
  const failed = counts.Failed + counts.Blocked
  const { data } = useQuery({
    ...queryOf(getWithoutApplet, { params: { id }, query: {} }, failed),
    enabled: action === 'install' && appletType === 1 && failed > 0,
  })
  if (!data || data.length === 0) return null
  const count = data.reduce((sum, group) => sum + group.count, 0)
  const title = (library ? t.libraryTitle : t.title)(formatNumber(count))
  return (
    <section className={css.without} aria-label={title}>
      <Note tone="failed">
        <b>{title}</b>
        <br />
        {library ? t.libraryWords : t.words}
        <ul className={css.groups}>
          {data.map((group) => (
            <GroupLine key={group.group} campaignId={id} group={group} />
          ))}
        </ul>
      </Note>
    </section>
  )
}

interface GroupProps {
  campaignId: number
  group: Group
}

function GroupLine({ campaignId, group }: GroupProps) {
  const t = useText(withoutAppletText)
  const name = useHeldName(group)
  const { package: held, library, install, count } = group
  return (
    <li>
      <span>
        {t.held(formatNumber(count), name)}
        {held && !library && !install && <span className={css.soft}> {t.parametersUnknown}</span>}
      </span>
      <RestoreButton campaignId={campaignId} group={group} />
    </li>
  )
}

/** Name of the package that the SIMs of the group held. */
export function useHeldName({ package: held, packageAID }: Group): string {
  const packageName = usePackageName()
  return held ? `${packageName(held)} ${held.otaVersion}` : packageAID
}

/** Link to the wizard with a campaign that restores the former package on the SIMs of the group. */
export function RestoreButton({ campaignId, group }: GroupProps) {
  const t = useText(withoutAppletText)
  const may = useMay('OTA_CREATE')
  const restore = (group.library ? t.restoreLibrary : t.restore)(formatNumber(group.count))
  const reason = group.package === null ? t.gone : may ? null : t.mayNot
  if (reason === null) {
    return (
      <LinkButton size="sm" to="/otas/execute" search={{ restore: String(campaignId), group: group.group }}>
        {restore}
      </LinkButton>
    )
  }
  return (
    <DisabledReason reason={reason}>
      <Button size="sm" disabled>
        {restore}
      </Button>
    </DisabledReason>
  )
}
