import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { removeExtraText } from '../../kinds/remove-extra-text.tsx'
import { usePackageName } from '../../package-name.ts'
import css from '../wizard.module.css'

/** The applets that this note names, for the start of the removal: it takes no others. A note that does not name all limits nothing. */
export const namedApplets = ({ extra }: DryRun): { applets?: string[] } =>
  extra && extra.others === 0 ? { applets: extra.applets.map(({ aid }) => aid) } : {}

/** Note that names the extra content to remove, and the applets that go with it, each with the number of its SIMs. */
export function GoingExtra({ dryRun: { extra, eligible } }: { dryRun: DryRun }) {
  const t = useText(removeExtraText)
  const packageName = usePackageName()
  if (!extra || eligible === 0) return null
  const { content, applets, others } = extra
  const nameOf = (aid: string): string => {
    const ours = Object.values(fixedAids).find(({ moduleAid }) => moduleAid === aid)
    return ours ? `${packageName({ packageAID: ours.packageAid, name: '' })} ${aid}` : aid
  }
  return (
    <section className={css.losses}>
      <Note tone="interrupted">
        {applets.length === 0 ? t.goesAlone(content) : t.goes(content)}
        {applets.length > 0 && (
          <ul className={css.going}>
            {applets.map(({ aid, count }) => (
              <li key={aid}>{t.appletOf(nameOf(aid), formatNumber(count))}</li>
            ))}
            {others > 0 && <li>{t.otherApplets(formatNumber(others))}</li>}
          </ul>
        )}
      </Note>
    </section>
  )
}
