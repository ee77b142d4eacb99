import type { ConnectorAccount } from '@simdeck/contract/connectors.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { wholeList } from '../../session/address/use-list.ts'
import { queryOf } from '../../session/api/query.ts'
import { Button } from '../../ui/form/Button.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { OfflineGlyph, OnlineGlyph } from '../../ui/value/glyphs.tsx'
import { Status } from '../../ui/value/StatusText.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import own from './connectors.module.css'
import { ConnectorActions } from './ConnectorActions.tsx'
import { ConnectorDialog } from './ConnectorDialog.tsx'
import { connectorsText, failureWords, platformWords } from './connectors-text.ts'

const refreshMs = 5_000

/** The accounts at carriers with their states: add, change, test, remove. */
export function ConnectorsSection() {
  const t = useText(connectorsText)
  const accounts = useQuery({ ...queryOf(endpoints.listConnectors, {}), refetchInterval: refreshMs })
  const [adding, setAdding] = useState(false)
  const columns = useColumns()
  const platforms = useText(platformWords)
  return (
    <section className={css.section} aria-label={t.title}>
      <div className={css.head}>
        <h2>{t.title}</h2>
        <span className={css.headEnd}>
          <Button icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        </span>
      </div>
      <p className={css.note}>{t.words}</p>
      <ListTable
        label={t.title}
        columns={columns}
        list={wholeList(accounts)}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        skeletonRows={1}
        inPage
        card={(account) => (
          <CardLines
            name={<bdi className={css.clip}>{account.name}</bdi>}
            end={<ConnectorActions account={account} />}
            second={[<State key="state" account={account} />]}
            parts={[
              { name: t.platform, value: platforms[account.platform] },
              { name: t.lastOk, value: <Time at={account.lastOkAt} /> },
              { name: t.waiting, value: t.sims(formatNumber(account.waiting)) },
            ]}
          />
        )}
        empty={<p className={css.help}>{t.none}</p>}
      />
      {adding && <ConnectorDialog account={null} onClose={() => setAdding(false)} />}
    </section>
  )
}

function State({ account: { failure, lastOkAt, closedUntil } }: { account: ConnectorAccount }) {
  const t = useText(connectorsText)
  const causes = useText(failureWords)
  if (failure !== null)
    return (
      <>
        <Status tone="failed" glyph={<OfflineGlyph />}>
          {causes[failure]}
        </Status>
        {closedUntil !== null && (
          <div className={own.nextCall}>
            {t.nextCall} <Time at={closedUntil} />
          </div>
        )}
      </>
    )
  const tone = lastOkAt === null ? 'offline' : 'online'
  return (
    <Status tone={tone} glyph={lastOkAt === null ? <OfflineGlyph /> : <OnlineGlyph />} quiet>
      {lastOkAt === null ? t.unused : t.fine}
    </Status>
  )
}

function useColumns(): Column<ConnectorAccount>[] {
  const t = useText(connectorsText)
  const platforms = useText(platformWords)
  return useMemo(
    () => [
      { id: 'name', header: t.name, cell: ({ name }) => <bdi title={name}>{name}</bdi>, clipAt: 160 },
      { id: 'platform', header: t.platform, cell: ({ platform }) => platforms[platform] },
      { id: 'baseUrl', header: t.address, cell: ({ baseUrl }) => <bdi title={baseUrl}>{baseUrl}</bdi>, clipAt: 220 },
      { id: 'state', header: t.state, cell: (account) => <State account={account} /> },
      { id: 'lastOkAt', header: t.lastOk, cell: ({ lastOkAt }) => <Time at={lastOkAt} /> },
      { id: 'syncedTo', header: t.synced, cell: ({ syncedTo }) => <Time at={syncedTo} /> },
      { id: 'waiting', header: t.waiting, align: 'end', cell: ({ waiting }) => t.sims(formatNumber(waiting)) },
      { id: 'actions', header: t.actions, align: 'end', cell: (account) => <ConnectorActions account={account} /> },
    ],
    [t, platforms],
  )
}
