import type { AuthorityState } from '@simdeck/contract/certificate-authorities.ts'
import type { ReactNode } from 'react'
import { BlockedGlyph, CancelledGlyph, FailedGlyph, NotFoundGlyph, ReadyGlyph, SucceededGlyph } from '../../ui/value/glyphs.tsx'
import type { Tone } from '../../ui/value/glyphs.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { useText } from '../../ui/words/text.ts'
import { authorityStateText } from './private-ca-text.ts'

const looks: Record<AuthorityState, { tone: Tone; glyph: ReactNode; quiet?: true }> = {
  active: { tone: 'succeeded', glyph: <SucceededGlyph />, quiet: true },
  endingSoon: { tone: 'interrupted', glyph: <ReadyGlyph /> },
  awaitingCertificate: { tone: 'ready', glyph: <ReadyGlyph />, quiet: true },
  notYetValid: { tone: 'ready', glyph: <ReadyGlyph />, quiet: true },
  expired: { tone: 'failed', glyph: <FailedGlyph /> },
  revoked: { tone: 'notfound', glyph: <CancelledGlyph />, quiet: true },
  issuerUnusable: { tone: 'blocked', glyph: <BlockedGlyph /> },
  keyMissing: { tone: 'failed', glyph: <NotFoundGlyph /> },
}

/** Icon and name of the state of a CA. */
export function AuthorityStatus({ state, pill = false }: { state: AuthorityState; pill?: boolean }) {
  const t = useText(authorityStateText)
  const { quiet = false, ...look } = looks[state]
  return (
    <Status {...look} quiet={quiet} pill={pill}>
      {t[state]}
    </Status>
  )
}
