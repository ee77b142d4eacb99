import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { IdentityTemplate } from '@simdeck/contract/identity-templates.ts'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { wholeList } from '../../session/address/use-list.ts'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { CardLines } from '../../ui/table/CardLines.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { None } from '../../ui/value/None.tsx'
import { Time } from '../../ui/value/Time.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../settings.module.css'
import { SettingsFrame } from '../SettingsFrame.tsx'
import own from './template.module.css'
import { templateText } from './template-text.ts'

/** Screen of the templates of certificates. */
export function TemplateListPage() {
  return (
    <SettingsFrame open="/settings/identity-template">
      <Templates />
    </SettingsFrame>
  )
}

function Templates() {
  const t = useText(templateText)
  const templates = useQuery({ ...queryOf(endpoints.listIdentityTemplates, { query: { take: '100' } }), select: ({ data }) => data })
  const { data } = templates
  const columns = useColumns()
  const add = (
    <Link to="/settings/identity-template/$id" params={{ id: 'new' }} className={own.add}>
      <IconPlus size={16} aria-hidden />
      {t.add}
    </Link>
  )
  return (
    <section className={css.section} aria-label={t.title}>
      <div className={css.head}>
        <h2>{t.title}</h2>
        {data && <span className={css.help}>{t.count(formatNumber(data.length))}</span>}
        <span className={css.headEnd}>{add}</span>
      </div>
      <p className={css.note}>{t.words}</p>
      <ListTable
        label={t.title}
        columns={columns}
        list={wholeList(templates)}
        rowId={({ id }) => String(id)}
        rowName={({ name }) => name}
        inPage
        card={(one) => (
          <CardLines
            name={<TemplateLink of={one} />}
            end={t[one.delivery]}
            second={[<bdi key="cn">CN={one.commonName}</bdi>]}
            parts={[{ name: t.label, value: one.label }]}
          />
        )}
        empty={
          <EmptyState title={t.none} actions={add}>
            {t.noneWords}
          </EmptyState>
        }
      />
    </section>
  )
}

function TemplateLink({ of: { id, name } }: { of: IdentityTemplate }) {
  return (
    <Link to="/settings/identity-template/$id" params={{ id: String(id) }}>
      <bdi>{name}</bdi>
    </Link>
  )
}

function useColumns(): Column<IdentityTemplate>[] {
  const t = useText(templateText)
  return useMemo(
    () => [
      { id: 'name', header: t.name, cell: (one) => <TemplateLink of={one} />, clipAt: 260, skeleton: 120 },
      { id: 'cn', header: t.commonName, cell: ({ commonName }) => <bdi>{commonName}</bdi>, clipAt: 240, skeleton: 120 },
      { id: 'authority', header: t.authority, cell: ({ authorityName }) => authorityName ?? <None />, clipAt: 200, skeleton: 100 },
      { id: 'days', header: t.validDays, align: 'end', cell: ({ validDays }) => formatNumber(validDays), skeleton: 40 },
      { id: 'delivery', header: t.delivery, cell: ({ delivery }) => t[delivery], skeleton: 40 },
      { id: 'slot', header: t.slotId, align: 'end', cell: ({ slotId }) => slotId, skeleton: 20 },
      { id: 'updated', header: t.updated, cell: ({ updatedAt }) => <Time at={updatedAt} />, skeleton: 110 },
    ],
    [t],
  )
}
