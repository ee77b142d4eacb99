import { getWithoutApplet } from '@simdeck/contract/ota.ts'
import type { WithoutApplet as Group } from '@simdeck/contract/ota.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { RestoreButton, useHeldName } from './SimsWithoutApplet.tsx'
import { withoutAppletText } from './without-applet-text.ts'
import css from '../wizard/wizard.module.css'

/** Note that a campaign removed the applet or library of the SIM and did not write the new one, with a button to restore the old one. */
export function SimWithoutAppletNote({ sim, campaignId }: { sim: Sim; campaignId: number }) {
  const { data } = useQuery({
    ...queryOf(getWithoutApplet, { params: { id: campaignId }, query: { simId: sim.id } }, sim.status_other_applet, sim.other_applet_name),
  })
  return data?.map((group) => <GroupNote key={group.group} campaignId={campaignId} group={group} />)
}

function GroupNote({ campaignId, group }: { campaignId: number; group: Group }) {
  const t = useText(withoutAppletText)
  const name = useHeldName(group)
  const { library, count } = group
  return (
    <Note tone="failed">
      <b>{library ? t.simLibraryTitle : t.simTitle}</b>
      <br />
      {(library ? t.simLibraryWords : t.simWords)(name)}
      {count > 1 && t.together(formatNumber(count))}
      <div className={css.restore}>
        <RestoreButton campaignId={campaignId} group={group} />
      </div>
    </Note>
  )
}
