import { endpoints } from '@simdeck/contract/endpoints.ts'
import { imeiLockWords } from '@simdeck/contract/sim-value-words.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { MayButton } from '../../session/MayButton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useKeptFocus } from '../../ui/form/kept-focus.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { InterruptedGlyph } from '../../ui/value/glyphs.tsx'
import { None } from '../../ui/value/None.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { ImeiStatus } from '../status/ImeiStatus.tsx'
import { imeiText } from './imei-text.ts'
import css from './imei.module.css'

const ImeiLockDialog = lazy(async () => ({ default: (await import('./ImeiLockDialog.tsx')).ImeiLockDialog }))

/** The device of a SIM: its IMEI and the former one, the confirmation of a change, and the IMEI lock. */
export function SimDevice({ sim }: { sim: Sim }) {
  const t = useText(imeiText)
  const locks = useText(imeiLockWords)
  const [dialog, setDialog] = useState<'never' | 'closed' | 'opened'>('never')
  const params = { id: sim.id }
  const { data: changes } = useQuery({ ...queryOf(endpoints.listSimImeiChanges, { params, query: { take: 1 } }), refetchOnMount: 'always' })
  const last = changes?.[0]
  const act = useMutation({
    mutationFn: (confirm: string) => call(endpoints.changeSimImei, { params, body: { confirm } }),
    onSuccess: () => toast.success(t.confirmed),
    onError: (error) => toastFailure(t.notConfirmed, error),
    onSettled: () => {
      void refresh(endpoints.getSim, { params })
      void refresh(endpoints.listSimImeiChanges, { params })
    },
  })
  const keptFocus = useKeptFocus()
  const { imei } = sim
  const isChanged = sim.imei_status === 'changed'
  const status = isChanged ? (
    <Status tone="interrupted" glyph={<InterruptedGlyph />}>
      <ImeiStatus status={sim.imei_status} />
    </Status>
  ) : (
    <ImeiStatus status={sim.imei_status} />
  )
  return (
    <Section title={t.device} end={status}>
      <Facts
        end
        facts={[
          { name: 'IMEI', value: imei ?? <None /> },
          ...(last ? [{ name: t.former, value: last.from }] : []),
          ...(last || sim.imei_changed_at ? [{ name: t.changedAt, value: <Time at={last?.at ?? sim.imei_changed_at} /> }] : []),
          ...(last?.confirmed_by ? [{ name: t.confirmedBy, value: <bdi>{last.confirmed_by}</bdi> }] : []),
          { name: t.lock, value: locks[sim.imei_lock] },
        ]}
      />
      <div className={css.acts} {...keptFocus}>
        {isChanged && imei !== null && (
          <MayButton permission="SIM_UPDATE" size="sm" busy={act.isPending} onClick={() => act.mutate(imei)}>
            {t.confirm}
          </MayButton>
        )}
        <MayButton permission="SIM_UPDATE" size="sm" onClick={() => setDialog('opened')}>
          {t.changeLock}
        </MayButton>
      </div>
      <Suspense>
        {dialog !== 'never' && <ImeiLockDialog sim={sim} opened={dialog === 'opened'} onClose={() => setDialog('closed')} />}
      </Suspense>
    </Section>
  )
}
