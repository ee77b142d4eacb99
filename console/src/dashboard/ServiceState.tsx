import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../session/use-me.ts'
import { Section } from '../ui/frame/Page.tsx'
import { FailedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { overviewText } from './overview-text.ts'
import css from './overview.module.css'

/** The parts of the installation and their state. */
export function ServiceState({ service: { nodes, failingJobs, mailServer } }: { service: Dashboard['service'] }) {
  const t = useText(overviewText)
  const maySeeHealth = useMay('SETTING_SYSTEM_MAIL')
  const isJobsFine = failingJobs === 0
  return (
    <Section title={t.service}>
      <ul className={css.service}>
        <Part name={t.nodes} isFine={nodes > 0}>
          {formatNumber(nodes)}
        </Part>
        <Part name={maySeeHealth ? <Link to="/settings/health">{t.jobs}</Link> : t.jobs} isFine={isJobsFine}>
          {isJobsFine ? t.fine : t.jobsFailing(formatNumber(failingJobs))}
        </Part>
        {mailServer !== null && (
          <Part name={<Link to="/settings/mail">{t.mailServer}</Link>} isFine={mailServer === 'set'}>
            {mailServer === 'set' ? t.isSet : t.missing}
          </Part>
        )}
      </ul>
    </Section>
  )
}

function Part({ name, isFine, children }: { name: ReactNode; isFine: boolean; children: ReactNode }) {
  return (
    <li>
      <Status tone={isFine ? 'succeeded' : 'failed'} glyph={isFine ? <SucceededGlyph /> : <FailedGlyph />} quiet>
        {name}
      </Status>
      <span className={isFine ? css.fine : css.bad}>{children}</span>
    </li>
  )
}
