import { maxAuthorities } from '@simdeck/contract/certificate-authorities.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useMemo, useState } from 'react'
import { wholeList } from '../../session/address/use-list.ts'
import { DisabledReason } from '../../ui/feedback/DisabledReason.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useNow } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AuthorityCard, useAuthorityColumns } from './authority-columns.tsx'
import { problems, problemsOf } from './authority-problems.ts'
import { treeOf, useAuthorities } from './authority-query.ts'
import type { TreeRow } from './authority-query.ts'
import { MakeDialog } from './make/MakeDialog.tsx'
import { RequestDialog } from './make/RequestDialog.tsx'
import own from './private-ca.module.css'
import { privateCaText } from './private-ca-text.ts'
import { problemText } from './problem-text.ts'
import { AddressWarning, ProblemNotes } from './ProblemNotes.tsx'
import { ValidityChart } from './ValidityChart.tsx'

/** Screen of the certificate authorities, as a tree with their states. */
export function PrivateCaPage() {
  return (
    <SettingsFrame open="/settings/private-ca">
      <Authorities />
    </SettingsFrame>
  )
}

function Authorities() {
  const t = useText(privateCaText)
  const authorities = useAuthorities()
  const { data } = authorities
  const rows = useMemo(() => data && treeOf(data), [data])
  const columns = useAuthorityColumns()
  const [making, setMaking] = useState<'authority' | 'request' | null>(null)
  const full = (data?.length ?? 0) >= maxAuthorities
  const buttons = (
    <DisabledReason reason={full ? t.full : null}>
      <span className={own.buttons}>
        <Button disabled={full || !data} onClick={() => setMaking('request')}>
          {t.request}
        </Button>
        <Button variant="primary" icon={<IconPlus size={16} />} disabled={full || !data} onClick={() => setMaking('authority')}>
          {t.make}
        </Button>
      </span>
    </DisabledReason>
  )
  const isEmpty = data?.length === 0
  return (
    <section className={css.section} aria-label={t.title}>
      <div className={css.head}>
        <h2>{t.title}</h2>
        {data && <span className={css.help}>{t.count(formatNumber(data.length), formatNumber(maxAuthorities))}</span>}
        {!isEmpty && <span className={css.headEnd}>{buttons}</span>}
      </div>
      <p className={clsx(css.note, own.words)}>{t.words}</p>
      <div className={own.notes}>
        <AddressWarning />
      </div>
      {rows && <Attention rows={rows} />}
      <ListTable
        label={t.title}
        columns={columns}
        list={{ ...wholeList(authorities), rows }}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        inPage
        card={(row) => <AuthorityCard row={row} />}
        empty={
          <EmptyState title={t.none} actions={buttons}>
            {t.noneWords}
          </EmptyState>
        }
      />
      {rows && <ValidityChart rows={rows} />}
      {making === 'authority' && <MakeDialog authorities={data ?? []} onClose={() => setMaking(null)} />}
      {making === 'request' && <RequestDialog onClose={() => setMaking(null)} />}
    </section>
  )
}

/** The problems of all CAs, the worst first, each with the CAs that have it. */
function Attention({ rows }: { rows: readonly TreeRow[] }) {
  const t = useText(problemText)
  const now = useNow()
  const found = problems.flatMap((problem) => {
    const having = rows.filter((row) => problemsOf(row, now).includes(problem))
    return having.length === 0 ? [] : [{ problem, subject: <Names authorities={having} /> }]
  })
  return <ProblemNotes label={t.attention} found={found} />
}

function Names({ authorities }: { authorities: readonly TreeRow[] }) {
  return (
    <span className={own.names}>
      {authorities.map(({ id, name }) => (
        <Link key={id} to="/settings/private-ca/$id" params={{ id: String(id) }}>
          <bdi>{name}</bdi>
        </Link>
      ))}
    </span>
  )
}
