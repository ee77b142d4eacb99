import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimScp81 as Answer } from '@simdeck/contract/sim-scp81.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { scp81Text } from './scp81-text.ts'
import css from './scp81.module.css'

const Scp81Dialog = lazy(async () => ({ default: (await import('./Scp81Dialog.tsx')).Scp81Dialog }))

/** The SCP81 identity of a SIM. Its key is never shown. */
export function SimScp81({ sim }: { sim: Sim }) {
  const t = useText(scp81Text)
  const [edits, setEdits] = useState(false)
  const { data, error, refetch } = useQuery({
    ...queryOf(endpoints.getSimScp81, { params: { id: sim.id } }, sim.last_poll),
    placeholderData: (before) => before,
  })
  return (
    <Section
      title={t.title}
      note={data?.key && t.reachable}
      end={
        <MayButton permission="SIM_UPDATE" size="sm" disabled={!data} onClick={() => setEdits(true)}>
          {t.setKey}
        </MayButton>
      }
    >
      {error && !data && <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />}
      {data?.key === null && <p className={css.note}>{t.none}</p>}
      {data?.key && <Facts of={data.key} />}
      <Suspense>{edits && data && <Scp81Dialog simId={sim.id} stored={data.key} onClose={() => setEdits(false)} />}</Suspense>
    </Section>
  )
}

function Facts({ of }: { of: NonNullable<Answer['key']> }) {
  const t = useText(scp81Text)
  const { identity, files_aid: filesAid, trigger_tar: tar, changed_at: changedAt, seen_at: seenAt } = of
  return (
    <dl className={css.facts}>
      <dt>{t.identity}</dt>
      <dd>
        <bdi>{identity}</bdi>
      </dd>
      <dt>{t.filesAid}</dt>
      <dd>{filesAid === null ? <None /> : <HexText value={filesAid} spaced />}</dd>
      <dt>{t.wakes}</dt>
      <dd>{tar === null ? t.wakesPoller : t.wakesAgent(tar)}</dd>
      <dt>{t.changed}</dt>
      <dd>
        <Time at={changedAt} />
      </dd>
      <dt>{t.seen}</dt>
      <dd>{seenAt === null ? t.never : <Time at={seenAt} />}</dd>
    </dl>
  )
}
