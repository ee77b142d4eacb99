import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { HistorySection } from '../../logs/history/HistorySection.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Facts } from '../../ui/frame/Page.tsx'
import { Tag } from '../../ui/value/Bits.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useNow } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { QueryContent } from '../QueryContent.tsx'
import css from '../settings.module.css'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { problemsOf } from './authority-problems.ts'
import type { Problem } from './authority-problems.ts'
import { useAuthorities } from './authority-query.ts'
import { AuthorityStatus } from './AuthorityStatus.tsx'
import { AuthorityActions } from './detail/AuthorityActions.tsx'
import { CertificateSection } from './detail/CertificateSection.tsx'
import { detailText } from './detail/detail-text.ts'
import { limitOf } from './detail/limits.ts'
import type { AuthorityAct } from './detail/limits.ts'
import { PublicationSection } from './detail/PublicationSection.tsx'
import { AuthorityDialog } from './dialogs/AuthorityDialog.tsx'
import { reasonText } from './dialogs/dialog-text.ts'
import { MakeDialog } from './make/MakeDialog.tsx'
import own from './private-ca.module.css'
import { authorityKindText, privateCaText } from './private-ca-text.ts'
import { problemText } from './problem-text.ts'
import { ProblemNotes } from './ProblemNotes.tsx'

/** Screen of one certificate authority: its state, its certificate, what it publishes, and its key. */
export function AuthorityPage() {
  const { id } = useParams({ strict: false })
  const t = useText(privateCaText)
  const authorities = useAuthorities()
  return (
    <SettingsFrame open="/settings/private-ca">
      <QueryContent query={authorities}>
        {(all) => {
          const authority = all.find((one) => String(one.id) === id)
          if (authority) return <Authority key={authority.id} authority={authority} all={all} />
          return (
            <EmptyState title={t.unknown} actions={<LinkButton to="/settings/private-ca">{t.all}</LinkButton>}>
              {t.unknownWords}
            </EmptyState>
          )
        }}
      </QueryContent>
    </SettingsFrame>
  )
}

function Authority({ authority, all }: { authority: CertificateAuthority; all: readonly CertificateAuthority[] }) {
  const t = useText(privateCaText)
  const [act, setAct] = useState<AuthorityAct | null>(null)
  const close = (): void => setAct(null)
  const kinds = useText(authorityKindText)
  const { id, name, state, kind, isDefault, parentId } = authority
  return (
    <>
      <section className={css.section} aria-label={name}>
        <Link to="/settings/private-ca" className={own.crumb}>
          ‹ {t.all}
        </Link>
        <div className={css.head}>
          <h2 className={own.title}>
            <bdi>{name}</bdi>
          </h2>
          {isDefault && <Tag>{t.isDefault}</Tag>}
          <AuthorityStatus state={state} pill />
          <span className={css.help}>{kinds[kind]}</span>
          <span className={css.headEnd}>
            <AuthorityActions authority={authority} all={all} onAct={setAct} />
          </span>
        </div>
        <div className={own.facts}>
          <Problems authority={authority} all={all} onAct={setAct} />
          <Revocation authority={authority} />
        </div>
      </section>
      <PublicationSection authority={authority} onAct={setAct} />
      <CertificateSection authority={authority} all={all} />
      <div className={own.history}>
        <HistorySection subject={`setting:private-ca-${id}`} />
      </div>
      {act === 'below' && <MakeDialog authorities={all} parentId={id} onClose={close} />}
      {act === 'successor' && <MakeDialog authorities={all} parentId={parentId} onClose={close} />}
      {act && act !== 'below' && act !== 'successor' && <AuthorityDialog act={act} authority={authority} onClose={close} />}
    </>
  )
}

/** The problems of the CA, each with the button that mends it. */
function Problems({
  authority,
  all,
  onAct,
}: {
  authority: CertificateAuthority
  all: readonly CertificateAuthority[]
  onAct: (act: AuthorityAct) => void
}) {
  const t = useText(problemText)
  const words = useText(detailText)
  const now = useNow()
  const remedies: Partial<Record<Problem, [AuthorityAct, string]>> = {
    keyMissing: ['check', words.restore],
    crlExpired: ['crl', words.crlNow],
    crlOverdue: ['crl', words.crlNow],
    endingSoon: authority.kind === 'external' ? ['upload', words.uploadAnswer] : ['successor', words.successor],
    noBackup: ['backup', words.backUp],
    backupUnchecked: ['check', words.check],
    backupCheckOld: ['check', words.check],
  }
  const found = problemsOf(authority, now).map((problem) => {
    const [act, label] = remedies[problem] ?? []
    const button = act && limitOf(act, authority, all) === null && (
      <Button size="sm" onClick={() => onAct(act)}>
        {label}
      </Button>
    )
    return { problem, act: button }
  })
  return <ProblemNotes label={t.attentionOf} found={found} />
}

function Revocation({ authority: { revokedAt, revocationReason } }: { authority: CertificateAuthority }) {
  const t = useText(detailText)
  const reasons = useText(reasonText)
  if (revokedAt === null) return null
  return (
    <Facts
      facts={[
        { name: t.revokedAt, value: <Time at={revokedAt} relative /> },
        ...(revocationReason ? [{ name: t.revokedFor, value: reasons[revocationReason] }] : []),
      ]}
    />
  )
}
