import { Checkbox } from '@mantine/core'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { usePackageName } from '../../package-name.ts'
import { kindText } from '../../kinds/kind-text.tsx'
import { wizardText } from '../wizard-text.tsx'
import css from '../wizard.module.css'

/** Number of SIMs whose present applet or library is removed before the new one is written. */
export const losingSims = ({ losses }: Pick<DryRun, 'losses'>): number => losses.reduce((sum, { count }) => sum + count, 0)

/** Returns a function that names what SIMs lose: an applet or library with its version and label, or the standby poller. */
export function useLostName(): (loss: DryRun['losses'][number]) => string {
  const t = useText(wizardText)
  const { removePoller } = useText(kindText)
  const packageName = usePackageName()
  return ({ name, version, packageAID, label }) => {
    if (name === null) return removePoller
    const called = packageAID === null ? name : packageName({ packageAID, name })
    const numbered = version === null ? called : `${called} ${version}`
    return label === null ? numbered : t.labelled(numbered, label)
  }
}

interface LossesProps {
  dryRun: DryRun
  /** Name of the applet or library that is written in place of the removed one. */
  replacement: string
  library: boolean
  consent: boolean
  onConsent: (consent: boolean) => void
}

/** Note that names the applets and libraries that are removed before the new one is written, with a checkbox for the consent. */
export function Losses({ dryRun, replacement, library, consent, onConsent }: LossesProps) {
  const t = useText(wizardText)
  const lost = useLostName()
  const losing = losingSims(dryRun)
  if (losing === 0) return null
  return (
    <section className={css.losses}>
      <Note>
        {dryRun.losses.map((loss) => (
          <p key={JSON.stringify(loss)}>{t.loses(formatNumber(loss.count), lost(loss), replacement)}</p>
        ))}
        <p>{library ? t.losesLibraryWords : t.losesWords}</p>
      </Note>
      <Checkbox
        label={(library ? t.consentLibrary : t.consent)(formatNumber(losing))}
        checked={consent}
        onChange={(event) => onConsent(event.currentTarget.checked)}
      />
    </section>
  )
}
