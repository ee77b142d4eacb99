import { endpoints } from '@simdeck/contract/endpoints.ts'
import { openOtaStatuses } from '@simdeck/contract/ota-progress.ts'
import type { OtaLog } from '@simdeck/contract/ota.ts'
import type { InventoryEntry, SimInventory as Inventory } from '@simdeck/contract/sim-inventory.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { usePackageName } from '../../campaigns/package-name.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { call } from '../../session/api/api.ts'
import { failureText } from '../../session/api/failure.ts'
import { queryOf, refresh } from '../../session/api/query.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Section } from '../../ui/frame/Page.tsx'
import { HexText } from '../../ui/value/Copyable.tsx'
import { StatusText } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { useText } from '../../ui/words/text.ts'
import { inventoryText } from './inventory-text.ts'
import css from './inventory.module.css'

const SimDriftNote = lazy(async () => ({ default: (await inTime(import('../../drift/SimDriftNote.tsx'))).SimDriftNote }))

/** Starts an inventory of this SIM: at the next poll its card is asked for its content. */
async function readCard(simId: number): Promise<void> {
  const { id: snapshotId } = await call(endpoints.createSnapshot, { body: { simIds: [simId] } })
  await call(endpoints.putBulkOta, { body: { snapshotId, kind: 'inventory' } })
}

interface SimInventoryProps {
  sim: Sim
  /** The newest OTA that reads the card; null if there is none. */
  last: OtaLog | null
  /** Reason for which the card cannot be read now; null if it can. */
  reason: string | null
}

/** Content that the card listed last, compared with the recorded content, and a button that reads the card again. */
export function SimInventory({ sim, last, reason }: SimInventoryProps) {
  const t = useText(inventoryText)
  const status = last?.progress.status ?? null
  const open = status !== null && openOtaStatuses.includes(status)
  const { data } = useQuery({
    ...queryOf(endpoints.getSimInventory, { params: { id: sim.id } }, last?.id, status, sim.status_other_applet, sim.status_poller),
    placeholderData: (before) => before,
  })
  const read = useMutation({
    mutationFn: () => readCard(sim.id),
    onSettled: () => void refresh(endpoints.listOtaLogs),
  })
  const why = reason ?? (open ? t.underWay : null)
  return (
    <Section
      title={t.title}
      beside={last && status !== 'Succeeded' && <StatusText status={last.progress.status} reason={last.progress.reason} />}
      note={data && <Time at={data.readAt} relative />}
      end={
        <DisabledReason reason={why}>
          <Button size="sm" disabled={why !== null || read.isPending} onClick={() => read.mutate()}>
            {t.read}
          </Button>
        </DisabledReason>
      }
    >
      {read.error && <ErrorNote message={failureText(read.error)} />}
      {open && <p className={css.note}>{t.atNextPoll}</p>}
      {data !== undefined && (
        <Suspense>
          <SimDriftNote
            simId={sim.id}
            of={`${data?.readAt} ${status} ${sim.status_other_applet} ${sim.other_applet_name} ${sim.other_applet_version}`}
          />
        </Suspense>
      )}
      {data ? <Content of={data} /> : <p className={css.note}>{t.neverRead}</p>}
    </Section>
  )
}

function Content({ of: { entries, changedSince } }: { of: Inventory }) {
  const t = useText(inventoryText)
  const own = entries.filter(({ standing }) => standing !== 'platform')
  const platform = entries.length - own.length
  return (
    <>
      {changedSince && <p className={css.note}>{t.changedSince}</p>}
      {(['loadFile', 'application'] as const).map((kind) => (
        <table key={kind} className={css.entries}>
          <caption>{t[kind]}</caption>
          <tbody>
            {own
              .filter((one) => one.kind === kind)
              .map((one) => (
                <Entry key={one.aid} of={one} />
              ))}
          </tbody>
        </table>
      ))}
      {platform > 0 && <p className={css.note}>{t.platform(platform)}</p>}
    </>
  )
}

function Entry({ of: { aid, standing, package: named, version, state } }: { of: InventoryEntry }) {
  const t = useText(inventoryText)
  const packageName = usePackageName()
  return (
    <tr data-standing={standing}>
      <th scope="row">
        {named && <span className={css.name}>{packageName(named)}</span>}
        <HexText value={aid} spaced />
      </th>
      <td>{[version, state && t.state(state)].filter(Boolean).join(t.comma)}</td>
      <td className={css.standing}>{t[standing as Exclude<typeof standing, 'platform'>]}</td>
    </tr>
  )
}
