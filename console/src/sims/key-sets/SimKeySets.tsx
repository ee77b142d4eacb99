import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { KeySet } from '@simdeck/contract/key-sets.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Button, LinkButton } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { InterruptedGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { keySetsText } from './key-sets-text.ts'
import css from './key-sets.module.css'

const SecurityDomainDialog = lazy(async () => ({ default: (await import('./SecurityDomainDialog.tsx')).SecurityDomainDialog }))

interface SimKeySetsProps {
  sim: Sim
  /** A value that changes with the OTAs of the SIM. */
  newest: string
  /** Reason for which the keys cannot be rotated now; null if they can. */
  reason: string | null
}

/** The security domain of a SIM and its key sets, without the keys. */
export function SimKeySets({ sim, newest, reason }: SimKeySetsProps) {
  const t = useText(keySetsText)
  const [dialog, setDialog] = useState<'never' | 'closed' | 'opened'>('never')
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getSecurityDomain, { params: { id: sim.id } }, newest, sim.has_keys),
    placeholderData: (before) => before,
  })
  return (
    <Section
      title={t.title}
      end={
        <>
          <Rotate action="key-rotation" words={t.rotate} simId={sim.id} reason={reason} />
          <Rotate action="poller-keys" words={t.rotatePoller} simId={sim.id} reason={reason} />
        </>
      }
    >
      {error && !data && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}
      {data === null && <p className={css.note}>{t.noKeys}</p>}
      {data && (
        <>
          <div className={css.domain}>
            <span className={css.note}>{t.domain}</span>
            <HexText value={data.aid} spaced />
            <MayButton permission="OTA_UPDATE" size="sm" variant="ghost" onClick={() => setDialog('opened')}>
              {t.change}
            </MayButton>
          </div>
          {data.keySets.map((set) => (
            <KeySetTable key={`${set.kind} ${set.state}`} of={set} />
          ))}
          <Suspense>
            {dialog !== 'never' && (
              <SecurityDomainDialog simId={sim.id} aid={data.aid} opened={dialog === 'opened'} onClose={() => setDialog('closed')} />
            )}
          </Suspense>
        </>
      )}
    </Section>
  )
}

interface RotateProps {
  action: 'key-rotation' | 'poller-keys'
  words: string
  simId: number
  reason: string | null
}

/** Opens the wizard for new keys of this SIM. */
function Rotate({ action, words, simId, reason }: RotateProps) {
  return (
    <DisabledReason reason={reason}>
      {reason === null ? (
        <LinkButton size="sm" to="/otas/execute" search={{ action, simIds: String(simId) }}>
          {words}
        </LinkButton>
      ) : (
        <Button size="sm" disabled>
          {words}
        </Button>
      )}
    </DisabledReason>
  )
}

function KeySetTable({ of: { kind, keyVersionNumber, state, keys, written } }: { of: KeySet }) {
  const t = useText(keySetsText)
  const isScp03 = kind === 'scp03'
  const version = keyVersionNumber ? `0x${keyVersionNumber.toString(16).toUpperCase().padStart(2, '0')}` : t.cardDefault
  return (
    <table className={css.keys}>
      <caption>
        <span className={css.name}>{isScp03 ? t.scp03(version) : t.poller}</span>
        {state === 'unproven' && (
          <Status tone="interrupted" glyph={<InterruptedGlyph />}>
            {t.unproven}
          </Status>
        )}
        <Written written={written} />
        {state === 'unproven' && <span className={css.words}>{isScp03 ? t.unprovenWords : t.unprovenPollerWords}</span>}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t.key}</th>
          <th scope="col">{t.length}</th>
          {isScp03 && <th scope="col">{t.kcv}</th>}
        </tr>
      </thead>
      <tbody>
        {keys.map(({ name, bits, kcv }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{bits === null ? t.cannotOpen : t.bits(bits)}</td>
            {isScp03 && <td>{kcv === null ? <None /> : <HexText value={kcv} spaced />}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Written({ written: { at, by, campaignId } }: { written: KeySet['written'] }) {
  const t = useText(keySetsText)
  if (at === null) return null
  return (
    <span className={css.written}>
      {t.written} <Time at={at} />{' '}
      {campaignId !== null && (
        <Link to="/otas/campaigns/$id" params={{ id: String(campaignId) }}>
          {t.campaign(campaignId)}
        </Link>
      )}
      {by !== null && <bdi>{t.by(by)}</bdi>}
    </span>
  )
}
